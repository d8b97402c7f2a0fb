/** Pages of a list. `pagesOf` reads a page for each of many accounts or card accounts in one statement. */
import { type AnyColumn, and, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { DayRange } from '../../../domain/sandbox/transaction-lists.ts';
import type { Page } from '../../../operations/ports/page.ts';
import type { Session } from '../../session.ts';

/** The order of a list: its columns, and their values at a cursor. */
export interface Order<Key> {
  readonly columns: readonly [AnyColumn, ...AnyColumn[]];
  readonly valuesOf: (key: Key) => readonly unknown[];
  /** Default: descending. */
  readonly ascending?: boolean;
}

/** Keyset pagination: every page costs the same. A page `fromEnd` is read in reverse, so `inOrder` reverses its rows. */
export function keysetPage<Key>({ columns, valuesOf, ascending = false }: Order<Key>, page: Page<Key>) {
  const { fromEnd = false } = page;
  const direction = sql.raw(ascending !== fromEnd ? 'asc' : 'desc');
  const compareWithKey = (sign: SQL, key: Key | undefined): SQL | undefined => {
    if (key === undefined) return undefined;
    const values = valuesOf(key).map((value, index) => sql.param(value, columns[index]));
    return sql`(${sql.join([...columns], sql`, `)}) ${sign} (${sql.join(values, sql`, `)})`;
  };
  return {
    where: [
      compareWithKey(ascending ? sql`>` : sql`<`, page.after),
      compareWithKey(ascending ? sql`<` : sql`>`, page.before),
    ],
    orderBy: columns.map((column) => sql`${column} ${direction}`),
    inOrder: <Row>(rows: Row[]): Row[] => (fromEnd ? rows.reverse() : rows),
  };
}

/** A list that each owner, an account or a card account, has. The first column of the order is the day. */
export interface List<Key, Row, Item> extends Order<Key> {
  readonly select: SQL;
  readonly from: SQL;
  readonly tppId: AnyColumn;
  readonly owner: AnyColumn;
  readonly itemOf: (row: Row) => Item;
}

interface OwnedRow {
  readonly owner: string;
  /** Position in the order in which the page is read. */
  readonly rank: number;
}

export const isInRange = (day: AnyColumn, { fromDate, toDate }: DayRange): SQL | undefined =>
  and(fromDate === null ? undefined : gte(day, fromDate), toDate === null ? undefined : lte(day, toDate));

/** Returns a page of items for each owner; null if the pages have more than `atMost` items in total. */
export async function pagesOf<Key, Row, Item>(
  { db, tppId }: Pick<Session, 'db' | 'tppId'>,
  list: List<Key, Row, Item>,
  ids: readonly string[],
  range: DayRange,
  page: Page<Key>,
  atMost: number,
): Promise<ReadonlyMap<string, readonly Item[]> | null> {
  const { where, orderBy, inOrder } = keysetPage(list, page);
  const order = sql.join(orderBy, sql`, `);
  const rows = await db.execute(sql`
    select wanted.id as owner, found.* from ${idTable(ids)} cross join lateral (
      select ${list.select}, row_number() over (order by ${order})::int as rank
      from ${list.from} where ${and(isRowOfOwner(list, tppId, range), ...where)} order by ${order} limit ${page.limit}) as found
    limit ${atMost + 1}`);
  if (rows.length > atMost) return null;
  const byOwner = new Map(ids.map((id): [string, (Row & OwnedRow)[]] => [id, []]));
  for (const row of rows as unknown as (Row & OwnedRow)[]) byOwner.get(row.owner)?.push(row);
  const pageOf = (ownedRows: (Row & OwnedRow)[]) => inOrder(ownedRows.sort((a, b) => a.rank - b.rank));
  return new Map([...byOwner].map(([id, ownedRows]) => [id, pageOf(ownedRows).map(list.itemOf)]));
}

/** Counts the rows of each owner, up to `atMost`. */
export async function countsOf(
  { db, tppId }: Pick<Session, 'db' | 'tppId'>,
  list: OwnedList & Pick<List<never, never, unknown>, 'from'>,
  ids: readonly string[],
  range: DayRange,
  atMost: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.execute<{ owner: string; count: number }>(sql`
    select wanted.id as owner, found.count from ${idTable(ids)} cross join lateral (
      select count(*)::int from (
        select 1 from ${list.from} where ${isRowOfOwner(list, tppId, range)} limit ${atMost}) as counted) as found`);
  return new Map(rows.map(({ owner, count }) => [owner, count]));
}

const idTable = (ids: readonly string[]): SQL => sql`unnest(${sql.param([...ids])}::text[]) as wanted (id)`;

type OwnedList = Pick<List<never, never, unknown>, 'tppId' | 'owner' | 'columns'>;

const isRowOfOwner = (
  { tppId: column, owner, columns: [day] }: OwnedList,
  tppId: string,
  range: DayRange,
): SQL | undefined => and(eq(column, tppId), sql`${owner} = wanted.id`, isInRange(day, range));
