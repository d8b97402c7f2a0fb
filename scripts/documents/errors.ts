import { catalogue, type Reason } from '../../src/domain/refusal.ts';
import { documentErrors } from '../../src/graphql/errors.ts';
import { itemsAtOnce } from '../../src/graphql/schema/loaders.ts';
import { reasonsOf, stageChecks, textsInPlaceOfOperations } from '../../src/rest/openapi/reasons.ts';
import type { AnyRoute } from '../../src/rest/route.ts';
import { routes } from '../../src/rest/routes.ts';
import { code, codes, head, table } from './markdown.ts';
import { allOperations, type DeclaredOperation } from './operations.ts';

const operations = [...new Set(routes.map(({ operation }) => operation.name))];

/** Groups of REST operations, the largest first, with the words that name the group in the table. */
const groups: readonly (readonly [words: string, has: (row: AnyRoute) => boolean])[] = [
  ['every operation', () => true],
  [
    'every operation on payments, baskets and their authorisations; `runPaymentBatch` and `upcomingEvents`',
    (row) => !row.sandbox,
  ],
  ['every operation that writes', ({ operation }) => operation.kind === 'write'],
  ['every operation with an id in its path', ({ path }) => path.replace('/:product', '').includes('/:')],
  ['every operation with a payment product in its path', ({ path }) => path.includes('/:product')],
];
const membersOf = (has: (row: AnyRoute) => boolean): readonly string[] =>
  operations.filter((name) => routes.filter(({ operation }) => operation.name === name).every(has));

export async function errorsMarkdown(): Promise<string> {
  const all = await allOperations();
  const rows = (Object.entries(catalogue) as [Reason, { code: string; status: number; text: string }][]).map(
    ([reason, row]) => [code(reason), code(row.code), String(row.status), row.text, givenBy(reason, all)],
  );
  return [
    head(
      'Errors',
      'src/domain/refusal.ts, src/rest/routes.ts and src/operations',
      'This page lists every error of the service. REST and GraphQL use the same codes, texts and paths.',
      '',
      '- A REST response has an HTTP status, a `code`, and one entry for each fault in `tppMessages`.',
      '- A GraphQL payload has the same entries in `tppMessages`.',
      '- `tppMessages` of an error has no entry of the category WARNING. Only a successful response has warnings, about ignored fields, headers and query parameters.',
      '- A response with several faults has the status of the first fault.',
      '- A REST error has an `id`. The log of the bank contains the same id.',
      '- A *reason* is the name of the error inside the service; responses contain its code. Several reasons may share one code.',
      '- `BAD_REQUEST` also comes with 417, for an `Expect` other than `100-continue`, and with 431, for headers of more than 16 KiB.',
      '- A refusal with the reason `SCA_REQUIRED` or `SCA_EXPIRED` contains the link scaRedirect: REST has it in `_links`, GraphQL in `links` of the payload.',
      '',
      '## All codes',
    ),
    table(['Reason', 'Code', 'Status', 'Text', 'Which operations'], rows),
    '## Order of the checks',
    '',
    'The first check that finds a fault decides the response, which names the faults of this check only. The service makes the checks in the order of the next table. It then checks the fields of the body (stage BODY, `FORMAT_ERROR`), and finally the operation makes its own checks (stages PSU_SESSION and RULES). The check of the path also refuses a method that the path does not support (`METHOD_NOT_ALLOWED`). The log of the service and the request log of a sandbox name the stage.',
    '',
    table(
      ['Stage', 'What it checks', 'Reasons'],
      stageChecks.map(({ stage, subject, reasons }) => [stage, subject, codes(reasons)]),
    ),
    '## Errors of each operation',
    '',
    'These are the reasons that an operation itself gives, after the checks of the table above and of the fields of the body. An operation without a row gives no reasons of its own.',
    '',
    table(
      ['Operation', 'Reasons'],
      all
        .filter(({ refusals }) => refusals.length > 0)
        .map(({ name, refusals }) => [code(name), codes(refusals)]),
    ),
    '## Documents (GraphQL)',
    '',
    'An error of the document has only a `code` in `extensions`, and no `tppMessages`. The service has executed no part of the document. [frontend.md](frontend.md#limits-of-one-document) lists the limits.',
    '',
    table(
      ['Code', 'Meaning'],
      Object.entries(documentErrors).map(([name, meaning]) => [code(name), meaning]),
    ),
    '## Responses that are too large (GraphQL)',
    '',
    'A response that exceeds a [limit](frontend.md#limits-of-one-document) is replaced by an error with the code `BAD_REQUEST`. If a mutation has already taken effect, the text of the error says so. Then read the result of the mutation with queries.',
    '',
    '## Lists inside lists (GraphQL)',
    '',
    'One GraphQL query can read lists of many resources: the accounts of customers, the transactions of accounts, and the bookings and entries of payments. These lists have two errors of their own.',
    '',
    `- ${code('BAD_REQUEST')}: one field would read more than ${itemsAtOnce.toLocaleString('en')} items.`,
    `- ${code('FORMAT_ERROR')}: the range of the transactions ends before it begins.`,
    '',
  ].join('\n');
}

/** The largest group, then each other operation by its name. */
function givenBy(reason: Reason, all: readonly DeclaredOperation[]): string {
  const text = textsInPlaceOfOperations[reason];
  if (text !== undefined) return text;
  const ofRest = routes
    .filter((row) => reasonsOf(row).includes(reason))
    .map(({ operation }) => operation.name);
  // Operations of GraphQL alone go through no row of the routes.
  const ofGraphql = all.filter(
    ({ name, refusals }) => !operations.includes(name) && refusals.includes(reason),
  );
  const givers = new Set([...ofRest, ...ofGraphql.map(({ name }) => name)]);
  if (givers.size === 0) return 'none: the service only passes this code on from a remote bank';
  const [words, members] = largestGroup(givers);
  const others = [...givers].filter((name) => !members.includes(name));
  const isWrite = (name: string) => all.some((one) => one.name === name && one.kind === 'write');
  // The members are operations of REST, but the words mean those of GraphQL too.
  const isMeantByWords = (name: string) =>
    words === 'every operation' || (words === 'every operation that writes' && isWrite(name));
  const named = others.filter((name) => !isMeantByWords(name));
  return [...(words === null ? [] : [words]), ...named.map(code)].join(', ');
}

/** One or two operations need no words for a group. */
function largestGroup(
  givers: ReadonlySet<string>,
): readonly [words: string | null, members: readonly string[]] {
  for (const [words, has] of groups) {
    const members = membersOf(has);
    if (members.length > 2 && members.every((name) => givers.has(name))) return [words, members];
  }
  return [null, []];
}
