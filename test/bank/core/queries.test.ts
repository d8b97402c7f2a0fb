import { expect, it } from 'vitest';
import type { CoreClient } from '../../../src/bank/core/client.ts';
import { createCoreQueries } from '../../../src/bank/core/queries.ts';

const nok = (bban: string) => ({ bban, currency: 'NOK' });

async function rightsOf(body: readonly unknown[]) {
  const client = { call: async () => ({ status: 200, body }) } as unknown as CoreClient;
  const queries = createCoreQueries(client, { findFaults: () => [] });
  return [...(await queries.findRights('TPP', '1', null, [nok('A1'), nok('B2')])).values()];
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

it.each([
  ['of which one is for another account', [nok('A1'), nok('C3')]],
  ['of which one is for another currency', [nok('A1'), { bban: 'B2', currency: 'EUR' }]],
  ['of which one is missing', [nok('A1')]],
  ['of which two are for one account', [nok('A1'), nok('B2'), nok('B2')]],
])('rights %s are 503', async (_, accounts) => {
  const body = accounts.map((account) => ({ account, allowed: true }));
  await expect(rightsOf(body)).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
});
