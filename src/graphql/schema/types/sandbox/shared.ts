/** References to the account types, and the arguments of lists of transactions. */
import type { ObjectRef } from '@pothos/core';
import type { AccountRecord, CardAccountRecord } from '../../../../operations/sandbox/ports.ts';
import type { FieldBuilder, Types } from '../../builder.ts';

export type AccountRef = ObjectRef<Types, AccountRecord>;
export type CardAccountRef = ObjectRef<Types, CardAccountRecord>;

export const dayArguments = (t: Pick<FieldBuilder, 'arg'>) => ({
  fromDate: t.arg({ type: 'LocalDate', description: 'First booking date to include.' }),
  toDate: t.arg({ type: 'LocalDate', description: 'Last booking date to include.' }),
});
