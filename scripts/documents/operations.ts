/** One file may declare several operations. */
import { readdirSync } from 'node:fs';
import type { Operation } from '../../src/operations/operation.ts';

export type DeclaredOperation = Operation<unknown, unknown>;

const folder = new URL('../../src/operations/', import.meta.url);

const isOperation = (value: unknown): value is DeclaredOperation =>
  typeof value === 'object' && value !== null && 'refusals' in value && 'run' in value;

export async function allOperations(): Promise<readonly DeclaredOperation[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const modules: object[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  const found = modules.flatMap((module) => Object.values(module)).filter(isOperation);
  return [...new Set(found)].sort((one, other) => (one.name < other.name ? -1 : 1));
}
