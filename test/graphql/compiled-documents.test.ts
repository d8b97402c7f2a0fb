import { describe, expect, it } from 'vitest';
import { compilationLimits } from '../../src/graphql/plugins/compiled-queries.ts';
import { buildSchema } from '../../src/graphql/schema/schema.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { nightly, rounds } from '../support/nightly.ts';
import { newPayment } from '../support/story.ts';
import { everyCondition, randomDocument } from './support/random-documents.ts';

const schema = buildSchema({ sandbox: true });
const compiled = new Set<string | undefined>();
/** The first of two uses of a document is interpreted. */
const after = 2;
const bank = await bankOfFile({
  compilation: {
    ...compilationLimits,
    minimumUses: after,
    charactersAtMost: Number.POSITIVE_INFINITY,
    pauseMs: 0,
    onCompiled: ({ name }) => compiled.add(name?.value),
  },
  requestLog: false,
});
const tpp = bank.tpp();
const id = await newPayment(tpp);
for (let count = 1; count < 3; count += 1) await newPayment(tpp);

/** Each night other documents; a failure shows its document. */
const firstSeed = nightly ? Date.now() % 2 ** 31 : 1;

type Variables = Readonly<Record<string, unknown>>;

async function interpreted(query: string, name: string, variables: readonly Variables[]): Promise<unknown[]> {
  const answers = [];
  for (const [index, some] of variables.entries()) {
    // A name of the same length, because errors name columns.
    const { json } = await tpp.graphqlRaw(query.replace(name, `${index}`.padStart(name.length, '_')), some);
    answers.push(json);
  }
  return answers;
}

async function often(query: string, variables: readonly Variables[]): Promise<unknown[]> {
  await tpp.graphqlRaw(query, variables[0]);
  const answers = [];
  for (const some of variables) answers.push((await tpp.graphqlRaw(query, some)).json);
  return answers;
}

it('a condition on a fragment that is spread twice applies at its place, however often the query has come', async () => {
  const query = `query Twice($id: String!, $on: Boolean!) {
    payment(paymentId: $id) { totalAmount { ...A } transactionFees { ...A @include(if: $on) } }
  } fragment A on Amount { currency }`;
  for (let index = 0; index < 4; index += 1) await tpp.graphqlRaw(query, { id, on: true });
  const { data } = await tpp.graphqlRaw(query, { id, on: false });
  expect(data.payment).toEqual({ totalAmount: { currency: 'NOK' }, transactionFees: {} });
});

const refused = (answers: readonly unknown[]): boolean =>
  answers.some((answer) => 'errors' in Object(answer));

describe('random documents return the same, however often they have come', () => {
  it.each([
    ['with conditions', 'With', rounds(8, 500)],
    ['without conditions, which are compiled', 'Without', rounds(5, 200)],
  ])(
    '%s',
    async (_, kind, count) => {
      const conditions = kind === 'With';
      const variables = conditions ? everyCondition.map((some) => ({ id, ...some })) : [{ id }];
      let answered = 0;
      for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
        const name = `${kind}${seed}`;
        const query = randomDocument(schema, seed, { name, conditions });
        const expected = await interpreted(query, name, variables);
        expect(await often(query, variables), query).toEqual(expected);
        if (!refused(expected)) answered += 1;
        expect(compiled.has(name), query).toBe(!conditions && !refused(expected));
      }
      expect(answered).toBeGreaterThan(count / 2);
    },
    600_000,
  );
});
