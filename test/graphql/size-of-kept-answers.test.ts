import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { psuHeaders } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { authorise, newPayment } from '../support/story.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();

type Variables = Readonly<Record<string, unknown>>;

interface Kept {
  readonly id: string;
  readonly sentBytes: number;
  readonly text: string;
  readonly keptBytes: number;
  again(): Promise<void>;
}

async function keep(query: string, variables: Variables = {}): Promise<Kept> {
  const id = randomUUID();
  const send = () => tpp.graphqlRaw(query, variables, { headers: { ...psuHeaders, 'x-request-id': id } });
  const { text, json } = await send();
  expect(json.errors, text.slice(0, 500)).toBeUndefined();
  const [row] = await bank.sql`
    select pg_column_size(kept.*)::int as bytes from request_answers kept where request_id = ${id}`;
  return {
    id,
    text,
    sentBytes: JSON.stringify({ query, variables }).length,
    keptBytes: row?.bytes,
    async again() {
      const replay = await send();
      expect(replay.text).toBe(text);
      expect(replay.headers.get('idempotent-replay')).toBe('true');
      expect(replay.headers.get('content-encoding')).toBeNull();
    },
  };
}

const [entry] = bulkDomestic.example.payments as readonly [object];
const bulk = () => ({
  ...bulkDomestic.example,
  payments: Array.from({ length: 1_000 }, (_, index) => ({
    ...entry,
    creditorName: `Creditor ${randomUUID()}`,
    instructedAmount: { amount: `${index + 1}.11`, currency: 'NOK' },
    remittanceInformationUnstructured: randomUUID(),
  })),
});

const common = 'paymentId transactionStatus creditorNames debtorAccount { bban } totalAmount { amount }';
const ofBulk = `requestedExecutionDate paymentInformationId payments(first: 3) { creditorName creditorAccount { bban } }`;
const ofDomestic =
  'creditorName creditorAccount { bban } remittanceInformationUnstructured instructedAmount { amount }';
const createBulk = `mutation ($input: CreateBulkPaymentInput!) {
  createBulkPayment(input: $input) { payment { ${common} ${ofBulk} } tppMessages { code } } }`;
const createDomestic = `mutation ($input: CreateDomesticPaymentInput!) {
  createDomesticPayment(input: $input) { payment { ${common} ${ofDomestic} } } }`;
const cancel = `mutation ($input: CancelPaymentInput!) {
  cancelPayment(input: $input) { payment { ${common} ... on BulkPayment { ${ofBulk} } } links { startAuthorisation { href } } } }`;
const createBasket = `mutation ($input: CreateSigningBasketInput!) {
  createSigningBasket(input: $input) { signingBasket { basketId transactionStatus
    payments { ${common} ... on DomesticPayment { ${ofDomestic} } } } } }`;
const deleteBasket = createBasket
  .replace('($input: Create', '($input: Delete')
  .replace('createSigning', 'deleteSigning');

describe('for a payment', () => {
  it('with a thousand entries little is stored, for they are stored with the payment', async () => {
    const made = await keep(createBulk, { input: bulk() });
    expect(made.keptBytes).toBeLessThan(2_000);
    await made.again();
    await made.again();
  });

  it('whose cancellation waits for the PSU no entries are stored again, however often it is requested', async () => {
    const made = await tpp.rest('POST', `/v1/bulk-payments/${bulkDomestic.name}`, {
      body: bulk(),
      headers: psuHeaders,
    });
    const { paymentId } = made.json;
    await authorise(tpp, `/v1/bulk-payments/${bulkDomestic.name}/${paymentId}/authorisations`);
    const asked = [
      await keep(cancel, { input: { paymentId } }),
      await keep(cancel, { input: { paymentId } }),
    ];
    for (const one of asked) {
      expect(one.text).toContain('cancellation-authorisations');
      expect(one.keptBytes).toBeLessThan(4 * one.sentBytes);
      await one.again();
    }
  });

  it('alone at most four times the request is stored', async () => {
    const made = await keep(createDomestic, { input: domestic.example });
    expect(made.keptBytes).toBeLessThan(4 * made.sentBytes);
    await made.again();
  });
});

it('for a basket of ten payments their instructions are not stored again', async () => {
  const paymentIds = [];
  for (let count = 0; count < 10; count += 1) paymentIds.push(await newPayment(tpp));
  const made = await keep(createBasket, { input: { paymentIds } });
  expect(made.keptBytes).toBeLessThan(5 * made.sentBytes);
  await made.again();
  const { basketId } = JSON.parse(made.text).data.createSigningBasket.signingBasket;
  const gone = await keep(deleteBasket, { input: { basketId } });
  expect(gone.keptBytes).toBeLessThan(7 * gone.sentBytes);
  await gone.again();
});

describe('for a response that reads much', () => {
  const list = `mutation ($input: SetSandboxBalancesInput!) {
    setSandboxBalances(input: $input) { account { resourceId customer { customerNumber
      accounts { ${Array.from({ length: 24 }, (_, index) => `a${index}: accountName b${index}: iban`).join(' ')} } } } } }`;
  const balances = [{ balanceAmount: { amount: '1.00', currency: 'NOK' } }];

  async function read(): Promise<Kept> {
    const [account] = (await tpp.rest('GET', '/v1/sandbox/accounts')).json;
    return keep(list, { input: { resourceId: account.resourceId, balances } });
  }

  it('a compressed copy is stored, and returned byte for byte', async () => {
    const made = await read();
    expect(made.text.length).toBeGreaterThan(2 * made.sentBytes);
    expect(made.keptBytes).toBeLessThan(1.5 * made.sentBytes);
    await made.again();
  });

  it('a copy from the previous release is returned unchanged', async () => {
    const made = await read();
    await bank.sql`
      update request_answers set body = ${Buffer.from(made.text)}, headers = headers - 'content-encoding'
      where request_id = ${made.id}`;
    await made.again();
  });

  it('an outcome from the previous release, with all of its payment, gives the same response', async () => {
    const body = { ...domestic.example, remittanceInformationUnstructured: randomUUID() };
    const made = await keep(createDomestic, { input: body });
    await bank.sql`
      update request_answers a set outcomes = jsonb_set(outcomes, '{createDomesticPayment,payment,instruction}', p.instruction)
      from payments p where a.request_id = ${made.id}
        and p.payment_id = outcomes #>> '{createDomesticPayment,payment,paymentId}'`;
    await made.again();
  });
});
