/** What the reads of many accounts or card accounts at once have in common. Callers pass ids of accounts that they have read before, so ownership is settled. */
import { refuse, refuseAll } from '../../domain/refusal.ts';
import { type DayRange, rangeFaults } from '../../domain/sandbox/reading.ts';
import type { Page } from '../ports/page.ts';

/** Transactions that are read at once. */
export const transactionsAtOnce = 5_000;

export interface Wanted<Key> {
  readonly resourceIds: readonly string[];
  readonly range: DayRange;
  readonly page: Page<Key>;
}

export type Counted = Omit<Wanted<never>, 'page'>;

export function requireRange(range: DayRange): void {
  const faults = rangeFaults(range);
  if (faults.length > 0) throw refuseAll(faults);
}

export function tooMany(): never {
  const text = `the accounts have more than ${transactionsAtOnce} transactions to show; ask for fewer accounts, or for smaller pages`;
  throw refuse('BAD_REQUEST', { text });
}
