/** One mutation sent several times at once: one acts, the others say that they replay. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bank, startBank } from '../support/bank.ts';
import { freshPsu, productOf } from '../support/payments.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await startBank();
});
afterAll(() => bank.stop());

it.each([1, 2])('10 at once with %i mutations: one payment each, one answer, nine replays', async (count) => {
  const tpp = bank.tpp();
  const fields = Array.from(
    { length: count },
    (_, index) => `m${index}: createInstantPayment(input: $i${index}) { payment { paymentId } }`,
  );
  const variables = Object.fromEntries(
    fields.map((_, index) => [
      `i${index}`,
      { ...productOf('INDCTS').example, remittanceInformationUnstructured: `part ${index}` },
    ]),
  );
  const query = `mutation M(${fields.map((_, index) => `$i${index}: CreateInstantPaymentInput!`).join(', ')}) { ${fields.join(' ')} }`;
  await tpp.graphqlRaw('{ viewer { tppId } }');
  const before = await bank.count('payments');
  const headers = { ...freshPsu(), 'x-request-id': randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => tpp.graphqlRaw(query, variables, { headers })),
  );
  expect((await bank.count('payments')) - before).toBe(count);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const replays = answers.filter((answer) => answer.headers.get('idempotent-replay') === 'true');
  // With several mutations the work may be shared: whoever did any of it does not replay.
  expect(replays.length).toBeGreaterThanOrEqual(10 - count);
  expect(replays.length).toBeLessThanOrEqual(9);
});
