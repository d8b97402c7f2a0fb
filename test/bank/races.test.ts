import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import type { Bank, Tpp } from '../support/bank.ts';
import { rounds } from '../support/nightly.ts';
import { complete } from '../support/story.ts';
import { freshHeaders } from './support/headers.ts';
import { kari, newTppForEachTest, nok, ola, olaNumber, runBatch } from './support/life.ts';

const times = rounds(8, 24);

let bank: Bank;
let tpp: Tpp;
newTppForEachTest('R', null, (own) => {
  ({ bank, tpp } = own);
});

const inTurn = <T>(turn: number, acts: readonly (() => Promise<T>)[]): Promise<T[]> => {
  const order = turn % 2 === 0 ? acts : [...acts].reverse();
  return Promise.all(order.map((act) => act())).then((all) => (turn % 2 === 0 ? all : all.reverse()));
};

describe('a basket', () => {
  it(`${times} times approved and deleted at once: its payments are all approved, or all free`, async () => {
    const seen: Record<string, number> = {};
    for (let turn = 0; turn < times; turn += 1) {
      const headers = freshHeaders();
      const ids: string[] = [];
      for (const product of [domestic, instantDomestic]) {
        const fields = { debtorAccount: ola, creditorAccount: kari, instructedAmount: nok('1.00') };
        const body = { ...product.example, ...fields, remittanceInformationUnstructured: randomUUID() };
        const made = await tpp.rest('POST', `/v1/payments/${product.name}`, { body, headers });
        ids.push(`/v1/payments/${product.name}/${made.json.paymentId}`);
      }
      const paymentIds = ids.map((path) => path.slice(path.lastIndexOf('/') + 1));
      const { json } = await tpp.rest('POST', '/v1/signing-baskets', { body: { paymentIds }, headers });
      const path = `/v1/signing-baskets/${json.basketId}`;
      const started = await tpp.rest('POST', `${path}/authorisations`);
      const [approved, deleted] = await inTurn<{ status: number; data?: unknown }>(turn, [
        () => complete(tpp, started.json.authorisationId, 'APPROVE', olaNumber),
        () => tpp.rest('DELETE', path),
      ]);
      const statuses = await Promise.all(
        ids.map(async (id) => (await tpp.rest('GET', `${id}/status`)).json.transactionStatus),
      );
      const gone = (await tpp.rest('GET', path)).status;
      const outcome = `${deleted?.status} ${gone} ${statuses.join(' ')}`;
      expect(approved?.status).toBe(200);
      expect(['204 404 RCVD RCVD', '409 200 PDNG ACSC']).toContain(outcome);
      seen[outcome] = (seen[outcome] ?? 0) + 1;
    }
    console.log(`baskets approved and deleted at once: ${JSON.stringify(seen)}`);
    await runBatch(tpp);
  }, 60_000);
});

describe('a customer', () => {
  it(`${times} times deleted while an account is opened: no account without its owner, no money left over`, async () => {
    const seen: Record<string, number> = {};
    for (let turn = 0; turn < times; turn += 1) {
      const customerNumber = String(40_000_000_000 + turn);
      const body = { customerNumber, name: 'Short Lived', type: 'private' };
      const { customerId } = (await tpp.rest('POST', '/v1/sandbox/customers', { body })).json;
      const account = (bban: number) => ({
        customerNumber,
        accountName: 'Savings',
        bban: String(bban),
        currency: 'NOK',
        balances: [{ balanceType: 'EXPECTED', balanceAmount: { amount: '100.00', currency: 'NOK' } }],
      });
      const open = (bban: number) => tpp.rest('POST', '/v1/sandbox/accounts', { body: account(bban) });
      await open(10_000_000_000 + turn);
      const [opened, deleted] = await inTurn(turn, [
        () => open(20_000_000_000 + turn),
        () => tpp.rest('DELETE', `/v1/sandbox/customers/${customerId}`),
      ]);
      const outcome = `${opened?.status} ${deleted?.status}`;
      expect(['201 204', '404 204']).toContain(outcome);
      seen[outcome] = (seen[outcome] ?? 0) + 1;
    }
    console.log(`customers deleted while accounts are opened: ${JSON.stringify(seen)}`);
    const left = await bank.sql`select bban from sandbox_accounts where bban like '10%' or bban like '20%'`;
    expect([...left]).toEqual([]);
  }, 60_000);

  it(`${times} times deleted while paying at once: the payment has one end, and the ledger adds up`, async () => {
    const seen: Record<string, number> = {};
    for (let turn = 0; turn < times; turn += 1) {
      const customerNumber = String(50_000_000_000 + turn);
      const body = { customerNumber, name: 'Short Lived', type: 'private' };
      const { customerId } = (await tpp.rest('POST', '/v1/sandbox/customers', { body })).json;
      const debtorAccount = { bban: String(30_000_000_000 + turn), currency: 'NOK' };
      const balances = [{ balanceType: 'EXPECTED', balanceAmount: { amount: '100.00', currency: 'NOK' } }];
      await tpp.rest('POST', '/v1/sandbox/accounts', {
        body: { ...debtorAccount, customerNumber, accountName: 'Savings', balances },
      });
      const path = `/v1/payments/${instantDomestic.name}`;
      const payment = {
        ...instantDomestic.example,
        debtorAccount,
        creditorAccount: kari,
        instructedAmount: nok('1.00'),
      };
      const made = await tpp.rest('POST', path, { body: payment, headers: freshHeaders() });
      const self = `${path}/${made.json.paymentId}`;
      const started = await tpp.rest('POST', `${self}/authorisations`);
      const [, deleted] = await inTurn<{ status: number }>(turn, [
        () => complete(tpp, started.json.authorisationId, 'APPROVE', olaNumber),
        () => tpp.rest('DELETE', `/v1/sandbox/customers/${customerId}`),
      ]);
      const { transactionStatus } = (await tpp.rest('GET', `${self}/status`)).json;
      const outcome = `${deleted?.status} ${transactionStatus}`;
      // Ola may not use the account while it has an owner; without one, any signer may.
      expect(['204 RJCT', '204 ACSC']).toContain(outcome);
      seen[outcome] = (seen[outcome] ?? 0) + 1;
    }
    console.log(`customers deleted while paying: ${JSON.stringify(seen)}`);
  }, 60_000);
});
