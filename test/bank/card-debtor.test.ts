import { describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import type { Bank, Tpp } from '../support/bank.ts';
import {
  balance,
  type Fields,
  kari,
  make,
  newTppForEachTest,
  nok,
  olaNumber,
  runBatch,
  sign,
  standing,
  statusOf,
} from './support/life.ts';

const kariNumber = '12085592767';
const companyNumber = '18129215603';

let bank: Bank;
let tpp: Tpp;
let tppId: string;
newTppForEachTest('CARD', null, (own) => {
  ({ bank, tpp, tppId } = own);
});

interface Card {
  readonly resourceId: string;
  readonly maskedPan: string;
  readonly customerNumber: string;
  readonly balances: readonly { readonly balanceAmount: { readonly amount: string } }[];
}

const cards = async (): Promise<readonly Card[]> => (await tpp.rest('GET', '/v1/sandbox/card-accounts')).json;

async function cardOf(customerNumber: string): Promise<Card> {
  const found = (await cards()).find((card) => card.customerNumber === customerNumber);
  if (!found) throw new Error('no card');
  return found;
}

async function openCard(body: Fields): Promise<Card> {
  const made = await tpp.rest('POST', '/v1/sandbox/card-accounts', {
    body: { customerNumber: olaNumber, maskedPan: '5300xxxxxxxx0001', currency: 'NOK', ...body },
  });
  expect(made.status, made.text).toBe(201);
  return made.json;
}

const byCard = (identification: string) => ({
  other: { identification, schemeNameProprietary: 'creditCardAccount' },
  currency: 'NOK',
});

async function pay(identification: string, amount: string, signer = olaNumber, changes: Fields = {}) {
  const paymentId = await make(tpp, instantDomestic, {
    debtorAccount: byCard(identification),
    creditorAccount: kari,
    instructedAmount: nok(amount),
    ...changes,
  });
  await sign(tpp, instantDomestic, paymentId, signer);
  return paymentId;
}

const amountsOf = async (customerNumber: string) =>
  (await cardOf(customerNumber)).balances.map(({ balanceAmount }) => balanceAmount.amount);

describe.each(['resourceId', 'maskedPan'] as const)('a card account named by its %s', (name) => {
  it('pays when its customer signs: the credit falls by the amount, and the creditor receives it', async () => {
    const card = await cardOf(olaNumber);
    const paymentId = await pay(card[name], '1000.50');
    expect(await statusOf(tpp, paymentId)).toBe('ACSC');
    expect(await amountsOf(olaNumber)).toEqual(['48999.50']);
    expect(await balance(bank, tppId, kari)).toBe(5_000_000n + 100_050n);
    const { json } = await tpp.rest('GET', `/v1/payments/${instantDomestic.name}/${paymentId}`);
    expect(json.debtorName).toBe('Ola Nordmann');
  });

  it.each([
    ['another private customer', kariNumber],
    ['a company', companyNumber],
  ])('does not pay when %s signs', async (_, signer) => {
    const card = await cardOf(olaNumber);
    const paymentId = await pay(card[name], '1.00', signer);
    const { transactionStatus, statusHistory } = await standing(tpp, paymentId);
    expect([transactionStatus, statusHistory.at(-1)?.reason]).toEqual([
      'RJCT',
      'the customer may not use the debtor account',
    ]);
    expect(await amountsOf(olaNumber)).toEqual(['50000.00']);
  });

  it('pays all of its credit, and not one øre more', async () => {
    const card = await cardOf(olaNumber);
    const over = await standing(tpp, await pay(card[name], '50000.01'));
    expect([over.transactionStatus, over.statusHistory.at(-1)?.reason]).toEqual(['RJCT', 'not enough funds']);
    expect(await statusOf(tpp, await pay(card[name], '50000.00'))).toBe('ACSC');
    expect(await statusOf(tpp, await pay(card[name], '0.01'))).toBe('RJCT');
    expect(await amountsOf(olaNumber)).toEqual(['0.00']);
  });
});

it('a card goes on paying when a balance gets more digits than a request may have', async () => {
  const balances = [
    { balanceType: 'interimAvailable', balanceAmount: nok('5000.00') },
    { balanceType: 'interimBooked', balanceAmount: nok('-9999999999999999.99') },
  ];
  const { resourceId } = await openCard({ balances });
  for (const _ of [1, 2]) expect(await statusOf(tpp, await pay(resourceId, '1.00'))).toBe('ACSC');
  const card = (await cards()).find((one) => one.resourceId === resourceId);
  expect(card?.balances.map(({ balanceAmount }) => balanceAmount.amount)).toEqual([
    '4998.00',
    '-10000000000000001.99',
  ]);
});

describe('available credit', () => {
  const balances = (...amounts: readonly (readonly [string, string])[]) =>
    amounts.map(([balanceType, amount]) => ({ balanceType, balanceAmount: nok(amount) }));
  it.each<[string, Fields, string | null]>([
    ['is the limit without balances', { creditLimit: nok('100.00') }, '100.00'],
    ['is nothing without both', {}, null],
    ['is the balance', { creditLimit: nok('100.00'), balances: balances(['EXPECTED', '60.00']) }, '60.00'],
    [
      'is what a balance calls available',
      { balances: balances(['closingBooked', '10.00'], ['interimAvailable', '70.00']) },
      '70.00',
    ],
    [
      'is the limit less a debt',
      { creditLimit: nok('100.00'), balances: balances(['EXPECTED', '-30.00']) },
      '70.00',
    ],
    [
      'is nothing when less than nothing is available, whatever the limit',
      { creditLimit: nok('100.00'), balances: balances(['interimAvailable', '-30.00']) },
      null,
    ],
    [
      'is the whole limit when nothing is booked',
      { creditLimit: nok('100.00'), balances: balances(['closingBooked', '0.00']) },
      '100.00',
    ],
    [
      'is the limit less a booked debt',
      { creditLimit: nok('100.00'), balances: balances(['closingBooked', '-30.00']) },
      '70.00',
    ],
    [
      'is the limit and what was paid in beyond the debt',
      { creditLimit: nok('100.00'), balances: balances(['closingBooked', '30.00']) },
      '130.00',
    ],
    ['is nothing of a debt without a limit', { balances: balances(['EXPECTED', '-30.00']) }, null],
  ])('%s', async (_, body, available) => {
    const { resourceId } = await openCard(body);
    const more = available === null ? '0.01' : (Number(available) + 0.01).toFixed(2);
    expect(await statusOf(tpp, await pay(resourceId, more))).toBe('RJCT');
    if (available !== null) expect(await statusOf(tpp, await pay(resourceId, available))).toBe('ACSC');
    expect(await statusOf(tpp, await pay(resourceId, '0.01'))).toBe('RJCT');
  });

  it('is charged in the currency of the card', async () => {
    const { resourceId } = await openCard({
      currency: 'EUR',
      balances: [{ balanceType: 'EXPECTED', balanceAmount: { amount: '100.00', currency: 'EUR' } }],
    });
    expect(await statusOf(tpp, await pay(resourceId, '117.00'))).toBe('ACSC');
    const { json } = await tpp.rest('GET', `/v1/sandbox/card-accounts/${resourceId}`);
    expect(json.balances).toEqual([
      { balanceType: 'EXPECTED', balanceAmount: { amount: '90.00', currency: 'EUR' } },
    ]);
    expect(await balance(bank, tppId, kari)).toBe(5_000_000n + 11_700n);
  });

  it('is spent once by two payments at once, at two replicas', async () => {
    const replica = bank.replica();
    try {
      const { resourceId } = await openCard({ creditLimit: nok('100.00') });
      const ids = await Promise.all(
        Array.from({ length: 4 }, () =>
          make(tpp, instantDomestic, {
            debtorAccount: byCard(resourceId),
            creditorAccount: kari,
            instructedAmount: nok('60.00'),
          }),
        ),
      );
      const there = replica.tpp(tppId);
      await Promise.all(ids.map((id, index) => sign(index % 2 ? tpp : there, instantDomestic, id)));
      const statuses = await Promise.all(ids.map((id) => statusOf(tpp, id)));
      expect(statuses.sort()).toEqual(['ACSC', 'RJCT', 'RJCT', 'RJCT']);
      expect(await balance(bank, tppId, kari)).toBe(5_000_000n + 6_000n);
    } finally {
      await replica.stop();
    }
  });
});

describe('the choice of a card account', () => {
  it('prefers the card of the customer who signs, among several with one masked number', async () => {
    const maskedPan = '5300xxxxxxxx0002';
    const [first] = [
      await openCard({ maskedPan, creditLimit: nok('10.00') }),
      await openCard({ maskedPan, customerNumber: kariNumber, creditLimit: nok('500.00') }),
    ];
    expect(await statusOf(tpp, await pay(maskedPan, '400.00', kariNumber))).toBe('ACSC');
    expect(await statusOf(tpp, await pay(first.resourceId, '10.00'))).toBe('ACSC');
  });

  it('ignores the cards of other TPPs: any signer has endless funds', async () => {
    const other = bank.tpp(`${tppId}X`);
    const [theirs] = (await other.rest('GET', '/v1/sandbox/card-accounts')).json;
    const paymentId = await pay(theirs.resourceId, '90000.00', kariNumber);
    expect(await statusOf(tpp, paymentId)).toBe('ACSC');
    const [after] = (await other.rest('GET', '/v1/sandbox/card-accounts')).json;
    expect(after).toEqual(theirs);
  });

  it('pays later under slow settlement, and not after the card is deleted', async () => {
    const slow = { creditorName: 'Scenario Slow Settlement' };
    const [lasting, passing] = [
      await openCard({ creditLimit: nok('100.00') }),
      await openCard({ creditLimit: nok('100.00') }),
    ];
    const ids = [
      await pay(lasting.resourceId, '60.00', olaNumber, slow),
      await pay(passing.resourceId, '60.00', olaNumber, slow),
    ];
    expect(await Promise.all(ids.map((id) => statusOf(tpp, id)))).toEqual(['ACSP', 'ACSP']);
    const gone = await tpp.rest('DELETE', `/v1/sandbox/card-accounts/${passing.resourceId}`);
    expect(gone.status).toBe(204);
    await runBatch(tpp);
    expect(await Promise.all(ids.map((id) => statusOf(tpp, id)))).toEqual(['ACSC', 'RJCT']);
    expect(await statusOf(tpp, await pay(lasting.resourceId, '40.01'))).toBe('RJCT');
  });
});

it('completeAuthorisation without a customer signs for the customer of the card', async () => {
  const card = await cardOf(kariNumber);
  const paymentId = await make(tpp, instantDomestic, {
    debtorAccount: byCard(card.maskedPan),
    instructedAmount: nok('10.00'),
  });
  const started = await tpp.rest('POST', `/v1/payments/${instantDomestic.name}/${paymentId}/authorisations`);
  await tpp.graphqlRaw(
    'mutation ($input: CompleteAuthorisationInput!) { completeAuthorisation(input: $input) { tppMessages { text } } }',
    { input: { authorisationId: started.json.authorisationId, outcome: 'APPROVE' } },
  );
  expect(await statusOf(tpp, paymentId)).toBe('ACSC');
  expect(await amountsOf(kariNumber)).toEqual(['49990.00']);
});
