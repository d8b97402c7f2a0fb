import type { CreationKey } from '../../../../operations/sandbox/ports.ts';
import { type Cursors, cursorPart, cursorsBy } from '../../pages.ts';

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
