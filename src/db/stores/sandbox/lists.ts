/** Lists of account entries and of card transactions. One statement reads the lists of many accounts. */
import { type AnyColumn, and, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { DayRange } from '../../../domain/sandbox/transaction-lists.ts';
import type { Page } from '../../../operations/ports/page.ts';
import type { Session } from '../../session.ts';
import { keysetPage, type Order } from '../keyset.ts';
import { wantedIds } from '../rows-of.ts';

/** An owner is an account or a card account. */
interface OwnedRows {
  readonly from: SQL;
  readonly tppId: AnyColumn;
  readonly owner: AnyColumn;
  /** The order of the list. The first column is the day. */
  readonly columns: readonly [AnyColumn, ...AnyColumn[]];
}

export interface OwnedList<Key, Row, Item> extends OwnedRows, Order<Key, AnyColumn> {
  readonly select: SQL;
  readonly itemOf: (row: Row) => Item;
}

interface RankedRow {
  readonly owner: string;
  readonly rank: number;
}

/** Returns null if the pages have more than `atMost` items in total. */
export async function pagesOf<Key, Row, Item>(
  { dbWithoutPlans: db, tppId }: Session,
  list: OwnedList<Key, Row, Item>,
  ids: readonly string[],
  range: DayRange,
  page: Page<Key>,
  atMost: number,
): Promise<ReadonlyMap<string, readonly Item[]> | null> {
  const { where, orderBy, inOrder } = keysetPage(list, page);
  // `limit` in the inner query makes PostgreSQL number only the rows of the page.
  const rows = await db.execute(sql`
    select wanted.id as owner, found.* from ${wantedIds(ids)} cross join lateral (
      select page.*, row_number() over ()::int as rank from (
        select ${list.select} from ${list.from}
        where ${and(isInRange(list, tppId, range), ...where)} order by ${sql.join(orderBy, sql`, `)}
        limit ${page.limit} ${page.offset ? sql`offset ${page.offset}` : undefined}) as page) as found
    limit ${atMost + 1}`);
  if (rows.length > atMost) return null;
  const byOwner = new Map(ids.map((id): [string, RankedRow[]] => [id, []]));
  for (const row of rows as unknown as RankedRow[]) byOwner.get(row.owner)?.push(row);
  const itemsOf = (ownedRows: RankedRow[]) =>
    inOrder(ownedRows.sort((a, b) => a.rank - b.rank)).map(({ owner: _, rank: __, ...row }) =>
      list.itemOf(row as Row),
    );
  return new Map([...byOwner].map(([id, ownedRows]) => [id, itemsOf(ownedRows)]));
}

/** Counts the rows of each owner in the range, up to `atMost` for each owner. */
export async function countsOf(
  { dbWithoutPlans: db, tppId }: Session,
  rows: OwnedRows,
  ids: readonly string[],
  range: DayRange,
  atMost: number,
): Promise<ReadonlyMap<string, number>> {
  const counts = await db.execute<{ owner: string; count: number }>(sql`
    select wanted.id as owner, found.count from ${wantedIds(ids)} cross join lateral (
      select count(*)::int from (
        select 1 from ${rows.from} where ${isInRange(rows, tppId, range)} limit ${atMost}) as counted) as found`);
  return new Map(counts.map(({ owner, count }) => [owner, count]));
}

const isInRange = (
  { tppId: tppColumn, owner, columns: [day] }: OwnedRows,
  tppId: string,
  { fromDate, toDate }: DayRange,
): SQL | undefined =>
  and(
    eq(tppColumn, tppId),
    sql`${owner} = wanted.id`,
    fromDate === null ? undefined : gte(day, fromDate),
    toDate === null ? undefined : lte(day, toDate),
  );
