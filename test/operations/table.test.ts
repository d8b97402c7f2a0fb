/** The declarations of every operation: its exported name, whether it writes, and its role. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
// Loads every operation.
import '../../src/app.ts';
import type { Operation } from '../../src/operations/operation.ts';

const isOperation = (value: unknown): value is Operation<unknown, unknown> =>
  typeof value === 'object' && value !== null && 'run' in value && 'refusals' in value;

// Not `import.meta.glob`: Vitest caches its list of files, so it would miss a file with a new name.
const operationsFolder = new URL('../../src/operations/', import.meta.url);
const paths = readdirSync(operationsFolder, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
);
const modules: readonly (readonly [string, object])[] = await Promise.all(
  paths.map(async (path) => [path, await import(new URL(path, operationsFolder).href)] as const),
);
const operations = modules.flatMap(([path, module]) => {
  const [folder = ''] = path.split('/');
  return Object.entries(module).flatMap(([exported, value]) =>
    isOperation(value) ? [{ folder, exported, operation: value }] : [],
  );
});
const nameOfRead = /^(get|list|count|check|follow)[A-Z]/;
const ofPayments = ['payments', 'baskets', 'authorisations'];
/** Operations of the sandbox that act on payments. */
const alsoOfPayments = ['listUpcomingEvents', 'runPaymentBatch'];

it('the table lists all operations', () => expect(operations.length).toBeGreaterThan(50));

it.each(operations.map((one) => [one.exported, one] as const))('%s', (name, { folder, operation }) => {
  expect(operation.name).toBe(name);
  expect(operation.kind).toBe(nameOfRead.test(name) ? 'read' : 'write');
  const initiates = ofPayments.includes(folder) || alsoOfPayments.includes(name);
  expect(operation.role).toBe(initiates ? 'PSP_PI' : null);
});
