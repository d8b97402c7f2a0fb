/** What the sandbox's types share: balances, and the range of days that a list of transactions may be asked for. */
import type { ObjectRef } from '@pothos/core';
import type { DayRange } from '../../domain/sandbox/reading.ts';
import type { AccountRecord, CardAccountRecord, WrittenBalance } from '../../operations/sandbox/ports.ts';
import type { Builder, Types } from '../builder.ts';
import type { SchemaMapper } from '../from-schema.ts';
import type { CommonTypes } from './common.ts';

export type BalanceRef = ObjectRef<Types, WrittenBalance>;
export type AccountRef = ObjectRef<Types, AccountRecord>;
export type CardAccountRef = ObjectRef<Types, CardAccountRecord>;

export interface SandboxParts {
  readonly mapper: SchemaMapper;
  readonly common: CommonTypes;
  readonly balance: BalanceRef;
}

export function balanceType(builder: Builder, common: CommonTypes): BalanceRef {
  return builder.objectRef<WrittenBalance>('SandboxBalance').implement({
    description: 'A balance of an account or a card account.',
    fields: (t) => ({
      balanceType: t.exposeString('balanceType', { nullable: false, description: 'Type of the balance.' }),
      balanceAmount: t.field({
        type: common.amount,
        nullable: false,
        description: 'How much; it may be negative.',
        resolve: (source) => source.balanceAmount,
      }),
    }),
  });
}

export const fromDateNote = 'First booking date wanted.';
export const toDateNote = 'Last booking date wanted.';

export function dayRange(args: {
  readonly fromDate?: string | null | undefined;
  readonly toDate?: string | null | undefined;
}): DayRange {
  return { fromDate: args.fromDate ?? null, toDate: args.toDate ?? null };
}
