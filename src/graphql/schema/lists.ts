/** Relay connections with keyset cursors, lists with `first` and `offset`, and the costs of both. */

import { z } from 'zod';
import { isoDate } from '../../domain/fields/shared.ts';
import { type Fault, refuseAll } from '../../domain/refusal.ts';
import { countedAtMost, type Page } from '../../operations/ports/page.ts';
import { databaseRead } from '../documents/reads.ts';
import type { builder, FieldBuilder } from './builder.ts';

export const pageSizeAtMost = 100;
const pageSizeDefault = 25;

type PageArguments = PothosSchemaTypes.DefaultConnectionArguments;

export interface Cursors<Item, Key> {
  write(item: Item): string;
  /** null if the text does not have the form of these cursors. */
  read(text: string): Key | null;
}

/** A cursor consists of the parts of an item, separated by spaces. `keySchema` parses a list of parts to a key. */
export const cursorsBy = <Item, Key>(
  keySchema: z.ZodType<Key>,
  partsOf: (item: Item) => readonly (string | number)[],
): Cursors<Item, Key> => ({
  write: (item) => partsOf(item).join(' '),
  read: (text) => keySchema.safeParse(text.split(' ')).data ?? null,
});

export const cursorPart = {
  id: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  day: isoDate,
  integer: z
    .string()
    .regex(/^\d{1,14}$/)
    .transform(Number),
  position: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
  amount: z.string().regex(/^\d{1,19}\.\d{5}$/),
};

/** Makes a page of a list, by one read. `otherFaults` are those of arguments that only this list has. */
export async function connectionOf<Item, Key>(
  args: PageArguments,
  cursors: Cursors<NoInfer<Item>, Key>,
  readPage: (page: Page<Key>) => Promise<readonly Item[]>,
  count: () => Promise<number>,
  otherFaults: readonly Fault[] = [],
) {
  const { keys, faults } = readPageArguments(args, cursors);
  const allFaults = [...otherFaults, ...faults];
  if (allFaults.length > 0) throw refuseAll(allFaults);
  const fromEnd = args.last != null;
  const size = args.last ?? args.first ?? pageSizeDefault;
  // The additional row shows whether the list has more items.
  const rows = await readPage({ limit: size + 1, fromEnd, ...keys });
  const hasMore = rows.length > size;
  // The additional row of a page from the end comes first.
  const page = fromEnd ? rows.slice(-size) : rows.slice(0, size);
  const edges = page.map((node) => ({
    node,
    cursor: Buffer.from(cursors.write(node)).toString('base64url'),
  }));
  const pageInfo = {
    // The item at the cursor `before` follows the page, and the item at `after` precedes it. But as Relay says, `hasMore` alone decides
    // `hasNextPage` if the client sends `first`, and `hasPreviousPage` if it sends `last`.
    hasNextPage: (hasMore && !fromEnd) || ('before' in keys && args.first == null),
    hasPreviousPage: (hasMore && fromEnd) || ('after' in keys && args.last == null),
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  };
  let total: Promise<number> | undefined;
  return {
    edges,
    pageInfo,
    /** Called only if the client selects `totalCount`. */
    count: () => {
      total ??= count();
      return total;
    },
  };
}

function readPageArguments<Key>(args: PageArguments, cursors: Pick<Cursors<never, Key>, 'read'>) {
  const keys: { after?: Key; before?: Key } = {};
  const faults: Fault[] = [];
  if (args.first != null && args.last != null)
    faults.push({ path: 'last', text: 'use either first or last' });
  for (const path of ['first', 'last'] as const) {
    const size = args[path];
    if (size != null && (size < 1 || size > pageSizeAtMost))
      faults.push({ path, text: `must be 1 to ${pageSizeAtMost}` });
  }
  for (const path of ['after', 'before'] as const) {
    const cursor = args[path];
    const key = cursor == null ? null : cursors.read(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (key !== null) keys[path] = key;
    else if (cursor != null) faults.push({ path, text: 'is not a cursor of this list' });
  }
  return { keys, faults };
}

type ConnectionFields = Parameters<(typeof builder)['globalConnectionFields']>[0];
/** The `t` of the fields of a connection. */
type ConnectionFieldBuilder = Parameters<Extract<ConnectionFields, (...args: never[]) => unknown>>[0];

/** The two last arguments of `t.connection`. `countLimit`: up to this number, `totalCount` is exact. */
export function connectionOptions(type: string, countLimit = countedAtMost) {
  const name = `${type}Connection`;
  const connection = {
    name,
    description: `A page of a list of ${type}.`,
    fields: (t: ConnectionFieldBuilder) => ({
      totalCount: t.int({
        description: `Number of items in the whole list, or ${countLimit + 1} if the list has more than ${countLimit}.`,
        extensions: databaseRead(`${name}.totalCount`),
        // Pothos does not know that `connectionOf` made the source.
        resolve: (source: unknown) => (source as { count(): Promise<number> }).count(),
      }),
    }),
  };
  return [connection, { name: `${type}Edge`, description: 'An item of a list and its cursor.' }] as const;
}

export const itemsAtMost = 1_000;

/** The arguments of a field that returns a part of a list. */
export interface PartArguments {
  readonly first?: number | null | undefined;
  readonly offset?: number | null | undefined;
}

function numberUpTo(atMost: number) {
  const text = `must be 1 to ${atMost}`;
  return z.int().min(1, text).max(atMost, text).nullish();
}

/** The argument that says how many items a list without pages returns. */
export const lengthArgument = (
  t: Pick<FieldBuilder, 'arg'>,
  description: string,
  { atMost, byDefault }: { readonly atMost: number; readonly byDefault: number },
) =>
  t.arg.int({
    defaultValue: byDefault,
    validate: numberUpTo(atMost),
    description: `${description}, 1 to ${atMost}.`,
  });

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

/** With this context, an estimate of the cost assumes the greatest length of each list. */
export const greatestLengthsContext = {};

type ListArguments = Pick<PageArguments, 'first' | 'last'>;

const clampLength = (length: number, greatest: number): number => Math.max(1, Math.min(length, greatest));

/** The complexity of a list without pages, for Pothos. */
export const listCost =
  (usualLength: number, greatestLength = usualLength) =>
  ({ first, last }: ListArguments, context: object) => {
    const assumedLength = context === greatestLengthsContext ? greatestLength : usualLength;
    return { multiplier: clampLength(first ?? last ?? assumedLength, greatestLength) };
  };

/** The complexity of a connection, for Pothos. */
export const pageCost = ({ first, last }: ListArguments) => ({
  multiplier: clampLength(first ?? last ?? pageSizeDefault, pageSizeAtMost),
});
