/** Refusals inside an answer are told to the operator, each code once, and to the client a hundred at most. */
import { GraphQLError } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundedResult, createAnswerSize } from '../../src/graphql/documents/answer-size.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp('PSDNO-FSA-REFUSED');
});
afterAll(() => bank.stop());

/** How often /metrics has counted a code at this door. */
async function counted(code: string): Promise<number> {
  const text = await (await bank.fetch('/metrics')).text();
  const line = text
    .split('\n')
    .find((one) => one.startsWith(`psd2_refusals_total{door="graphql",code="${code}"}`));
  return Number(line?.split(' ')[1] ?? 0);
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

it('an answer has a hundred errors at most, the last of which says how many there are', () => {
  const errors = Array.from({ length: 150 }, (_, index) => new GraphQLError(`number ${index}`));
  const { errors: shown = [] } = boundedResult({ data: null, errors }, createAnswerSize(true), false);
  expect(shown).toHaveLength(100);
  expect([shown[98]?.message, shown[99]?.message]).toEqual([
    'number 98',
    '150 errors in all, of which 99 are shown',
  ]);
});
