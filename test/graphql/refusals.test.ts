import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { limitResult, ResponseLimit } from '../../src/graphql/documents/response-limit.ts';
import { bankOfFile } from '../support/bank-of-file.ts';

const bank = await bankOfFile();
const tpp = bank.tpp('PSDNO-FSA-REFUSED');

async function counted(code: string): Promise<number> {
  const text = await (await bank.fetch('/metrics')).text();
  const lines = text
    .split('\n')
    .filter((one) => one.startsWith(`psd2_refusals_total{door="graphql",code="${code}",`));
  return lines.reduce((sum, line) => sum + Number(line.split(' ')[1]), 0);
}

describe('the log line and /metrics', () => {
  it.each<[string, string, string[]]>([
    ['a field', '{ payment(paymentId: "x") { id } }', ['RESOURCE_UNKNOWN']],
    [
      'several fields, of two codes',
      '{ a: payment(paymentId: "x") { id } b: sandboxAccount(resourceId: "x") { id } node(id: "x") { id } }',
      ['FORMAT_ERROR', 'RESOURCE_UNKNOWN'],
    ],
    ['a document', '{ nope }', ['GRAPHQL_VALIDATION_FAILED']],
    ['input', '{ payment(paymentId: 5) { id } }', ['FORMAT_ERROR']],
    [
      'a mutation',
      'mutation { cancelPayment(input: { paymentId: "x" }) { psuMessage } }',
      ['RESOURCE_UNKNOWN'],
    ],
  ])('name the codes of %s', async (_, query, codes) => {
    const before = await Promise.all(codes.map(counted));
    await tpp.graphqlRaw(query);
    const { code, codes: all } = bank.log.findLast(({ door }) => door === 'graphql') ?? {};
    expect((all ?? [code]).toSorted()).toEqual(codes);
    expect(await Promise.all(codes.map(counted))).toEqual(before.map((count) => count + 1));
  });
});

it('a response has a hundred errors at most, the last with the total', () => {
  const errors = Array.from({ length: 150 }, (_, index) => new GraphQLError(`number ${index}`));
  const { errors: shown = [] } = limitResult(
    { data: null, errors },
    new ResponseLimit({ limitsFields: true }),
  );
  expect(shown).toHaveLength(100);
  expect([shown[98]?.message, shown[99]?.message]).toEqual([
    'number 98',
    '150 errors in all, of which 99 are shown',
  ]);
});

it('a response of 5,000,000 bytes is sent, a larger one is refused', () => {
  const of = (bytes: number) => {
    // Each of these characters, except the first, has two bytes.
    const text = 'é'.repeat((bytes - '{"data":{"a":""}}'.length - 1) / 2);
    return limitResult({ data: { a: `a${text}` } }, new ResponseLimit({ limitsFields: true }));
  };
  expect(of(5_000_000).errors).toBeUndefined();
  expect(of(5_000_002).errors?.[0]?.message).toMatch(/^the response is larger than 5000000 bytes;/);
});

it('a response that no string can hold is refused', () => {
  const size = new ResponseLimit({ limitsFields: true });
  size.countFields(20_000);
  const text = '\0'.repeat(32_768);
  const { errors } = limitResult({ data: { list: Array.from({ length: 20_000 }, () => text) } }, size);
  expect(errors?.[0]?.message).toMatch(/^the response is larger than 5000000 bytes;/);
});

it('a response that was serialised to be measured is sent unchanged', () => {
  const data = { a: ['"é\n'], b: null };
  expect(JSON.parse(limitResult({ data }, new ResponseLimit({ limitsFields: true })).stringify())).toEqual({
    data,
  });
});
