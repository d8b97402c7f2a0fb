import { z } from 'zod';
import { code } from '../fields/shared.ts';
import { refuse } from '../refusal.ts';

export const bookingStatus = code(
  'BookingStatus',
  ['booked', 'pending', 'both'],
  'Which transactions to read. The sandbox has no pending transactions.',
);
export type BookingStatus = z.infer<typeof bookingStatus>;

/** Both days are included. null: no limit. */
export interface DayRange {
  readonly fromDate: string | null;
  readonly toDate: string | null;
}

export function requireRange({ fromDate, toDate }: DayRange): void {
  if (fromDate === null || toDate === null || fromDate <= toDate) return;
  throw refuse('FORMAT_ERROR', { path: 'fromDate', text: `must not be later than toDate, ${toDate}` });
}

/** In one response. If there are more, a WARNING contains the next offset. */
export const transactionsAtMost = 1_000;

/** Customers or accounts in one response. If there are more, a Link header leads to the next page. */
export const recordsAtMost = 1_000;

const largestInt32 = 2_147_483_647;
const rangeText = (least: number) => `must be a whole number from ${least} to ${largestInt32}`;
const wholeNumber = (least: number) =>
  z
    .string()
    .regex(/^[0-9]{1,10}$/, { error: rangeText(least), abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= largestInt32, {
      error: rangeText(least),
    })
    .meta({ type: 'integer', format: 'int32', minimum: least, maximum: largestInt32 });

export const offsetText = wholeNumber(0);
export const limitText = wholeNumber(1);
