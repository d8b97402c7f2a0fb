/** Customers, accounts and cards of the sandbox, for checks that need them. */
import { randomInt, randomUUID } from 'node:crypto';
import { at, listAt, textAt } from '../record.ts';
import type { Answer } from '../send.ts';
import { type ConformanceCheck, sandboxCheck } from './check.ts';
import { type Expected, textIn } from './expect.ts';
import type { AskOptions, ConformanceProbe } from './probe.ts';

/** Creates a customer if the sandbox has none. */
export async function firstCustomer(probe: ConformanceProbe): Promise<unknown> {
  const { json } = await probe.ask(200, 'GET', '/v1/sandbox/customers');
  return listAt(json)[0] ?? (await newCustomer(probe, 201)).json;
}

/** The account of a creditor who requires a KID of seven digits. Creates one if the sandbox has none. */
export async function kidCreditor(probe: ConformanceProbe): Promise<string> {
  const { json } = await probe.ask(200, 'GET', '/v1/sandbox/accounts');
  const requiresKid = (account: unknown) =>
    at(account, 'kidAgreement', 'required') === true &&
    at(account, 'kidAgreement', 'modulus') === 'MOD10' &&
    listAt(account, 'kidAgreement', 'lengths').includes(7);
  const existing = textAt(listAt(json).find(requiresKid), 'bban');
  if (existing !== null) return existing;
  const customerNumber = textAt(await firstCustomer(probe), 'customerNumber');
  const bban = `KID${randomInt(1_000_000_000, 9_999_999_999)}`;
  const kidAgreement = { required: true, lengths: [7], modulus: 'MOD10' };
  const body = { customerNumber, accountName: 'Conformance', bban, currency: 'NOK', kidAgreement };
  await probe.ask(201, 'POST', '/v1/sandbox/accounts', { body });
  return bban;
}

export function newCustomer(
  probe: ConformanceProbe,
  expected: Expected,
  customerNumber = String(randomInt(1_000_000_000, 9_999_999_999)),
): Promise<Answer> {
  const body = { customerNumber, name: 'Conformance', type: 'private' };
  return probe.ask(expected, 'POST', '/v1/sandbox/customers', { body });
}

export interface CardProbe {
  store(expected: Expected, items: readonly object[], options?: AskOptions): Promise<Answer>;
  list(expected: Expected, query: string): Promise<Answer>;
}

/** Runs the check with a card account of its own, and then deletes the account. If the check failed, the deletion may fail too. */
export function cardCheck(name: string, run: (probe: CardProbe) => Promise<unknown>): ConformanceCheck {
  return sandboxCheck(name, async (probe) => {
    const customerNumber = textAt(await firstCustomer(probe), 'customerNumber');
    const body = { customerNumber, maskedPan: '492500xxxxxx9876', currency: 'NOK', name: 'Conformance' };
    const cardAccount = await probe.ask(201, 'POST', '/v1/sandbox/card-accounts', { body });
    const accountPath = `/v1/sandbox/card-accounts/${textIn(cardAccount, 'resourceId')}`;
    const path = `${accountPath}/transactions`;
    const deleteAccount = (expected: Expected) => probe.ask(expected, 'DELETE', accountPath);
    try {
      await run({
        store: (expected, items, options) => probe.ask(expected, 'POST', path, { body: items, ...options }),
        list: (expected, query) => probe.ask(expected, 'GET', `${path}?${query}`),
      });
    } catch (error) {
      await deleteAccount(null).catch(() => undefined);
      throw error;
    }
    await deleteAccount(204);
  });
}

export const bookedIn = ({ json }: Answer): readonly unknown[] => listAt(json, 'cardTransactions', 'booked');

export function cardItem(change: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    cardTransactionId: randomUUID(),
    terminalId: '00012345',
    bookingDate: '2024-03-04',
    transactionDate: '2024-03-04',
    transactionAmount: { currency: 'NOK', amount: 100 },
    originalAmount: { currency: 'EUR', amount: 9 },
    merchantCategoryCode: '5411',
    cardAcceptorId: 'SHOP1',
    cardAcceptorAddress: { city: 'Oslo', country: 'NO' },
    maskedPan: '492500xxxxxx9876',
    transactionDetails: 'Groceries',
    invoiced: 'false',
    proprietaryBankTransactionCode: 'PURCHASE',
    ...change,
  };
}
