import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bankOfFile } from '../support/bank-of-file.ts';
import { productOf } from '../support/payments.ts';
import { loggedInPsu } from '../support/story.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();
const psu = await loggedInPsu(bank, tpp);

/** A bulk payment of 1,000 entries whose texts are selected forty times: 5.6 MB. */
function bulkInput() {
  const example = productOf('BULK_NDCT').example as { payments: readonly object[] };
  const payments = Array.from({ length: 1_000 }, (_, index) => ({
    ...example.payments[0],
    remittanceInformationUnstructured: `${index} ${randomUUID()} `.padEnd(140, 'x'),
  }));
  return { ...example, payments };
}
const texts = Array.from({ length: 40 }, (_, index) => `t${index}: remittanceInformationUnstructured`).join(
  ' ',
);
const large = `createBulkPayment(input: $bulk) { payment { paymentId ... on BulkPayment { payments { ${texts} } } } tppMessages { code } }`;
const small = (name: string) =>
  `${name}: createInstantPayment(input: $instant) { payment { paymentId } tppMessages { code } }`;

describe.each([
  ['one mutation', `mutation M($bulk: CreateBulkPaymentInput!) { ${large} }`, 1],
  [
    'the second of two mutations',
    `mutation M($instant: CreateInstantPaymentInput!, $bulk: CreateBulkPaymentInput!) { ${small('a')} ${large} }`,
    2,
  ],
  [
    'the first of two mutations',
    `mutation M($bulk: CreateBulkPaymentInput!, $instant: CreateInstantPaymentInput!) { ${large} ${small('a')} }`,
    2,
  ],
])('the response of %s', (_, query, count) => {
  it('says that it was done, and says so again', async () => {
    const headers = { ...psu, 'x-request-id': randomUUID() };
    const instant = { ...productOf('INDCTS').example, remittanceInformationUnstructured: randomUUID() };
    const variables = { bulk: bulkInput(), ...(count === 2 ? { instant } : {}) };
    const before = await bank.count('payments');
    const first = await tpp.graphqlRaw(query, variables, { headers });
    expect(first.json.data).toBeUndefined();
    expect(first.json.errors).toHaveLength(1);
    expect(first.json.errors[0].message).toMatch(/^the mutation was executed, but the response is larger/);
    expect((await bank.count('payments')) - before).toBe(count);
    for (let round = 0; round < 2; round += 1) {
      const again = await tpp.graphqlRaw(query, variables, { headers });
      expect([again.text, again.headers.get('idempotent-replay')]).toEqual([first.text, 'true']);
    }
    // Another document under the same id is another request.
    const other = await tpp.graphqlRaw(query.replace(texts, 'creditorName'), variables, { headers });
    expect(other.json.data.createBulkPayment).toEqual({ payment: null, tppMessages: [{ code: 'CONFLICT' }] });
    expect((await bank.count('payments')) - before).toBe(count);
    const { json } = await tpp.graphqlRaw('{ payments(first: 1) { nodes { paymentId } totalCount } }');
    expect(json.data.payments.nodes[0].paymentId).toBeTypeOf('string');
  });
});
