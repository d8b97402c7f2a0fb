/** The sandbox's records as REST shows them (specification 2.7, 2.9, contract 8). Absent fields are left out. */
import { type TppMessage, warning } from '../../domain/refusal.ts';
import {
  accountLinks,
  cardAccountLinks,
  customerLinks,
  engagementLinks,
} from '../../domain/sandbox/links.ts';
import { transactionsAtMost } from '../../domain/sandbox/reading.ts';
import type { AccountTransactions } from '../../operations/sandbox/accounts/get-sandbox-account-transactions.ts';
import { transactionIdOf } from '../../operations/sandbox/accounts/transaction-id.ts';
import type { CardTransactions } from '../../operations/sandbox/cards/create-sandbox-card-transactions.ts';
import type { CardTransactionPage } from '../../operations/sandbox/cards/get-sandbox-card-transactions.ts';
import type {
  AccountEntry,
  AccountRecord,
  AgreementRecord,
  CardAccountRecord,
  CustomerRecord,
  EngagementRecord,
} from '../../operations/sandbox/ports.ts';
import { writtenCardTransaction } from './card-transaction.ts';

/** The record with its messages, when there are any. */
export function withMessages<Shown extends object>(shown: Shown, tppMessages: readonly TppMessage[]) {
  return tppMessages.length > 0 ? { ...shown, tppMessages } : shown;
}

export function customer(record: CustomerRecord) {
  const { customerId, customerNumber, customerType, customerName, agreements, accounts, cardAccounts } =
    record;
  const _links = customerLinks(customerId);
  return {
    customerId,
    customerNumber,
    customerType,
    customerName,
    agreements,
    accounts,
    cardAccounts,
    _links,
  };
}

export function account(record: AccountRecord) {
  const { resourceId, currency, accountName, creditLine, balanceType, balance } = record;
  return {
    resourceId,
    ...present(record, 'customerNumber'),
    accountName,
    ...present(record, 'bban', 'iban'),
    currency,
    ...present(record, 'product', 'cashAccountType'),
    creditLine,
    balances: [{ balanceType, balanceAmount: { amount: balance, currency } }],
    ...present(record, 'kidAgreement'),
    _links: accountLinks(resourceId),
  };
}

export function cardAccount(record: CardAccountRecord) {
  const { resourceId, customerNumber, maskedPan, currency, creditLimit, balances } = record;
  return {
    resourceId,
    customerNumber,
    maskedPan,
    currency,
    ...(creditLimit === null ? {} : { creditLimit: { amount: creditLimit, currency } }),
    balances,
    ...present(record, 'name', 'product', 'status', 'expiry'),
    _links: cardAccountLinks(resourceId),
  };
}

export function agreement({ id, owner, name, engagements }: AgreementRecord) {
  return { id, owner, name, engagements };
}

export function engagement(record: EngagementRecord) {
  const { engagementId, agreementId, customer: psu, roles } = record;
  const _links = engagementLinks(agreementId, engagementId);
  return { id: engagementId, customer: psu, account: present(record, 'bban', 'iban'), roles, _links };
}

/** The entries that payments made on an account. */
export function accountTransactions({ account: record, entries, page }: AccountTransactions) {
  const { currency } = record;
  const shown = { account: { ...present(record, 'bban', 'iban'), currency } };
  const { items, tppMessages } = cut(entries, page);
  return withMessages(
    { ...shown, transactions: { booked: items.map(accountEntry), pending: [] } },
    tppMessages,
  );
}

function accountEntry(entry: AccountEntry) {
  const { bookingDate, amount, currency, details, paymentId } = entry;
  return {
    transactionId: transactionIdOf(entry),
    bookingDate,
    valueDate: bookingDate,
    transactionAmount: { amount, currency },
    ...details,
    paymentId,
  };
}

/** Card transactions as read, and as just stored (specification 2.9). */
export function cardTransactions({ cardAccount: { maskedPan }, transactions, page }: CardTransactionPage) {
  const { items, tppMessages } = cut(transactions, page);
  const booked = items.map(({ item }) => writtenCardTransaction(item));
  return withMessages({ cardAccount: { maskedPan }, cardTransactions: { booked, pending: [] } }, tppMessages);
}

export function storedCardTransactions({ cardAccount: { maskedPan }, items, tppMessages }: CardTransactions) {
  const booked = items.map(writtenCardTransaction);
  return withMessages({ cardAccount: { maskedPan }, cardTransactions: { booked, pending: [] } }, tppMessages);
}

/** The items of the answer. A read that asks for more than answers hold takes one more, to know whether there are. */
function cut<Item>(
  found: readonly Item[],
  { offset = 0, limit }: { readonly offset?: number; readonly limit: number },
) {
  if (limit <= transactionsAtMost || found.length <= transactionsAtMost)
    return { items: found, tppMessages: [] };
  const next = offset + transactionsAtMost;
  const text = `the answer holds ${transactionsAtMost} transactions and there are more: read on with offset=${next}`;
  return { items: found.slice(0, transactionsAtMost), tppMessages: [warning('limit', text)] };
}

/** The named fields that are there. */
function present<Record extends object, Name extends keyof Record>(
  record: Record,
  ...names: readonly Name[]
) {
  const there = names.filter((name) => record[name] !== null);
  return Object.fromEntries(there.map((name) => [name, record[name]])) as {
    [name in Name]?: NonNullable<Record[name]>;
  };
}
