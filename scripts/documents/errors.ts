/** docs/errors.md. */
import { catalogue, type Reason } from '../../src/domain/refusal.ts';
import { itemsAtOnce } from '../../src/graphql/schema/loaders.ts';
import { reasonsOf, rowlessReasons, stageChecks } from '../../src/rest/openapi/reasons.ts';
import { routes } from '../../src/rest/routes.ts';
import { code, codes, head, table } from './markdown.ts';
import { allOperations, type DeclaredOperation } from './operations.ts';

const operations = [...new Set(routes.map(({ operation }) => operation.name))];
const sandboxOnly = new Set(routes.filter((row) => row.sandbox).map(({ operation }) => operation.name));

export async function errorsMarkdown(): Promise<string> {
  const all = await allOperations();
  const rows = (Object.entries(catalogue) as [Reason, { code: string; status: number; text: string }][]).map(
    ([reason, row]) => [code(reason), code(row.code), String(row.status), row.text, givenBy(reason, all)],
  );
  return [
    head(
      'Errors',
      'src/domain/refusal.ts, src/rest/routes.ts and src/operations',
      'This page lists every refusal of the service. A REST response has the status and, in its body, `code` and one entry of',
      '`tppMessages` for each fault. GraphQL returns the same codes and paths in `tppMessages` of the payload. Both check the fields first, then the rules over them.',
      'An error with several faults has the status of the first one. The `id` of an error is also in the log of the bank.',
    ),
    table(['Reason', 'Code', 'Status', 'Text', 'Operations'], rows),
    '## Stages',
    '',
    'A request is checked stage by stage, and the first stage that fails decides the response. The business rules of the operation come last.',
    '',
    table(
      ['Stage', 'Reasons'],
      stageChecks.map(({ name, reasons }) => [name, codes(reasons)]),
    ),
    '## Operations',
    '',
    'This table lists the refusals by the rules of each operation. Other operations have no rules of their own.',
    '',
    table(
      ['Operation', 'Reasons'],
      all
        .filter(({ refusals }) => refusals.length > 0)
        .map(({ name, refusals }) => [code(name), codes(refusals)]),
    ),
    '## Lists inside lists',
    '',
    `GraphQL can read lists for many resources at once: accounts of customers, transactions of accounts, bookings and entries of payments. A document that reads more than ${itemsAtOnce.toLocaleString('en')} such items is refused with ${code('BAD_REQUEST')}.`,
    `A range of transactions that ends before it begins is refused with ${code('FORMAT_ERROR')}.`,
    '',
  ].join('\n');
}

function givenBy(reason: Reason, all: readonly DeclaredOperation[]): string {
  const rowless = rowlessReasons[reason];
  if (rowless !== undefined) return rowless;
  const givers = new Set(
    routes.filter((row) => reasonsOf(row).includes(reason)).map(({ operation }) => operation.name),
  );
  if (givers.size === operations.length) return 'all';
  if (operations.every((name) => givers.has(name) !== sandboxOnly.has(name)))
    return 'all outside the sandbox';
  const others = operations.filter((name) => !givers.has(name));
  if (others.length < givers.size) return `all but ${codes(others)}`;
  // Operations only of GraphQL have no route.
  for (const { name, refusals } of all)
    if (!operations.includes(name) && refusals.includes(reason)) givers.add(name);
  return givers.size === 0 ? 'none; part of the code set' : codes([...givers]);
}
