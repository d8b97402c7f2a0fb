/** docs/errors.md: the catalogue, and which operations may give each reason. */
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
      'Every refusal of the service, through REST and GraphQL alike. The answer of REST carries the status and, in its body,',
      '`code` and one entry of `tppMessages` for every fault; GraphQL answers the same codes and paths in `tppMessages` of the payload, stage by stage as REST does: first what fields are, then what the rules say of them.',
      'An error with several faults has the status of its first. `id` of an error is in the log of the bank.',
    ),
    table(['Reason', 'Code', 'Status', 'Text', 'Operations'], rows),
    '## Stages',
    '',
    'One request, one answer: the first stage that fails answers. Then come the business rules of the operation.',
    '',
    table(
      ['Stage', 'Reasons'],
      stageChecks.map(({ name, reasons }) => [name, codes(reasons)]),
    ),
    '## Operations',
    '',
    'What each operation refuses by its own rules. Those that are not named here refuse nothing of their own.',
    '',
    table(
      ['Operation', 'Reasons'],
      all
        .filter(({ refusals }) => refusals.length > 0)
        .map(({ name, refusals }) => [code(name), codes(refusals)]),
    ),
    '## Lists inside of lists',
    '',
    `What GraphQL reads for many resources at once belongs to no operation: accounts of customers, transactions of accounts, bookings and entries of payments. More than ${itemsAtOnce.toLocaleString('en')} of them are refused with ${code('BAD_REQUEST')}.`,
    `Transactions in a range that ends before it begins are refused with ${code('FORMAT_ERROR')}.`,
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
  // Operations of GraphQL alone go through no row of the routes.
  for (const { name, refusals } of all)
    if (!operations.includes(name) && refusals.includes(reason)) givers.add(name);
  return givers.size === 0 ? 'none; part of the code set' : codes([...givers]);
}
