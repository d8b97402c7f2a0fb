/** Pages of the transactions of many accounts or card accounts at once: a statement for a list, not for each account. */

import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { AccountEntry } from '../../../domain/sandbox/account-entry.ts';
import { writtenAmount } from '../../../domain/sandbox/amounts.ts';
import type { CardTransaction } from '../../../domain/sandbox/card-transaction.ts';
import type { DayRange } from '../../../domain/sandbox/reading.ts';
import type { Page } from '../../../operations/ports/page.ts';
import type { AccountStore, CardStore, StoredCardTransaction } from '../../../operations/sandbox/ports.ts';
import type { Executor } from '../../client.ts';
import { cardTransactions, ledgerEntries } from '../../tables/sandbox.ts';
import { keysetPage } from '../keyset.ts';
import { rowsOf } from '../rows-of.ts';

interface Wanted {
  /** What a row is made of, in names of the record. */
  readonly select: SQL;
  readonly from: SQL;
  /** The column that says whose a row is. */
  readonly owner: AnyColumn;
  readonly columns: readonly AnyColumn[];
}

/** Whose a row is, and where it stands in the page. */
interface Found {
  readonly owner: string;
  readonly place: number;
}

/** Rows of all owners, in the order of each one's page; null when they are more than `atMost`. */
async function pagesOf<Row extends Record<string, unknown>, Key>(
  db: Executor,
  { select, from, owner, columns }: Wanted,
  ids: readonly string[],
  range: DayRange,
  page: Page<Key>,
  valuesOf: (key: Key) => readonly unknown[],
  atMost: number,
): Promise<ReadonlyMap<string, readonly Row[]> | null> {
  const { where, orderBy, arrange } = keysetPage(columns, page, valuesOf);
  const order = sql.join(orderBy, sql`, `);
  const { rows } = await db.execute(sql`
    select wanted.id as owner, found.* from ${wantedIds(ids)} cross join lateral (
      select ${select}, row_number() over (order by ${order})::int as place
      from ${from} where ${conditions({ owner, columns }, range, where)} order by ${order} limit ${page.limit}) as found
    limit ${atMost + 1}`);
  if (rows.length > atMost) return null;
  const found = new Map(ids.map((id): [string, (Row & Found)[]] => [id, []]));
  for (const row of rows as unknown as (Row & Found)[]) found.get(row.owner)?.push(row);
  for (const [id, list] of found) found.set(id, arrange(list.sort((a, b) => a.place - b.place)));
  return found;
}

/** How many rows each owner has, counted up to `atMost`. */
async function countsOf(
  db: Executor,
  { from, owner, columns }: Omit<Wanted, 'select'>,
  ids: readonly string[],
  range: DayRange,
  atMost: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute(sql`
    select wanted.id as owner, found.count from ${wantedIds(ids)} cross join lateral (
      select count(*)::int from (
        select 1 from ${from} where ${conditions({ owner, columns }, range)} limit ${atMost}) as counted) as found`);
  return new Map(
    (rows as unknown as { owner: string; count: number }[]).map((row) => [row.owner, row.count]),
  );
}

function conditions(
  { owner, columns: [day] }: Pick<Wanted, 'owner' | 'columns'>,
  { fromDate, toDate }: DayRange,
  where: readonly SQL[] = [],
): SQL {
  const all = [
    sql`${owner} = wanted.id`,
    ...(fromDate === null ? [] : [sql`${day} >= ${fromDate}::date`]),
    ...(toDate === null ? [] : [sql`${day} <= ${toDate}::date`]),
    ...where,
  ];
  return sql.join(all, sql` and `);
}

const wantedIds = (ids: readonly string[]): SQL =>
  sql`(select * from ${rowsOf(
    ids.map((id) => ({ id })),
    'id text',
  )}) as wanted`;

const entries = {
  from: sql`(select * from ${ledgerEntries} where payment_id is not null) as ${ledgerEntries}`,
  owner: ledgerEntries.accountId,
  columns: [ledgerEntries.bookingDate, ledgerEntries.postingId, ledgerEntries.position],
};

const ofCards = {
  from: sql`${cardTransactions}`,
  owner: cardTransactions.cardAccountId,
  columns: [cardTransactions.bookingDate, cardTransactions.sequence],
};

export const countEntries =
  (db: Executor): AccountStore['countEntries'] =>
  (resourceIds, range, atMost) =>
    countsOf(db, entries, resourceIds, range, atMost);

export const countCardTransactions =
  (db: Executor): CardStore['countTransactions'] =>
  (resourceIds, range, atMost) =>
    countsOf(db, ofCards, resourceIds, range, atMost);

type EntryRow = Omit<AccountEntry, 'amount'> & { readonly minor: string };

export const entriesOfMany =
  (db: Executor): AccountStore['entriesOfMany'] =>
  async (resourceIds, range, page, atMost) => {
    const found = await pagesOf<{ [name in keyof EntryRow]: EntryRow[name] }, NonNullable<typeof page.after>>(
      db,
      {
        select: sql`${ledgerEntries.postingId} as "postingId", ${ledgerEntries.position} as position,
          ${ledgerEntries.paymentId} as "paymentId", ${ledgerEntries.bookingDate}::text as "bookingDate",
          ${ledgerEntries.currency} as currency, ${ledgerEntries.amountMinor}::text as minor, ${ledgerEntries.details} as details`,
        ...entries,
      },
      resourceIds,
      range,
      page,
      (key) => [key.bookingDate, key.postingId, key.position],
      atMost,
    );
    if (found === null) return null;
    const entryOf = ({ minor, ...row }: EntryRow): AccountEntry => ({
      ...row,
      amount: writtenAmount(BigInt(minor), row.currency),
    });
    return new Map([...found].map(([id, rows]) => [id, rows.map(entryOf)]));
  };

export const cardTransactionsOfMany =
  (db: Executor): CardStore['transactionsOfMany'] =>
  async (resourceIds, range, page, atMost) => {
    const found = await pagesOf<{ item: CardTransaction; sequence: string }, NonNullable<typeof page.after>>(
      db,
      {
        select: sql`${cardTransactions.item} as item, ${cardTransactions.sequence}::text as sequence`,
        ...ofCards,
      },
      resourceIds,
      range,
      page,
      (key) => [key.bookingDate, key.sequence],
      atMost,
    );
    if (found === null) return null;
    const transactionOf = ({
      item,
      sequence,
    }: {
      item: CardTransaction;
      sequence: string;
    }): StoredCardTransaction => ({
      item,
      sequence: Number(sequence),
    });
    return new Map([...found].map(([id, rows]) => [id, rows.map(transactionOf)]));
  };
