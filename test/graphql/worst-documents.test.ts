import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/domain/refusal.ts';
import { createDocuments } from '../../src/graphql/documents/documents.ts';
import { limits } from '../../src/graphql/documents/limits.ts';
import { buildSchema } from '../../src/graphql/schema/schema.ts';
import { cheapest } from '../support/cost.ts';

const schema = buildSchema({ sandbox: true });
const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');

function judge(text: string, operationName: string | null = null) {
  const documents = createDocuments(schema, { revealsSchema: true });
  const read = documents.parse(text, operationName);
  if (read instanceof Refusal) throw read;
  const errors = read instanceof Error ? [read] : documents.errorsOf(read, false);
  return { errors, codes: [...new Set(errors.map(({ extensions }) => extensions.code))] };
}
const doubling = (count: number, end: string) =>
  `{...F0}${repeat(count, (i) => `fragment F${i} on Query{...F${i + 1} ...F${i + 1}}`)}${end}`;
const beside = (selection: string) => `query Small{viewer{tppId}} query Large${selection}`;

const basketsOf = (depth: number): string =>
  depth === 0 ? 'paymentId' : `...F basket{payments{${basketsOf(depth - 1)}}}`;

const refused: Readonly<Record<string, string>> = {
  'fragments that double and end in a circle': doubling(20, 'fragment F20 on Query{...F0}'),
  'fragments that double and end in an unknown type': doubling(20, 'fragment F20 on Nope{a}'),
  'fragments that double, 1,200 of them': doubling(1_200, ''),
  'fragments of which each has a small namesake before it': `{...F0} ${repeat(24, (i) => `fragment F${i} on Query{a}`)} ${repeat(24, (i) => `fragment F${i} on Query{a${i}:viewer{...F${i + 1}} b${i}:viewer{...F${i + 1}}}`)}`,
  'fragments beside each other': `{viewer{${repeat(1_200, (i) => `...F${i}`)}}} ${repeat(1_200, (i) => `fragment F${i} on Viewer{a${i}}`)}`,
  'one field 5,000 times': `{viewer{${repeat(5_000, () => 'tppId')}}}`,
  'fields with long arguments': beside(
    `{${repeat(100, () => `payment(paymentId:"${'x'.repeat(9_000)}"){id}`)}}`,
  ),
  'fields that conflict, each with each': beside(
    `{viewer{${repeat(400, () => 'x:tppId')}} viewer{${repeat(400, () => 'x:name')}}}`,
  ),
  'fields that conflict': beside(`{viewer{${repeat(150, () => 'x:tppId x:name')}}}`),
  'unknown fields after 900,000 lines': `{viewer{${'\n'.repeat(900_000)}${repeat(100, () => 'nope')}}}`,
  'unknown fields with long names': `{${repeat(100, (i) => 'a'.repeat(9_000) + i)}}`,
  'types with long names beside long unknown ones': `${repeat(20, (i) => `type ${'A'.repeat(9_000)}${i}{a:Int}`)} query(${repeat(50, (i) => `$v${i}:${'A'.repeat(9_000)}x${i}`)}){a}`,
  'selections in each other': `{viewer${'{...'.repeat(6_000)}`,
  'lists in each other': `{payments(filter:${'['.repeat(6_000)}${']'.repeat(6_000)}){edges{cursor}}}`,
  'types in each other': `query($a:${'['.repeat(6_000)}Int${']'.repeat(6_000)}){a}`,
  'many operations with one fragment': `${repeat(600, (i) => `query A${i}{...F}`)} fragment F on Query{${repeat(20, () => 'payment(paymentId:$x){id}')}}`,
  'unknown values': `{payments(filter:{statuses:[${repeat(19_000, () => 'RCVX')}]}){edges{cursor}}}`,
  'a fragment with a long argument at 160 depths': `{${repeat(20, (i) => `a${i}:payments{nodes{${basketsOf(8)}}}`)}} fragment F on Payment{bookings(first:"${'\\"'.repeat(100_000)}"){at}}`,
  'a fragment with inline fragments in 9,000 fields': `{${repeat(20, (i) => `a${i}{...A}`)}} fragment A on Query{${repeat(5, (i) => `b${i}{...B}`)}} fragment B on Query{${repeat(90, (i) => `c${i}{...C}`)}} fragment C on Query{${repeat(2_300, () => '...{...D}')}}`,
  '500,000 comments': `${'#\n'.repeat(500_000)}{a}`,
  '250,000 lines of a block string': `{a(x:"""${'\n '.repeat(250_000)}""")}`,
  '1,000,000 lines of a block string without an end': `{a(x:"""${'\n'.repeat(1_000_000)}`,
  'unknown variables': `query(${repeat(3_000, (i) => `$v${i}:Intt`)}){viewer{tppId}}`,
};

describe('a document is checked in less than 150 milliseconds, and its errors are short', () => {
  it.each(Object.entries(refused))('%s', (_, text) => {
    const [, operationName = null] = /^query (A0|Small)/.exec(text) ?? [];
    const { errors, codes } = judge(text, operationName);
    expect(cheapest(() => judge(text, operationName), 100)).toBeLessThan(150);
    expect(errors.length).toBeGreaterThan(0);
    expect(['BAD_REQUEST', 'GRAPHQL_VALIDATION_FAILED', 'GRAPHQL_PARSE_FAILED']).toEqual(
      expect.arrayContaining(codes),
    );
    expect(JSON.stringify(errors).length).toBeLessThan(30_000);
  });
});

describe('the new bounds hold at n and refuse n + 1', () => {
  const chain = (count: number) =>
    `{...F1} ${repeat(count, (i) => `fragment F${i + 1} on Query{${i + 1 < count ? `...F${i + 2}` : 'viewer{tppId}'}}`)}`;
  const same = (count: number) => beside(`{viewer{${repeat(count, () => 'tppId')}}}`);
  const fragments = (count: number) =>
    `{viewer{tppId ${count % 2 === 0 ? '...{name}' : ''} ${repeat(Math.floor((count - 1) / 2), () => '...V')}}} fragment V on Viewer{...{name}}`;
  const comments = (count: number) => `{viewer{tppId}}${'#\n'.repeat(count)}`;
  it.each<[string, (n: number) => string, number]>([
    ['fragments within each other', chain, limits.fragmentChain],
    ['fragments', fragments, limits.fragments],
    ['comments', comments, limits.comments],
    ['characters', (n) => '{viewer{tppId}}'.padEnd(n), limits.characters],
    ['characters of a name', (n) => `query ${'a'.repeat(n)} {viewer{tppId}}`, limits.nameCharacters],
    ['fields of one name', same, 316],
  ])('%s', (what, text, bound) => {
    const name = text(bound).startsWith('query Small') ? 'Small' : null;
    expect(judge(text(bound), name).codes).toEqual([]);
    expect(judge(text(bound + 1), name).codes).toEqual([
      ['comments', 'characters'].includes(what) ? 'GRAPHQL_PARSE_FAILED' : 'BAD_REQUEST',
    ]);
  });
});

describe('a fault of a document names', () => {
  it('its place in the text, counted in lines', () => {
    const { errors } = judge('{\n  viewer {\n    nope\n  }\n}');
    expect(errors[0]?.toJSON()).toMatchObject({
      message: expect.stringContaining('nope'),
      locations: [{ line: 3, column: 5 }],
    });
  });
});
