import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  balance,
  expectMoneyKept,
  make,
  olaNumber,
  runBatch,
  sign,
  standing,
  statusOf,
} from '../bank/support/life.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';
import { holding } from '../support/interleave.ts';
import { create, faultsOf, freshPsu, productOf } from '../support/payments.ts';
import { freshBban } from './support/bodies.ts';

const tppId = 'PSDNO-FSA-EITHER';
const kariNumber = '12085592767';
const companyNumber = '18129215603';
const eur = (amount: string) => ({ amount, currency: 'EUR' });
const both = { bban: '50000000058398257466', iban: 'SE4550000000058398257466' };
const byBban = { bban: both.bban, currency: 'EUR' };
const byIban = { iban: 'se45 5000 0000 0583 9825 7466', currency: 'EUR' };
const ibanAlone = { iban: 'DE89370400440532013000' };
const creditor = { bban: '1234', iban: 'GB29NWBK60161331926819' };
const outside = { iban: 'NL91ABNA0417164300', currency: 'EUR' };
const kidAgreement = { required: true, lengths: [7], modulus: 'MOD10' };
const sepa = productOf('SCT');
const crossBorder = productOf('CBCT');

const bank = await bankOfFile();
const tpp = bank.tpp(tppId);
beforeAll(async () => {
  for (const account of [both, ibanAlone, { ...creditor, kidAgreement }])
    expect((await open(account)).status).toBe(201);
});
afterEach(() => expectMoneyKept(bank));

const open = (account: object, customerNumber = olaNumber) => {
  const balances = [{ balanceType: 'EXPECTED', balanceAmount: eur('10.00') }];
  const body = { customerNumber, accountName: 'Abroad', currency: 'EUR', balances, ...account };
  return tpp.rest('POST', '/v1/sandbox/accounts', { body });
};
const openByGraphql = (account: object) => {
  const input = { customerNumber: olaNumber, accountName: 'Abroad', currency: 'EUR', ...account };
  const selection = 'account { resourceId } tppMessages { code path }';
  return mutate(tpp, 'createSandboxAccount', input, selection);
};
const money = () => balance(bank, tppId, both);

const notAllowed = ['RJCT', 'the customer may not use the debtor account'];
async function endOf(paymentId: string) {
  const { transactionStatus, statusHistory } = await standing(tpp, paymentId);
  return [transactionStatus, statusHistory.at(-1)?.reason];
}

describe('an account with a BBAN and an IBAN', () => {
  it('is never charged by a customer who may not use it, whichever number names it', async () => {
    const debtors = [
      [sepa, byIban],
      [crossBorder, byBban],
      [crossBorder, byIban],
      [crossBorder, { ...both, currency: 'EUR' }],
    ] as const;
    for (const [product, debtorAccount] of debtors) {
      const paymentId = await make(tpp, product, { debtorAccount, instructedAmount: eur('5000.00') });
      await sign(tpp, product, paymentId, kariNumber);
      await runBatch(tpp);
      expect(await endOf(paymentId), JSON.stringify(debtorAccount)).toEqual(notAllowed);
    }
    expect(await money()).toBe(1_000n);
  });

  it('pays by its IBAN no more than it holds', async () => {
    const transfer = { debtorAccount: byIban, creditorAccount: outside };
    const paymentId = await make(tpp, sepa, { ...transfer, instructedAmount: eur('4.00') });
    const tooMuch = await make(tpp, sepa, { ...transfer, instructedAmount: eur('5000.00') });
    for (const id of [paymentId, tooMuch]) await sign(tpp, sepa, id, olaNumber);
    // Five runs reach the last run of a day from any time of day.
    await runBatch(tpp, 5);
    expect([await statusOf(tpp, paymentId), await statusOf(tpp, tooMuch)]).toEqual(['ACSC', 'RJCT']);
    expect(await money()).toBe(600n);
  });

  it('gets the money that is sent to its IBAN', async () => {
    const before = await money();
    const changes = { debtorAccount: outside, creditorAccount: byIban, instructedAmount: eur('1.00') };
    const paymentId = await make(tpp, sepa, changes);
    await sign(tpp, sepa, paymentId);
    await runBatch(tpp);
    expect([await statusOf(tpp, paymentId), await money()]).toEqual(['ACSC', before + 100n]);
  });

  it('has its KID agreement under both numbers', async () => {
    const { remittanceInformationUnstructured: _, ...example } = crossBorder.example as Record<
      string,
      unknown
    >;
    for (const numbers of [{ bban: creditor.bban }, { iban: creditor.iban }, creditor]) {
      const body = { ...example, creditorAccount: { ...numbers, currency: 'EUR' } };
      const answer = await create(tpp, crossBorder, body);
      expect(faultsOf(answer.json.tppMessages), JSON.stringify(numbers)).toEqual([
        'KID_MISSING remittanceInformationStructured.reference',
      ]);
    }
  });

  it('is engaged by either number', async () => {
    const numbers = { bban: freshBban(), iban: 'FR1420041010050500013M02606' };
    expect((await open(numbers, companyNumber)).status).toBe(201);
    for (const account of [{ bban: numbers.bban }, { iban: numbers.iban }]) {
      const engagements = [{ customer: olaNumber, account, roles: ['VIEW'] }];
      const body = { owner: companyNumber, name: 'Payments', engagements };
      expect((await tpp.rest('POST', '/v1/sandbox/agreements', { body })).status).toBe(201);
    }
  });
});

describe('payments of one account under two numbers', () => {
  const basketOf = async (paymentIds: readonly string[], headers: Record<string, string>) =>
    (await tpp.rest('POST', '/v1/signing-baskets', { body: { paymentIds }, headers })).status;

  it.each([
    ['debtor', { debtorAccount: byBban }, { debtorAccount: byIban }],
    ['creditor', { creditorAccount: byIban }, { creditorAccount: byBban }],
  ])('409: are duplicates: the %s', async (_, one, other) => {
    const headers = freshPsu();
    const sent = { ...crossBorder.example, instructedAmount: eur('1.00') };
    expect((await create(tpp, crossBorder, { ...sent, ...one }, { headers })).status).toBe(201);
    const again = await create(tpp, crossBorder, { ...sent, ...other }, { headers });
    expect([again.status, faultsOf(again.json.tppMessages)]).toEqual([
      409,
      ['CONFLICT allowLogicalDuplicate'],
    ]);
  });

  it('201: are in one basket', async () => {
    const headers = freshPsu();
    const ids: string[] = [];
    for (const debtorAccount of [byBban, byIban]) {
      const body = { ...crossBorder.example, instructedAmount: eur(`${ids.length + 1}.00`), debtorAccount };
      ids.push((await create(tpp, crossBorder, body, { headers })).json.paymentId);
    }
    expect(await basketOf(ids, headers)).toBe(201);
  });

  it('are duplicates and in one basket by the id and the masked number of a card', async () => {
    const headers = freshPsu();
    const instant = productOf('INDCTS');
    const [card] = (await tpp.rest('GET', '/v1/sandbox/card-accounts')).json;
    const pay = (identification: string, amount: string) => {
      const other = { identification, schemeNameProprietary: 'creditCardAccount' };
      const body = { ...instant.example, debtorAccount: { other, currency: 'NOK' } };
      return create(tpp, instant, { ...body, instructedAmount: { amount, currency: 'NOK' } }, { headers });
    };
    const [one, again, more] = [
      await pay(card.resourceId, '1.00'),
      await pay(card.maskedPan, '1.00'),
      await pay(card.maskedPan, '2.00'),
    ];
    expect([one.status, again.status, more.status]).toEqual([201, 409, 201]);
    expect(await basketOf([one.json.paymentId, more.json.paymentId], headers)).toBe(201);
  });
});

describe('an account with an IBAN alone', () => {
  it('is named by this IBAN together with a BBAN that no other account has', async () => {
    const debtorAccount = { ...ibanAlone, bban: '370400440532013000', currency: 'EUR' };
    const paymentId = await make(tpp, crossBorder, { debtorAccount, instructedAmount: eur('1.00') });
    await sign(tpp, crossBorder, paymentId, kariNumber);
    await runBatch(tpp);
    expect(await endOf(paymentId)).toEqual(notAllowed);
  });
});

describe('409: an IBAN that another account has', () => {
  const path = { code: 'CONFLICT', path: 'iban' };

  it.each([
    ['alone, as one of two numbers', { iban: byIban.iban }],
    ['together with another BBAN', { bban: '99', iban: both.iban }],
    ['of an account that has it alone', { bban: '98', ...ibanAlone }],
  ])('%s', async (_, account) => {
    const before = await bank.count('sandbox_accounts');
    const answer = await open(account, kariNumber);
    expect([answer.status, answer.json.tppMessages]).toEqual([409, [expect.objectContaining(path)]]);
    expect(await openByGraphql(account)).toMatchObject({ account: null, tppMessages: [path] });
    expect(await bank.count('sandbox_accounts')).toBe(before);
  });

  it('is free again when that account is deleted', async () => {
    const numbers = { bban: freshBban(), iban: 'BE68539007547034' };
    const { resourceId } = (await open(numbers)).json;
    expect((await open({ iban: numbers.iban })).status).toBe(409);
    await tpp.rest('DELETE', `/v1/sandbox/accounts/${resourceId}`);
    expect((await open({ iban: numbers.iban })).status).toBe(201);
  });

  it('goes to one of two accounts that are opened at once', async () => {
    const iban = 'CH9300762011623852957';
    const answers = await holding(
      bank,
      (tx) => tx`select 1 from sandbox_customers where tpp_id = ${tppId} for update`,
      async (held) => {
        const first = open({ bban: freshBban(), iban });
        await held.waiting(1, first);
        const second = open({ iban }, kariNumber);
        await held.waiting(2, first, second);
        await held.commit();
        return Promise.all([first, second]);
      },
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 409]);
  });
});
