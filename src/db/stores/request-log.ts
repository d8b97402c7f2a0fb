/** Writes rows of the request log in batches, and reads the rows of one TPP. */
import { and, asc, desc, eq, getTableColumns, gte, lte, ne, type SQL, sql } from 'drizzle-orm';
import {
  logKinds,
  type RequestLogFilter,
  type RequestLogStore,
  type StoredRequest,
} from '../../operations/request-log/ports.ts';
import { firstRow, type Session } from '../session.ts';
import { loggedRequests } from '../tables/request-log.ts';
import { countUpTo, keysetPage } from './keyset.ts';

type LogRow = typeof loggedRequests.$inferSelect;
const columns = getTableColumns(loggedRequests);
const { tppId, kind, id, at } = columns;

function fitsFilter(
  ofTpp: string,
  { fromConsole, xRequestId, status, code, path, since, until }: RequestLogFilter,
): SQL | undefined {
  const compareKind = fromConsole ? eq : ne;
  return and(
    eq(tppId, ofTpp),
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

function toStored({ kind, ...row }: LogRow): StoredRequest {
  const kindName = logKinds[kind];
  if (kindName === undefined) throw new Error(`a logged request is of the unknown kind ${kind}`);
  return { ...row, kind: kindName };
}

export const createRequestLogStore = (session: Session): RequestLogStore => ({
  async insert(entries) {
    const rows = entries.map((entry) => ({ ...entry, kind: logKinds.indexOf(entry.kind) }));
    await session.db.insert(loggedRequests).values(rows).onConflictDoNothing();
  },

  async trim(ofTpp, kindName, atMost) {
    const ofKind = and(eq(tppId, ofTpp), eq(kind, logKinds.indexOf(kindName)));
    const newestSurplusId = session.db
      .select({ id })
      .from(loggedRequests)
      .where(ofKind)
      .orderBy(desc(id))
      .offset(atMost)
      .limit(1);
    await session.db.delete(loggedRequests).where(and(ofKind, lte(id, newestSurplusId)));
  },

  async page(ofTpp, filter, page) {
    const direction = page.fromEnd ? asc : desc;
    const { where, orderBy, inOrder } = keysetPage({ columns: [id], valuesOf: (id: string) => [id] }, page);
    // The primary key begins with TPP and kind, so PostgreSQL reads at most `limit` rows of each kind.
    const ofKind = session.db
      .select()
      .from(loggedRequests)
      .where(and(fitsFilter(ofTpp, filter), ...where, eq(kind, sql`wanted`)))
      .orderBy(...orderBy)
      .limit(page.limit)
      .as('part');
    const rows = await session.db
      .select()
      .from(allKinds)
      .crossJoinLateral(ofKind)
      .orderBy(direction(ofKind.id))
      .limit(page.limit);
    return inOrder(rows).map(({ part }) => toStored(part));
  },

  count: (ofTpp, filter, atMost) => countUpTo(session.db, loggedRequests, fitsFilter(ofTpp, filter), atMost),

  async find(ofTpp, wantedId) {
    // Names all kinds, because the primary key begins with TPP and kind.
    const isAnyKind = sql`${kind} in (${sql.raw([...logKinds.keys()].join(', '))})`;
    const row = await firstRow(
      session.db
        .select()
        .from(loggedRequests)
        .where(and(eq(tppId, ofTpp), isAnyKind, eq(id, wantedId))),
    );
    return row && toStored(row);
  },

  /**
   * Creates the partitions of the next days and drops the partitions of old days. Two partitions have rows of several days: the
   * default one, and the one with the rows from before partitioning. Deletes up to `limit` old rows from these two, and returns
   * how many.
   */
  async deleteOld(now, before, limit) {
    const [row] = await session.db.execute<{ deleted: number }>(
      sql`select rotate_logged_requests(${sql.param(now, at)}::timestamptz, ${sql.param(before, at)}::timestamptz, ${limit}::int) as deleted`,
    );
    return row?.deleted ?? 0;
  },
});
