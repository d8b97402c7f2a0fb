import { and, asc, desc, eq, getTableColumns, gte, lte, ne, type SQL, sql } from 'drizzle-orm';
import { logKinds, type RequestLogFilter, type RequestLogStore } from '../../operations/request-log/ports.ts';
import { firstRow, type Session } from '../session.ts';
import { loggedRequests } from '../tables/request-log.ts';
import { countUpTo, keysetPage, type Order } from './keyset.ts';

const columns = getTableColumns(loggedRequests);
const newestFirst: Order<string> = { columns: [columns.id], valuesOf: (id) => [id] };

function fitsFilter(
  tppId: string,
  { fromConsole, xRequestId, status, code, path, since, until }: RequestLogFilter,
): SQL | undefined {
  const compareKind = fromConsole ? eq : ne;
  return and(
    eq(columns.tppId, tppId),
    fromConsole == null ? undefined : compareKind(columns.kind, 'CONSOLE'),
    // The number may be too large for the column, a smallint, so PostgreSQL compares both as int.
    status == null ? undefined : sql`${columns.status} = ${status}::int`,
    code == null ? undefined : eq(columns.code, code),
    path == null ? undefined : eq(columns.path, path),
    since == null ? undefined : gte(columns.at, since),
    until == null ? undefined : lte(columns.at, until),
    xRequestId == null ? undefined : eq(sql`lower(${columns.xRequestId})`, xRequestId.toLowerCase()),
  );
}

/** A kind is stored as its index in `logKinds`. */
const allKinds = sql.raw(`generate_series(0, ${logKinds.length - 1}) as kinds (kind_index)`);

export const createRequestLogStore = (session: Session): RequestLogStore => ({
  async insert(entries) {
    await session.db
      .insert(loggedRequests)
      .values([...entries])
      .onConflictDoNothing();
  },

  async trim(tppId, kind, atMost) {
    const ofKind = and(eq(columns.tppId, tppId), eq(columns.kind, kind));
    const newestSurplusId = session.db
      .select({ id: columns.id })
      .from(loggedRequests)
      .where(ofKind)
      .orderBy(desc(columns.id))
      .offset(atMost)
      .limit(1);
    await session.db.delete(loggedRequests).where(and(ofKind, lte(columns.id, newestSurplusId)));
  },

  async page(tppId, filter, page) {
    const direction = page.fromEnd ? asc : desc;
    const { where, orderBy, inOrder } = keysetPage(newestFirst, page);
    // The primary key is TPP, kind and id. So PostgreSQL reads each kind in the order of the ids, and stops after `limit` rows.
    const ofKind = session.dbWithoutPlans
      .select()
      .from(loggedRequests)
      .where(and(fitsFilter(tppId, filter), ...where, eq(columns.kind, sql`kind_index`)))
      .orderBy(...orderBy)
      .limit(page.limit)
      .as('part');
    const rows = await session.dbWithoutPlans
      .select()
      .from(allKinds)
      .crossJoinLateral(ofKind)
      .orderBy(direction(ofKind.id))
      .limit(page.limit);
    return inOrder(rows).map(({ part }) => part);
  },

  count: (tppId, filter, atMost) =>
    countUpTo(session.dbWithoutPlans, loggedRequests, fitsFilter(tppId, filter), atMost),

  find(tppId, wantedId) {
    // All kinds fit. PostgreSQL needs this condition to find the id by the primary key, which is TPP, kind and id.
    const isAnyKind = sql`${columns.kind} in (${sql.raw([...logKinds.keys()].join(', '))})`;
    return firstRow(
      session.db
        .select()
        .from(loggedRequests)
        .where(and(eq(columns.tppId, tppId), isAnyKind, eq(columns.id, wantedId))),
    );
  },

  /**
   * Creates daily partitions, and drops old ones whole. Deletes at most `limit` old rows of the partitions that are not daily
   * (`logged_requests_before`, `logged_requests_rest`). On Citus, `limit` does not apply.
   */
  async deleteOld(now, before, limit) {
    const [row] = await session.db.execute<{ deleted: number }>(
      sql`select rotate_logged_requests(${sql.param(now, columns.at)}::timestamptz, ${sql.param(before, columns.at)}::timestamptz, ${limit}::int) as deleted`,
    );
    return row?.deleted ?? 0;
  },
});
