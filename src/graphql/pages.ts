/** Relay connections over keysets: `first`/`after` run to the end, `last`/`before` to the beginning of a list. */
import { refuse } from '../domain/refusal.ts';
import type { KeysetPage } from '../operations/ports.ts';

/** A page holds at most this many; more is a FORMAT_ERROR. */
export const pageSizeAtMost = 100;
const pageSizeDefault = 25;

export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

export interface Connection<Item> {
  readonly edges: { readonly cursor: string; readonly node: Item }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/** The keys of most lists: ids. */
const idShape = /^[0-9a-f-]{36}$/;

/** Reads one row more than asked for, to know whether the list goes on. `shape` is that of the keys. */
export async function connectionOf<Item>(
  args: PageArguments,
  idOf: (item: Item) => string,
  read: (page: KeysetPage) => Promise<readonly Item[]>,
  shape: RegExp = idShape,
): Promise<Connection<Item>> {
  if (args.first != null && args.last != null) {
    throw refuse('FORMAT_ERROR', { path: 'last', text: 'first and last exclude each other' });
  }
  requireSize(args.first, 'first');
  requireSize(args.last, 'last');
  const fromEnd = args.last != null;
  const size = args.last ?? args.first ?? pageSizeDefault;
  const after = cursor(args.after, 'after', shape);
  const before = cursor(args.before, 'before', shape);
  const rows = await read({
    limit: size + 1,
    fromEnd,
    ...(after === null ? {} : { after }),
    ...(before === null ? {} : { before }),
  });
  const more = rows.length > size;
  const page = !more ? rows : fromEnd ? rows.slice(1) : rows.slice(0, size);
  const edges = page.map((node) => ({ cursor: encode(idOf(node)), node }));
  return {
    edges,
    pageInfo: {
      hasNextPage: fromEnd ? before !== null : more,
      hasPreviousPage: fromEnd ? more : after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function requireSize(size: number | null | undefined, path: string): void {
  if (size == null || (size >= 1 && size <= pageSizeAtMost)) return;
  throw refuse('FORMAT_ERROR', { path, text: `must be 1 to ${pageSizeAtMost}` });
}

const encode = (id: string): string => Buffer.from(id).toString('base64url');

function cursor(given: string | null | undefined, path: string, shape: RegExp): string | null {
  if (given == null) return null;
  const id = Buffer.from(given, 'base64url').toString('utf8');
  if (!shape.test(id)) throw refuse('FORMAT_ERROR', { path, text: 'is not a cursor of this list' });
  return id;
}
