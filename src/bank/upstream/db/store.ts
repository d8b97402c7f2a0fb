/**
 * Stores the resources that the bank knows too. One statement claims payments before they are polled, so that two processes do not poll
 * the same due payment.
 */
import { and, desc, eq, getTableColumns, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { insertInto } from '../../../db/inserts.ts';
import type { Session } from '../../../db/session.ts';
import { isAnyOf, prepare, value } from '../../../db/statement.ts';
import { deleteOldRows } from '../../../db/stores/old-rows.ts';
import { rowsOf } from '../../../db/stores/rows-of.ts';
import { hasValues } from '../../../db/tables/columns.ts';
import { refuse } from '../../../domain/refusal.ts';
import { instantText } from '../../../domain/values/iso-date.ts';
import type { PollResult, RemoteRecord, RemoteStore } from '../ports.ts';
import { remoteResources as resources } from './table.ts';

const { recordedAt: _, ...columns } = getTableColumns(resources);
const insertResource = insertInto(resources, 'recordedAt');

const emptyRecord: Omit<RemoteRecord, 'tppId' | 'kind' | 'id'> = {
  reference: null,
  scaRedirect: null,
  returnState: null,
  psuIpAddress: null,
  reportedAt: null,
  bankAskedAt: null,
  nextPollAt: null,
  unchangedPolls: 0,
  unansweredAt: null,
  unknownSince: null,
};

const selectByIds = prepare(
  { tppId: resources.tppId, kind: resources.kind, ids: value<readonly string[]>() },
  (db, $) =>
    db
      .select(columns)
      .from(resources)
      .where(and(eq(resources.tppId, $.tppId), eq(resources.kind, $.kind), isAnyOf(resources.id, $.ids))),
);

/** The clocks of two processes differ by less than this if the `/readyz` of both is 200. */
const clocksDifferAtMostMs = 60_000;

const pollRows = rowsOf<PollResult>(
  '"tppId" text, id text, "reportedAt" timestamptz, "nextPollAt" timestamptz, "unchangedPolls" int, "unchangedPollsBefore" int, "unansweredAt" timestamptz, "unknownSince" timestamptz',
);
/** The last poll began at `bankAskedAt`. If the stored `reportedAt` is later than this limit, a wrong clock made it. */
const latestPossibleReport = sql`${resources.bankAskedAt} + ${sql.raw(`interval '${clocksDifferAtMostMs} milliseconds'`)}`;
/** During a poll `unchangedPolls` falls if a PSU leaves for the bank, or another process finds a change. Then the next poll stays early. */
const mustPollEarly = sql`${resources.unchangedPolls} < row."unchangedPollsBefore" and row."nextPollAt" is not null`;
const lessIfEarly = (column: PgColumn, newValue: SQL) =>
  sql`case when ${mustPollEarly} then least(${column}, ${newValue}) else ${newValue} end`;
const updateAfterPolls = prepare({ pollRows }, (db, $) =>
  db
    .update(resources)
    .set({
      // Keeps the later time, because another process may have polled later. But a stored time of a wrong clock is replaced.
      reportedAt: sql`case when ${resources.reportedAt} > ${latestPossibleReport}
        then row."reportedAt" else greatest(${resources.reportedAt}, row."reportedAt") end`,
      nextPollAt: lessIfEarly(resources.nextPollAt, sql`row."nextPollAt"`),
      unchangedPolls: lessIfEarly(resources.unchangedPolls, sql`row."unchangedPolls"`),
      unansweredAt: sql`row."unansweredAt"`,
      unknownSince: sql`row."unknownSince"`,
    })
    .from($.pollRows)
    .where(hasValues(resources, { tppId: sql`row."tppId"`, kind: 'PAYMENT', id: sql`row.id` })),
);

const updateLastRequest = prepare(
  {
    tppId: resources.tppId,
    kind: resources.kind,
    ids: value<readonly string[]>(),
    reference: resources.reference,
    earlier: resources.bankAskedAt,
    bankAskedAt: resources.bankAskedAt,
    psuIpAddress: resources.psuIpAddress,
  },
  (db, $) =>
    db
      .update(resources)
      .set({ bankAskedAt: $.bankAskedAt, psuIpAddress: $.psuIpAddress })
      .where(
        and(
          hasValues(resources, { tppId: $.tppId, kind: $.kind }),
          // With `id = $1` PostgreSQL might use the index remote_resources_age, and read all resources of this kind.
          isAnyOf(resources.id, $.ids),
          sql`${resources.reference} is not distinct from ${$.reference}`,
          sql`${resources.bankAskedAt} is not distinct from ${$.earlier}`,
        ),
      ),
);

export function createRemoteStore(session: Session): RemoteStore {
  return {
    ...createPolls(session),

    async add(record) {
      await session.insert(insertResource, { ...emptyRecord, ...record });
    },

    async put({ tppId, kind, id, ...fields }) {
      const set = { ...emptyRecord, ...fields };
      await session.db
        .insert(resources)
        .values({ tppId, kind, id, ...set })
        .onConflictDoUpdate({ target: [resources.tppId, resources.kind, resources.id], set });
    },

    async replaceLastRequestIfUnchanged({ tppId, kind, id, reference, bankAskedAt: earlier }, request) {
      const values = { tppId, kind, ids: [id], reference, earlier, ...request };
      return (await session.run(updateLastRequest, values)) > 0;
    },

    find: (tppId, kind, id) => session.first(selectByIds, { tppId, kind, ids: [id] }),
    findPayments: (tppId, ids) => session.rows(selectByIds, { tppId, kind: 'PAYMENT', ids }),

    findByReturnState: (returnState, limit) =>
      session.db
        .select(columns)
        .from(resources)
        .where(eq(resources.returnState, returnState))
        // Newest first: ids begin with the time.
        .orderBy(desc(resources.id))
        .limit(limit),

    deleteOldAuthorisations(before, limit) {
      const isAuthorisation = sql`kind = 'AUTHORISATION'`;
      return deleteOldRows(session, [resources.kind, resources.recordedAt], before, limit, isAuthorisation);
    },

    // `asked_at` is `bankAskedAt`.
    async deleteOldIpAddresses({ createdBefore, requestedBefore }, limit) {
      const [row] = await session.db.execute<{ count: number }>(sql`
        with changed as (update remote_resources set psu_ip_address = null where ctid = any(array(
          select ctid from remote_resources
          where kind = 'BASKET' and recorded_at < ${instantText(createdBefore)}::timestamptz and psu_ip_address is not null
            and (asked_at is null or asked_at < ${instantText(requestedBefore)}::timestamptz)
          order by kind, recorded_at limit ${limit} for update skip locked)) returning 1)
        select count(*)::int as count from changed`);
      return row?.count ?? 0;
    },
  };
}

const createPolls = (
  session: Session,
): Pick<RemoteStore, 'claim' | 'claimDue' | 'pollEarlier' | 'savePolls'> => ({
  claim: (tppId, paymentIds, { now, before, until }) =>
    session.db
      .update(resources)
      .set({ bankAskedAt: now, nextPollAt: until })
      .where(
        and(
          hasValues(resources, { tppId, kind: 'PAYMENT' }),
          isAnyOf(resources.id, paymentIds),
          isNotNull(resources.nextPollAt),
          before === null
            ? undefined
            : or(
                isNull(resources.bankAskedAt),
                lte(resources.bankAskedAt, before),
                // A wrong clock made this time, so it does not prevent a claim.
                gt(resources.bankAskedAt, now + clocksDifferAtMostMs),
              ),
        ),
      )
      .returning(columns),

  claimDue: ({ now, until }, limit) =>
    session.db
      .update(resources)
      .set({ bankAskedAt: now, nextPollAt: until })
      .where(
        // `array` makes the subquery run once. If it ran for each row, it might claim `limit` rows each time. `ask_at` is `nextPollAt`.
        sql`ctid = any(array(
          select ctid from remote_resources where ask_at <= ${instantText(now)}::timestamptz
          order by ask_at limit ${limit} for update skip locked))`,
      )
      .returning(columns),

  async pollEarlier(tppId, paymentIds, { nextPollAt, unchangedPolls }) {
    const earlier = sql`least(${resources.nextPollAt}, ${sql.param(nextPollAt, resources.nextPollAt)}::timestamptz)`;
    await session.db
      .update(resources)
      .set({ nextPollAt: earlier, unchangedPolls })
      .where(
        and(
          hasValues(resources, { tppId, kind: 'PAYMENT' }),
          isAnyOf(resources.id, paymentIds),
          isNotNull(resources.nextPollAt),
        ),
      );
  },

  async savePolls(results) {
    // `claim` locks payments in the order of their ids. Results in another order could deadlock with it.
    const sortedResults = results.toSorted((left, right) => (left.id < right.id ? -1 : 1));
    await session.run(updateAfterPolls, { pollRows: sortedResults });
  },
});

/** The refusal of a write that breaks the unique index `constraint`. */
export const duplicateReferenceRefusal = {
  constraint: 'remote_resources_reference',
  refusal: () =>
    refuse('UNAVAILABLE', { retryAfterSeconds: 60, detail: 'the bank gave one id to two resources' }),
};
