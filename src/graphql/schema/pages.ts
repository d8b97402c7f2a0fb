/** Relay connections over keysets: `first`/`after` run to the end, `last`/`before` to the beginning of a list. */
import { refuse } from '../../domain/refusal.ts';
import { parseIsoDate } from '../../domain/values/iso-date.ts';
import type { Page } from '../../operations/ports/page.ts';

/** Items on a page; more is a FORMAT_ERROR. */
export const pageSizeAtMost = 100;
export const pageSizeDefault = 25;

interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

export interface Connection<Item> {
  readonly edges: { readonly node: Item; readonly cursor: string }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  /** Counts the whole list, when the client asks for `totalCount`. */
  readonly count: () => Promise<number>;
}

/** Writes and reads the keyset cursors of a list. */
export interface Cursors<Item, Key> {
  write(item: Item): string;
  /** The values of a cursor; null for a cursor of another list. */
  read(text: string): Key | null;
}

interface CursorShape {
  test(word: string): boolean;
}

/** Cursors of several parts, each with a regular expression. */
export function cursorsBy<Item, Key>(
  shapes: readonly CursorShape[],
  write: (item: Item) => readonly (string | number)[],
  parseKey: (...words: string[]) => Key,
): Cursors<Item, Key> {
  return {
    write: (item) => write(item).join(' '),
    read(text) {
      const words = text.split(' ');
      const fits = words.length === shapes.length && shapes.every((shape, at) => shape.test(words[at] ?? ''));
      return fits ? parseKey(...words) : null;
    },
  };
}

/** The parts of a keyset cursor, as regular expressions. */
export const word: Readonly<Record<'id' | 'day' | 'count' | 'position' | 'amount', CursorShape>> = {
  id: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  day: { test: (text) => parseIsoDate(text) !== null },
  count: /^\d{1,14}$/,
  position: /^\d{1,9}$/,
  amount: /^\d{1,19}\.\d{5}$/,
};

/** Reads one row more than requested, to know whether more follow. */
export async function connectionOf<Item, Key>(
  args: PageArguments,
  cursors: Cursors<Item, Key>,
  readPage: (page: Page<Key>) => Promise<readonly Item[]>,
  count: () => Promise<number>,
): Promise<Connection<Item>> {
  if (args.first != null && args.last != null) {
    throw refuse('FORMAT_ERROR', { path: 'last', text: 'first and last exclude each other' });
  }
  requireSize(args.first, 'first');
  requireSize(args.last, 'last');
  const fromEnd = args.last != null;
  const size = args.last ?? args.first ?? pageSizeDefault;
  const after = keyIn(args.after, 'after', cursors);
  const before = keyIn(args.before, 'before', cursors);
  const rows = await readPage({
    limit: size + 1,
    fromEnd,
    ...(after === null ? {} : { after }),
    ...(before === null ? {} : { before }),
  });
  const more = rows.length > size;
  const page = !more ? rows : fromEnd ? rows.slice(1) : rows.slice(0, size);
  const edges = page.map((node) => ({
    node,
    cursor: Buffer.from(cursors.write(node)).toString('base64url'),
  }));
  const pageInfo = {
    hasNextPage: fromEnd ? before !== null : more,
    hasPreviousPage: fromEnd ? more : after !== null,
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  };
  let total: Promise<number> | undefined;
  return {
    edges,
    pageInfo,
    count: () => {
      total ??= count();
      return total;
    },
  };
}

function requireSize(size: number | null | undefined, path: string): void {
  if (size == null || (size >= 1 && size <= pageSizeAtMost)) return;
  throw refuse('FORMAT_ERROR', { path, text: `must be 1 to ${pageSizeAtMost}` });
}

function keyIn<Item, Key>(
  cursor: string | null | undefined,
  path: string,
  cursors: Cursors<Item, Key>,
): Key | null {
  if (cursor == null) return null;
  const key = cursors.read(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (key === null) throw refuse('FORMAT_ERROR', { path, text: 'is not a cursor of this list' });
  return key;
}
