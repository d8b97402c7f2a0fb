import { randomInt, randomUUID } from 'node:crypto';
import { bodyOf } from '../../play/bodies.ts';
import type { PlayCustomer } from '../../play/customer.ts';
import type { PaymentKind } from '../../play/outlines.ts';
import { visitPages } from '../../play/psu.ts';
import { listAt, textAt } from '../../record.ts';
import type { Answer } from '../../send.ts';
import { type ConformanceCheck, sandboxCheck } from '../check.ts';
import { expectStatus, expectThat, linkIn, textIn } from '../expect.ts';
import { type AskOptions, type ConformanceProbe, psuHeaders } from '../probe.ts';

export async function firstCustomer(probe: ConformanceProbe): Promise<unknown> {
  const { json } = expectStatus(await probe.ask('GET', '/v1/sandbox/customers'), 200);
  const [customer] = listAt(json);
  expectThat(customer !== undefined, 'the sandbox has no customer');
  return customer;
}

export function newCustomer(
  probe: ConformanceProbe,
  customerNumber = String(randomInt(1_000_000_000, 9_999_999_999)),
): Promise<Answer> {
  const body = { customerNumber, name: 'Conformance', type: 'private' };
  return probe.ask('POST', '/v1/sandbox/customers', { body });
}

/** The transactions of a card account. */
interface CardProbe {
  store(items: readonly object[], ask?: AskOptions): Promise<Answer>;
  list(query: string): Promise<Answer>;
}

/** With a new card account. */
export function cardCheck(name: string, run: (transactions: CardProbe) => Promise<void>): ConformanceCheck {
  return sandboxCheck(name, async (probe) => {
    const customerNumber = textAt(await firstCustomer(probe), 'customerNumber');
    const body = { customerNumber, maskedPan: '492500xxxxxx9876', currency: 'NOK', name: 'Conformance' };
    const cardAccount = expectStatus(await probe.ask('POST', '/v1/sandbox/card-accounts', { body }), 201);
    const path = `/v1/sandbox/card-accounts/${textIn(cardAccount, 'resourceId')}/transactions`;
    await run({
      store: (items, ask = {}) => probe.ask('POST', path, { body: items, ...ask }),
      list: (query) => probe.ask('GET', `${path}?${query}`),
    });
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

/** From the account of the payer. */
export function payFrom(
  probe: ConformanceProbe,
  { debtor }: PlayCustomer,
  kind: PaymentKind,
  headers = psuHeaders(),
): Promise<Answer> {
  return probe.pay(kind, {}, { headers, body: bodyOf(kind, { debtor }) });
}

export async function decide(
  probe: ConformanceProbe,
  { customerNumber }: PlayCustomer,
  created: Answer,
  outcome: 'APPROVE' | 'REJECT',
): Promise<void> {
  const headers = psuHeaders();
  const authorisation = await probe.ask('POST', linkIn(created, 'startAuthorisation'), { headers });
  const link = linkIn(expectStatus(authorisation, 201), 'scaRedirect');
  await visitPages({ link, base: probe.base, customerNumber, outcome, onStep: () => undefined });
}

export async function expectStatusOf(
  probe: ConformanceProbe,
  created: Answer,
  expectedStatus: string,
): Promise<void> {
  const statusAnswer = expectStatus(await probe.ask('GET', linkIn(created, 'status')), 200);
  const transactionStatus = textIn(statusAnswer, 'transactionStatus');
  const isExpected = transactionStatus === expectedStatus;
  expectThat(isExpected, `expected ${expectedStatus}, the status is ${transactionStatus}`);
}
