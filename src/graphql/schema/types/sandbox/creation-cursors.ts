import type { CreationKey } from '../../../../operations/sandbox/ports.ts';
import { type Cursors, cursorsBy, word } from '../../pages.ts';

/** What a list in the order of creation has of each item. */
export interface CreatedItem {
  readonly createdAt: number;
}

export const creationCursors = <Item extends CreatedItem>(
  idOf: (item: Item) => string,
): Cursors<Item, CreationKey> =>
  cursorsBy(
    [word.count, word.id],
    (item) => [item.createdAt, idOf(item)],
    (createdAt = '', id = '') => ({ createdAt: Number(createdAt), id }),
  );
