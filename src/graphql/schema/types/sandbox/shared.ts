/** What the sandbox's types share: the references, and the range of days that a list of transactions may be asked for. */
import type { ObjectRef } from '@pothos/core';
import type { DayRange } from '../../../../domain/sandbox/reading.ts';
import type { AccountRecord, CardAccountRecord } from '../../../../operations/sandbox/ports.ts';
import type { Types } from '../../builder.ts';

export type AccountRef = ObjectRef<Types, AccountRecord>;
export type CardAccountRef = ObjectRef<Types, CardAccountRecord>;

export const fromDateNote = 'First booking date wanted.';
export const toDateNote = 'Last booking date wanted.';

export function dayRange(args: {
  readonly fromDate?: string | null | undefined;
  readonly toDate?: string | null | undefined;
}): DayRange {
  return { fromDate: args.fromDate ?? null, toDate: args.toDate ?? null };
}
