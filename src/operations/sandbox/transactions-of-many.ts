/**
 * Pages of the transactions of many accounts or card accounts at once. Callers pass ids of accounts that they have read
 * before, so ownership is settled.
 */

import { refuse, refuseAll } from '../../domain/refusal.ts';
import type { AccountEntry } from '../../domain/sandbox/account-entry.ts';
import { type BookingStatus, type DayRange, rangeFaults } from '../../domain/sandbox/reading.ts';
import type { Operation } from '../operation.ts';
import { countedOfEachAtMost, type Page } from '../page.ts';
import { inWordsOf } from './cards/get-sandbox-card-transactions.ts';
import type { CardTransactionKey, EntryKey, StoredCardTransaction } from './ports.ts';

/** Transactions that are read at once. */
export const transactionsAtOnce = 5_000;

interface Wanted<Key> {
  readonly resourceIds: readonly string[];
  readonly range: DayRange;
  readonly page: Page<Key>;
}

export const getEntriesOfAccounts: Operation<
  Wanted<EntryKey>,
  ReadonlyMap<string, readonly AccountEntry[]>
> = {
  name: 'getEntriesOfAccounts',
  role: null,
  kind: 'read',
  refusals: ['FORMAT_ERROR', 'BAD_REQUEST'],
  async run({ stores }, { resourceIds, range, page }) {
    requireRange(range);
    const { accounts } = stores.sandbox;
    return (await accounts.entriesOfMany(resourceIds, range, page, transactionsAtOnce)) ?? tooMany();
  },
};

export interface CardsWanted extends Wanted<CardTransactionKey> {
  readonly bookingStatus: BookingStatus;
  /** Values of x-accept-fix. */
  readonly fixes: readonly string[];
}

export const getTransactionsOfCards: Operation<
  CardsWanted,
  ReadonlyMap<string, readonly StoredCardTransaction[]>
> = {
  name: 'getTransactionsOfCards',
  role: null,
  kind: 'read',
  refusals: ['FORMAT_ERROR', 'BAD_REQUEST'],
  async run({ stores }, { resourceIds, range, page, bookingStatus, fixes }) {
    requireRange(range);
    // Nothing is ever pending: the interface has no way to say so when it stores a transaction.
    if (bookingStatus === 'pending') return new Map();
    const { cards } = stores.sandbox;
    const found = (await cards.transactionsOfMany(resourceIds, range, page, transactionsAtOnce)) ?? tooMany();
    return new Map([...found].map(([id, transactions]) => [id, inWordsOf(fixes, transactions)]));
  },
};

type Counted = Omit<Wanted<never>, 'page'>;

export const countEntriesOfAccounts: Operation<Counted, ReadonlyMap<string, number>> = {
  name: 'countEntriesOfAccounts',
  role: null,
  kind: 'read',
  refusals: ['FORMAT_ERROR'],
  async run({ stores }, { resourceIds, range }) {
    requireRange(range);
    return stores.sandbox.accounts.countEntries(resourceIds, range, countedOfEachAtMost + 1);
  },
};

export const countTransactionsOfCards: Operation<
  Counted & Pick<CardsWanted, 'bookingStatus'>,
  ReadonlyMap<string, number>
> = {
  name: 'countTransactionsOfCards',
  role: null,
  kind: 'read',
  refusals: ['FORMAT_ERROR'],
  async run({ stores }, { resourceIds, range, bookingStatus }) {
    requireRange(range);
    if (bookingStatus === 'pending') return new Map();
    return stores.sandbox.cards.countTransactions(resourceIds, range, countedOfEachAtMost + 1);
  },
};

function requireRange(range: DayRange): void {
  const faults = rangeFaults(range);
  if (faults.length > 0) throw refuseAll(faults);
}

function tooMany(): never {
  const text = `the accounts have more than ${transactionsAtOnce} transactions to show; ask for fewer accounts, or for smaller pages`;
  throw refuse('BAD_REQUEST', { text });
}
