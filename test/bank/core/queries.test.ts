import { expect, it } from 'vitest';
import * as answers from '../../../src/bank/core/answers.ts';
import type { CoreClient } from '../../../src/bank/core/client.ts';
import { createCoreQueries } from '../../../src/bank/core/queries.ts';
import { type CoreReporter, readAnswer } from '../../../src/bank/core/reading.ts';
import type { AccountReference } from '../../../src/domain/payments/instruction.ts';

const nok = (bban: string) => ({ bban, currency: 'NOK' });

async function rightsOf(
  body: readonly unknown[],
  accounts: readonly AccountReference[] = [nok('A1'), nok('B2')],
) {
  const client = { call: async () => ({ status: 200, body }) } as unknown as CoreClient;
  const queries = createCoreQueries(client, { findFaults: () => [] });
  return [...(await queries.findRights('TPP', '1', null, accounts)).values()];
}

it('rights count by their account, in whatever order and form', async () => {
  const body = [
    { account: { iban: 'NO00 b2', currency: 'NOK' }, allowed: true, payer: null, holderName: 'B' },
    { account: nok('a1'), allowed: false },
  ];
  expect(await rightsOf(body)).toEqual([
    { allowed: false, payer: null, holderName: null },
    { allowed: true, payer: null, holderName: 'B' },
  ]);
});

const iban = 'SE1234';
it.each([
  ['its IBAN alone', { iban, bban: '34' }, { iban }],
  ['its BBAN alone', { iban, bban: '34' }, { bban: '34' }],
  ['a BBAN that was not in the query', { iban }, { iban, bban: '34' }],
])('a right that names an account of another country by %s counts', async (_, asked, named) => {
  const body = [{ account: { ...named, currency: 'NOK' }, allowed: true }];
  expect(await rightsOf(body, [{ ...asked, currency: 'NOK' }])).toMatchObject([{ allowed: true }]);
});

it('a right with the BBAN of one account and the IBAN of another one is 503', async () => {
  const body = [{ account: { iban: 'DK1234', bban: '34', currency: 'NOK' }, allowed: true }];
  const rights = rightsOf(body, [{ iban, bban: '34', currency: 'NOK' }]);
  await expect(rights).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
});

it.each([
  ['of which one is for another account', [nok('A1'), nok('C3')]],
  ['of which one is for another currency', [nok('A1'), { bban: 'B2', currency: 'EUR' }]],
  ['of which one is missing', [nok('A1')]],
  ['of which two are for one account', [nok('A1'), nok('B2'), nok('B2')]],
])('rights %s are 503', async (_, accounts) => {
  const body = accounts.map((account) => ({ account, allowed: true }));
  await expect(rightsOf(body)).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
});

it.each([
  ['is empty', ''],
  ['has more than 35 characters', '1'.repeat(36)],
  ['contains NUL', '1\0'],
])(
  'a customer number that %s is unknown, because the interface of the core does not allow it',
  async (_, number) => {
    const client = { call: () => expect.fail('the core was called') } as unknown as CoreClient;
    const queries = createCoreQueries(client, { findFaults: () => [] });
    expect(await queries.findCustomer('TPP', number)).toBeNull();
  },
);

it('a 422 to an order is a refusal also if its body is not JSON', () => {
  const answer = { status: 422, header: () => null, bytes: Buffer.from('the account is closed') };
  expect(readAnswer({} as CoreReporter, 'putOrder', answer, { 422: answers.faults })).toMatchObject({
    answer: { status: 422, body: { faults: [{ code: 'FORMAT_ERROR' }] } },
  });
});
