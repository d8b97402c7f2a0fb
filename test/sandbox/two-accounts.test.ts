import { beforeAll, describe, expect, it } from 'vitest';
import { bankOfFile } from '../support/bank-of-file.ts';
import { create, faultsOf, productOf } from '../support/payments.ts';
import { freshBban } from './support/bodies.ts';

const first = { bban: freshBban(), iban: 'DE89370400440532013000' };
const second = { bban: freshBban(), iban: 'GB29NWBK60161331926819' };
const ibanAlone = 'SE4550000000058398257466';
const bbanAlone = freshBban();
const owner = '18129215603';
const psu = '20079518612';

const bank = await bankOfFile();
const tpp = bank.tpp();
beforeAll(async () => {
  for (const numbers of [first, second, { iban: ibanAlone }, { bban: bbanAlone }]) {
    const body = { ...numbers, customerNumber: owner, accountName: 'Abroad', currency: 'NOK' };
    expect((await tpp.rest('POST', '/v1/sandbox/accounts', { body })).status).toBe(201);
  }
});

const pairs: readonly (readonly [string, { bban: string; iban: string }, boolean])[] = [
  ['both of one account', first, true],
  [
    'one account, its IBAN in groups and small letters',
    { ...first, iban: 'de89 3704 0044 0532 0130 00' },
    true,
  ],
  ['the BBAN of one and the IBAN of another', { ...first, iban: second.iban }, false],
  [
    'a BBAN of the sandbox and an IBAN that it does not know',
    { ...first, iban: 'NL91ABNA0417164300' },
    false,
  ],
  ['an IBAN of the sandbox and a BBAN that it does not know', { ...first, bban: '1234' }, false],
  ['the IBAN of an account that has no BBAN', { bban: '1234', iban: ibanAlone }, true],
  ['the BBAN of one account and the IBAN of another', { bban: bbanAlone, iban: ibanAlone }, false],
  ['the BBAN of an account that has no IBAN', { bban: bbanAlone, iban: 'NL91ABNA0417164300' }, true],
  ['two numbers that it does not know', { bban: '1234', iban: 'NL91ABNA0417164300' }, true],
];

describe.each(['NCBCT', 'CBCT', 'PERIODIC_NDCT'])('%s', (code) => {
  const product = productOf(code);
  it.each(pairs)('with %s', async (_, numbers, one) => {
    for (const field of ['debtorAccount', 'creditorAccount']) {
      const before = await bank.count('payments');
      const answer = await create(tpp, product, {
        ...product.example,
        [field]: { ...numbers, currency: 'NOK' },
      });
      expect([answer.status, faultsOf(answer.json.tppMessages)], field).toEqual(
        one ? [201, []] : [400, [`FORMAT_ERROR ${field}.iban`]],
      );
      expect((await bank.count('payments')) - before).toBe(one ? 1 : 0);
    }
  });
});

it('both references of one payment are named', async () => {
  const product = productOf('CBCT');
  const wrong = { ...first, iban: second.iban, currency: 'NOK' };
  const answer = await create(tpp, product, {
    ...product.example,
    debtorAccount: wrong,
    creditorAccount: wrong,
  });
  expect(faultsOf(answer.json.tppMessages)).toEqual([
    'FORMAT_ERROR creditorAccount.iban',
    'FORMAT_ERROR debtorAccount.iban',
  ]);
});

it('the text is true of one account that has another IBAN too', async () => {
  const product = productOf('CBCT');
  const debtorAccount = { ...first, iban: 'NL91ABNA0417164300', currency: 'NOK' };
  const { json } = await create(tpp, product, { ...product.example, debtorAccount });
  expect(json.tppMessages[0].text).toBe(
    'does not belong to the same account as bban: no account of the sandbox has both numbers',
  );
});

it('accounts of another TPP are unknown', async () => {
  const product = productOf('CBCT');
  const debtorAccount = { ...first, iban: second.iban, currency: 'NOK' };
  const answer = await create(bank.tpp('PSDNO-FSA-ELSE'), product, { ...product.example, debtorAccount });
  expect(answer.status).toBe(201);
});

it('an engagement names one account', async () => {
  const agreement = await tpp.rest('POST', '/v1/sandbox/agreements', { body: { owner, name: 'Payments' } });
  const path = `/v1/sandbox/agreements/${agreement.json.id}/engagements`;
  const engage = (account: object) =>
    tpp.rest('POST', path, { body: { customer: psu, account, roles: ['REGISTER'] } });
  expect((await engage(first)).status).toBe(201);
  const refused = await engage({ ...first, iban: second.iban });
  expect([refused.status, faultsOf(refused.json.tppMessages)]).toEqual([400, ['FORMAT_ERROR account.iban']]);
});
