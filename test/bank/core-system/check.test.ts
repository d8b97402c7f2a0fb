import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { instantDomestic } from '../../../src/domain/payments/products/instant-domestic.ts';
import { sepa } from '../../../src/domain/payments/products/sepa.ts';
import { type Answer, psuHeaders } from '../../support/bank.ts';
import { faultsOf } from '../../support/payments.ts';
import { shareBankWithCore } from './support/bank-with-core.ts';

const path = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
const sepaPath = '/v1/payments/sepa-credit-transfers';
const withKid = { bban: '95364151005', currency: 'NOK' };
const kari = '13039319955';

const one = shareBankWithCore();

const headers = () => ({ ...psuHeaders, 'psu-id': randomUUID() });
const bodyWith = (change: object) => ({ ...instantDomestic.example, ...change });
const create = (change: object): Promise<Answer> =>
  one.tpp.rest('POST', path, { body: bodyWith(change), headers: headers() });

/** The faults that GraphQL reports for the same input. */
async function byGraphql(fields: string) {
  const given = `instructedAmount: { amount: "1.00", currency: NOK }, creditorName: "a", creditorAddress: { country: NO },
    creditorAccount: { bban: "${withKid.bban}", currency: NOK }, debtorAccount: { bban: "95360573002", currency: NOK }${fields}`;
  const document = `mutation { createInstantPayment(input: { ${given} }) { tppMessages { category code path } } }`;
  const { json } = await one.tpp.graphqlRaw(document, {}, { headers: headers() });
  return faultsOf(json.data?.createInstantPayment.tppMessages);
}

describe('a fault', () => {
  it('that the core finds is reported at the creation, with its code and path', async () => {
    const answer = await create({ creditorAccount: withKid });
    expect([answer.status, faultsOf(answer.json.tppMessages)]).toEqual([
      400,
      ['KID_MISSING remittanceInformationStructured.reference'],
    ]);
    expect(await byGraphql('')).toEqual(['KID_MISSING remittanceInformationStructured.reference']);
    expect(await byGraphql(', remittanceInformationStructured: { reference: "1234567" }')).toEqual([
      'KID_INVALID remittanceInformationStructured.reference',
    ]);
  });

  it('in a message that cannot be written costs no call', async () => {
    const before = one.arrived.length;
    const answer = await create({ creditorName: 'Bell\u0007' });
    expect(answer.status).toBe(400);
    expect(faultsOf(answer.json.tppMessages)).toEqual(['FORMAT_ERROR creditorName']);
    expect(one.arrived.length).toBe(before);
  });

  it('against SEPA is reported at the creation, at both doors', async () => {
    const fields = { endToEndIdentification: 'a//b', creditorAddress: { country: 'DE' } };
    const faults = ['FORMAT_ERROR creditorAddress.city', 'FORMAT_ERROR endToEndIdentification'];
    const body = { ...sepa.example, ...fields };
    const answer = await one.tpp.rest('POST', sepaPath, { body, headers: headers() });
    expect([answer.status, faultsOf(answer.json.tppMessages)]).toEqual([400, faults]);
    const document = `mutation Create($input: CreateSepaPaymentInput!) {
      createSepaPayment(input: $input) { tppMessages { category code path } } }`;
    const { json } = await one.tpp.graphqlRaw(document, { input: body }, { headers: headers() });
    expect(faultsOf(json.data?.createSepaPayment.tppMessages)).toEqual(faults);
  });

  it('against our own rules costs no call', async () => {
    const before = one.arrived.length;
    const answer = await create({ instructedAmount: { amount: '-1', currency: 'NOK' } });
    expect(answer.status).toBe(400);
    expect(one.arrived.length).toBe(before);
  });
});

/** Creates a payment with this fee of the core, and reads it at both doors. */
async function createdWithFee(fee: unknown) {
  one.intercept = async () => ({ status: 200, body: { faults: [], fee } });
  const body = bodyWith({ remittanceInformationUnstructured: randomUUID() });
  const { status, json } = await one.tpp.rest('POST', path, { body, headers: headers() });
  one.intercept = null;
  const fields = 'paymentId transactionFees { amount currency } transactionFeeIndicator';
  const { json: read } = await one.tpp.graphqlRaw(`{ payments(first: 100) { nodes { ${fields} } } }`);
  const nodes: { paymentId: string }[] = read.data?.payments.nodes ?? [];
  const node = nodes.find(({ paymentId }) => paymentId === json.paymentId);
  const shown = [json.transactionFees, json.transactionFeeIndicator];
  expect(node, JSON.stringify(read)).toEqual({
    paymentId: json.paymentId,
    transactionFees: shown[0],
    transactionFeeIndicator: shown[1],
  });
  return { status, shown };
}

describe('the fee of the core', () => {
  const noFee = [{ amount: '0.00', currency: 'NOK' }, false];

  it.each([
    ['1', 'NOK', '1.00'],
    ['00001.5', 'NOK', '1.50'],
    ['1.50000', 'EUR', '1.50'],
    ['2.00', 'JPY', '2'],
  ])('%s %s is shown with the decimals of its currency, at both doors', async (amount, currency, written) => {
    const { status, shown } = await createdWithFee({ amount, currency });
    expect([status, shown]).toEqual([201, [{ amount: written, currency }, true]]);
  });

  it.each([
    ['in no currency', { amount: '1.5', currency: 'ZZZ' }, 'invalid_value at currency'],
    ['with too many decimals', { amount: '1.55555', currency: 'NOK' }, 'custom at amount'],
    ['with decimals that its currency lacks', { amount: '1.50', currency: 'JPY' }, 'custom at amount'],
    ['below zero', { amount: '-1.00', currency: 'NOK' }, 'custom at amount'],
    ['that is no object', 'a lot', 'invalid_type at body'],
  ])('%s is left out and logged, and the payment is created', async (_, fee, why) => {
    const { status, shown } = await createdWithFee(fee);
    expect([status, shown]).toEqual([201, noFee]);
    expect(one.notices).toEqual([{ name: 'fee of the core does not fit', fields: { why } }]);
  });
});

/** Release 1.0.0 stored fees in any currency. */
it('a stored fee in no currency counts as none, and breaks no list', async () => {
  const { json } = await create({ remittanceInformationUnstructured: randomUUID() });
  const fee = { transactionFees: { amount: '1.5', currency: 'ZZZ' }, transactionFeeIndicator: true };
  await one.bank
    .sql`update payments set fee = ${one.bank.sql.json(fee)} where payment_id = ${json.paymentId}`;
  const fields = 'paymentId transactionFees { amount currency } transactionFeeIndicator';
  const read = await one.tpp.graphqlRaw(`{ payments(first: 100) { nodes { ${fields} } } }`);
  expect(read.json.data?.payments.nodes, read.text).toContainEqual({
    paymentId: json.paymentId,
    transactionFees: { amount: '0.00', currency: 'NOK' },
    transactionFeeIndicator: false,
  });
});

describe('a core that', () => {
  it.each([
    ['answers what does not fit', { status: 200, body: { faults: 'none', secret: kari } }],
    ['answers no JSON', { status: 200 }],
    ['answers another status', { status: 302 }],
    ['is not there now', { status: 503 }],
    ['has a defect', { status: 500 }],
  ])('%s makes it 503 or 500, and the log holds no personal data', async (_, answer) => {
    one.intercept = async () => answer;
    const { status, headers: got } = await create({});
    one.intercept = null;
    expect([500, 503]).toContain(status);
    if (status === 503) expect(Number(got.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.stringify([one.notices, one.alarms, one.bank.log])).not.toContain(kari);
    expect(await one.bank.count("payments where status <> 'RCVD'")).toBe(0);
  });

  it('is unreachable does not change readiness', async () => {
    one.intercept = async () => ({ status: 503 });
    await create({});
    one.intercept = null;
    expect((await one.bank.fetch('/readyz')).status).toBe(200);
  });
});
