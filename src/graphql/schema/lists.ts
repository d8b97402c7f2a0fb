/**
 * Relay connections with keyset cursors, lists with `first` and `offset`, and the costs of both. The cost of a list is its length
 * times its selected fields (@pothos/plugin-complexity).
 */

import { z } from 'zod';
import { refuse } from '../../domain/refusal.ts';
import { parseIsoDate } from '../../domain/values/iso-date.ts';
import { countedAtMost, type Page } from '../../operations/ports/page.ts';
import { databaseRead } from '../documents/reads.ts';
import type { builder, FieldBuilder } from './builder.ts';

/** A request for more items is refused as FORMAT_ERROR. */
export const pageSizeAtMost = 100;
export const pageSizeDefault = 25;

type PageArguments = PothosSchemaTypes.DefaultConnectionArguments;

/** Writes and reads the keyset cursors of a list. */
export interface Cursors<Item, Key> {
  write(item: Item): string;
  /** Returns null if the text does not have the form of these cursors. Cursors of another list can have the same form. */
  read(text: string): Key | null;
}

interface CursorPart {
  test(text: string): boolean;
}

/** Cursors whose texts have these parts, separated by spaces. */
export function cursorsBy<Item, Key>(
  parts: readonly CursorPart[],
  write: (item: Item) => readonly (string | number)[],
  toKey: (...texts: string[]) => Key,
): Cursors<Item, Key> {
  return {
    write: (item) => write(item).join(' '),
    read(text) {
      const texts = text.split(' ');
      const isValid =
        texts.length === parts.length && parts.every((part, index) => part.test(texts[index] ?? ''));
      return isValid ? toKey(...texts) : null;
    },
  };
}

/** The kinds of values in keyset cursors. */
export const cursorPart: Readonly<Record<'id' | 'day' | 'integer' | 'position' | 'amount', CursorPart>> = {
  id: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  day: { test: (text) => parseIsoDate(text) !== null },
  integer: /^\d{1,14}$/,
  position: /^\d{1,9}$/,
  amount: /^\d{1,19}\.\d{5}$/,
};

/** Reads a page, and one more row, which shows whether the list has more items. */
export async function connectionOf<Item, Key>(
  args: PageArguments,
  cursors: Cursors<NoInfer<Item>, Key>,
  readPage: (page: Page<Key>) => Promise<readonly Item[]>,
  count: () => Promise<number>,
) {
  if (args.first != null && args.last != null) {
    throw refuse('FORMAT_ERROR', { path: 'last', text: 'use either first or last' });
  }
  requirePageSize(args.first, 'first');
  requirePageSize(args.last, 'last');
  const fromEnd = args.last != null;
  const size = args.last ?? args.first ?? pageSizeDefault;
  const after = keyOf(args.after, 'after', cursors);
  const before = keyOf(args.before, 'before', cursors);
  const rows = await readPage({
    limit: size + 1,
    fromEnd,
    ...(after === null ? {} : { after }),
    ...(before === null ? {} : { before }),
  });
  const hasMore = rows.length > size;
  // `rows` is in the order of the list. So in a page from the end, the additional row comes first.
  const page = fromEnd ? rows.slice(-size) : rows.slice(0, size);
  const edges = page.map((node) => ({
    node,
    cursor: Buffer.from(cursors.write(node)).toString('base64url'),
  }));
  const pageInfo = {
    // If the client sends `first`, the item at the cursor `before` and the later items are no next page (Relay).
    hasNextPage: (!fromEnd && hasMore) || (args.first == null && before !== null),
    hasPreviousPage: fromEnd ? hasMore : after !== null,
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  };
  let total: Promise<number> | undefined;
  return {
    edges,
    pageInfo,
    /** Counts the whole list. It is called only if the client selects `totalCount`. */
    count: () => {
      total ??= count();
      return total;
    },
  };
}

function requirePageSize(size: number | null | undefined, path: string): void {
  if (size == null || (size >= 1 && size <= pageSizeAtMost)) return;
  throw refuse('FORMAT_ERROR', { path, text: `must be 1 to ${pageSizeAtMost}` });
}

function keyOf<Item, Key>(
  cursor: string | null | undefined,
  path: string,
  cursors: Cursors<Item, Key>,
): Key | null {
  if (cursor == null) return null;
  const key = cursors.read(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (key === null) throw refuse('FORMAT_ERROR', { path, text: 'is not a cursor of this list' });
  return key;
}

type ConnectionFields = Parameters<(typeof builder)['globalConnectionFields']>[0];
type ConnectionFieldBuilder = Parameters<Extract<ConnectionFields, (...args: never[]) => unknown>>[0];

/** `type` is the name of the type of the items. */
export function connectionOptions(type: string, countLimit = countedAtMost) {
  const name = `${type}Connection`;
  const connection = {
    name,
    description: `A page of a list of ${type}.`,
    fields: (t: ConnectionFieldBuilder) => ({
      totalCount: t.int({
        description: `Number of items in the whole list, or ${countLimit + 1} if the list has more than ${countLimit}.`,
        extensions: databaseRead(`${name}.totalCount`),
        resolve: (source: unknown) =>
          (source as Pick<Awaited<ReturnType<typeof connectionOf>>, 'count'>).count(),
      }),
    }),
  };
  return [connection, { name: `${type}Edge`, description: 'An item of a list and its cursor.' }] as const;
}

/** The greatest `first` of a list with `first` and `offset`, and also the default of `first`. */
export const itemsAtMost = 1_000;

export interface PartArguments {
  readonly first?: number | null | undefined;
  readonly offset?: number | null | undefined;
}

/** The schema of an argument that must be 1 to `atMost`. */
export function numberUpTo(atMost: number) {
  const text = `must be 1 to ${atMost}`;
  return z.int().min(1, text).max(atMost, text).nullish();
}

export const partArguments = (t: Pick<FieldBuilder, 'arg'>) => ({
  first: t.arg.int({
    validate: numberUpTo(itemsAtMost),
    description: 'Maximum number of items: 1 to 1,000, default 1,000.',
  }),
  offset: t.arg.int({
    validate: z.int().min(0, 'must be 0 or more').nullish(),
    description: 'Number of items to skip from the start.',
  }),
});

export const offsetAndLimitOf = ({ first, offset }: PartArguments) => ({
  limit: first ?? itemsAtMost,
  offset: offset ?? 0,
});

/** A marker: an estimate of the cost with this context assumes the greatest length of each list. */
export const greatestLengthsContext = {};

type ListArguments = Pick<PageArguments, 'first' | 'last'>;

const clampLength = (length: number, greatest: number): number => Math.max(1, Math.min(length, greatest));

/**
 * The cost of a list. The length is `first` or `last`. If the client sends neither, the length is the greatest length with
 * `greatestLengthsContext`, and otherwise the usual length.
 */
export const listCost =
  (usualLength: number, greatestLength = usualLength) =>
  ({ first, last }: ListArguments, context: object) => {
    const assumedLength = context === greatestLengthsContext ? greatestLength : usualLength;
    return { multiplier: clampLength(first ?? last ?? assumedLength, greatestLength) };
  };

export const pageCost = ({ first, last }: ListArguments) => ({
  multiplier: clampLength(first ?? last ?? pageSizeDefault, pageSizeAtMost),
});
