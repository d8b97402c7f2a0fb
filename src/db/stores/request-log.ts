/** Writes rows of the request log in batches, and reads the rows of one TPP. */
import { and, asc, desc, eq, getTableColumns, gt, gte, lt, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import {
  logKinds,
  type RequestLogFilter,
  type RequestLogStore,
  type StoredRequest,
} from '../../operations/request-log/ports.ts';
import { insertInto } from '../inserts.ts';
import type { Session } from '../session.ts';
import { prepare, value } from '../statement.ts';
import { loggedRequests } from '../tables/request-log.ts';

type LogRow = typeof loggedRequests.$inferSelect;
const columns = getTableColumns(loggedRequests);
const { tppId, kind, id, at } = columns;

const insertOne = insertInto(loggedRequests);
const placeholders = Object.fromEntries(Object.keys(columns).map((name) => [name, sql.placeholder(name)]));
/**
 * Inserts for four sizes of batches, so that PostgreSQL plans only four statements. All rows have the same placeholders, because only
 * positions count: `valuesOf` gives the values of one row after the other.
 */
const batchInserts = [64, 16, 4, 1].map((size) => {
  const rows = Array.from({ length: size }, () => placeholders);
  const insertAll = prepare({}, (db) =>
    db.insert<PgTable>(loggedRequests).values(rows).onConflictDoNothing(),
  );
  return {
    size,
    statement: {
      ...insertAll,
      valuesOf: (logRows: readonly LogRow[]) => logRows.flatMap((row) => insertOne.valuesOf(row)),
    },
  };
});

const deleteSurplus = prepare({ tppId, kind, keep: value<number>() }, (db, $) => {
  const ofKind = and(eq(tppId, $.tppId), eq(kind, $.kind));
  const newestSurplusId = db
    .select({ id })
    .from(loggedRequests)
    .where(ofKind)
    .orderBy(desc(id))
    .offset($.keep)
    .limit(1);
  return db.delete(loggedRequests).where(and(ofKind, lte(id, newestSurplusId)));
});

function fitsFilter(
  wantedTppId: string,
  { fromConsole, xRequestId, status, code, path, since, until }: RequestLogFilter,
): SQL | undefined {
  const compareKind = fromConsole ? eq : ne;
  return and(
    eq(tppId, wantedTppId),
    fromConsole == null ? undefined : compareKind(kind, logKinds.indexOf('CONSOLE')),
    // As an int, because the number may be too large for the column, a smallint.
    status == null ? undefined : sql`${columns.status} = ${status}::int`,
    code == null ? undefined : eq(columns.code, code),
    path == null ? undefined : eq(columns.path, path),
    since == null ? undefined : gte(at, since),
    until == null ? undefined : lte(at, until),
    // X-Request-IDs that differ only in case are equal.
    xRequestId == null ? undefined : eq(sql`lower(${columns.xRequestId})`, xRequestId.toLowerCase()),
  );
}

const allKinds = sql.raw(`generate_series(0, ${logKinds.length - 1}) as kinds (wanted)`);
const selectEntry = prepare({ tppId, id }, (db, $) =>
  db
    .select()
    .from(loggedRequests)
    .where(
      and(eq(tppId, $.tppId), sql`${kind} in (${sql.raw([...logKinds.keys()].join(', '))})`, eq(id, $.id)),
    ),
);
/**
 * Makes the partitions of the next days and drops those of old days. Two partitions are not of one day: the default one, and the one with
 * rows from before partitioning by day. From these it deletes up to `limit` old rows, and returns how many.
 */
const rotatePartitions = prepare({ now: at, before: at, limit: value<number>() }, (db, $) =>
  db
    .select({ deleted: sql<number>`deleted` })
    .from(
      sql`rotate_logged_requests(${$.now}::timestamptz, ${$.before}::timestamptz, ${$.limit}::int) as deleted`,
    ),
);

function toStored({ kind, ...row }: LogRow): StoredRequest {
  const kindName = logKinds[kind];
  if (kindName === undefined) throw new Error(`a logged request is of the unknown kind ${kind}`);
  return { ...row, kind: kindName };
}

export const createRequestLogStore = (session: Session): RequestLogStore => ({
  async insert(entries) {
    const rows = entries.map((entry) => ({ ...entry, kind: logKinds.indexOf(entry.kind) }));
    for (const { size, statement } of batchInserts)
      while (rows.length >= size) await session.run(statement, rows.splice(0, size));
  },

  async trim(tppId, kind, keep) {
    await session.run(deleteSurplus, { tppId, kind: logKinds.indexOf(kind), keep });
  },

  async page(tppId, filter, { limit, after, before, fromEnd = false }) {
    const direction = fromEnd ? asc : desc;
    // The primary key begins with TPP and kind, so PostgreSQL reads at most `limit` rows of each kind.
    const ofKind = session.db
      .select()
      .from(loggedRequests)
      .where(
        and(
          fitsFilter(tppId, filter),
          after === undefined ? undefined : lt(id, after),
          before === undefined ? undefined : gt(id, before),
          eq(kind, sql`wanted`),
        ),
      )
      .orderBy(direction(id))
      .limit(limit)
      .as('part');
    const rows = await session.db
      .select({
        tppId: ofKind.tppId,
        kind: ofKind.kind,
        id: ofKind.id,
        at: ofKind.at,
        status: ofKind.status,
        code: ofKind.code,
        path: ofKind.path,
        xRequestId: ofKind.xRequestId,
        record: ofKind.record,
      })
      .from(allKinds)
      .crossJoinLateral(ofKind)
      .orderBy(direction(ofKind.id))
      .limit(limit);
    return (fromEnd ? rows.reverse() : rows).map(toStored);
  },

  async count(tppId, filter, limit) {
    const matches = session.db
      .select({ one: sql`1`.as('one') })
      .from(loggedRequests)
      .where(fitsFilter(tppId, filter))
      .limit(limit)
      .as('counted');
    const [row] = await session.db.select({ count: sql<number>`count(*)::int` }).from(matches);
    return row?.count ?? 0;
  },

  async find(tppId, id) {
    const row = await session.first(selectEntry, { tppId, id });
    return row && toStored(row);
  },

  async deleteOld(now, before, limit) {
    return (await session.first(rotatePartitions, { now, before, limit }))?.deleted ?? 0;
  },
});
