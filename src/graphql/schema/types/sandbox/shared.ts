/** What several lists of the sandbox share. */
import type { ObjectRef } from '@pothos/core';
import type { AccountRecord, CardAccountRecord, CreationKey } from '../../../../operations/sandbox/ports.ts';
import type { FieldBuilder, Types } from '../../builder.ts';
import { type Cursors, cursorPart, cursorsBy } from '../../lists.ts';

export type AccountRef = ObjectRef<Types, AccountRecord>;
export type CardAccountRef = ObjectRef<Types, CardAccountRecord>;

export const dayArguments = (t: Pick<FieldBuilder, 'arg'>) => ({
  fromDate: t.arg({ type: 'LocalDate', description: 'First booking date to include.' }),
  toDate: t.arg({ type: 'LocalDate', description: 'Last booking date to include.' }),
});

export interface CreatedItem {
  readonly createdAt: number;
}

/** Cursors of a list that is ordered by the time of creation. */
export const creationCursors = <Item extends CreatedItem>(
  idOf: (item: Item) => string,
): Cursors<Item, CreationKey> =>
  cursorsBy(
    [cursorPart.integer, cursorPart.id],
    (item) => [item.createdAt, idOf(item)],
    (createdAt = '', id = '') => ({ createdAt: Number(createdAt), id }),
  );
