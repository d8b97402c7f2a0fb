/** The payment store: one statement per call, conditional updates, the history beside every change. */
import { and, asc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import type { PaymentStatus } from '../../../domain/payments/status.ts';
import type { SettledMove } from '../../../operations/payments/ports.ts';
import type { PaymentStore, StatusChange } from '../../../operations/ports/stores.ts';
import { insertInto } from '../../inserts.ts';
import type { Session } from '../../session.ts';
import { keyedBy } from '../../shared-reads.ts';
import { among, mapRows, type PlaceholdersOf, prepare, value } from '../../statement.ts';
import { basketPayments } from '../../tables/authorisations.ts';
import { pickColumns } from '../../tables/columns.ts';
import { paymentStatusChanges, payments } from '../../tables/payments.ts';
import { updating } from '../changes.ts';
import { rowsOf } from '../rows-of.ts';
import { newestBaskets } from './of-payments.ts';
import { paymentDays } from './payment-days.ts';
import { countOfPayments, pageOfPayments } from './payment-pages.ts';
import { ofListed, paymentParts, toListed } from './payment-parts.ts';

/** Told of payments that are new or have moved, with a status for each that is to be counted once that is committed. */
export type Changed = (
  tppId: string,
  paymentIds: readonly string[],
  statuses: readonly PaymentStatus[],
) => void;

const { paymentId, tppId, status, fingerprint, latestAlike, updatedAt, fundsAvailable, debtorName, payer } =
  payments;
const texts = value<readonly string[]>();
const intoPayments = insertInto(payments);
const amend = updating(payments, tppId, paymentId);

const one = { tppId, paymentId };
const withId = ($: PlaceholdersOf<typeof one>) => and(eq(tppId, $.tppId), eq(paymentId, $.paymentId));
const some = { tppId, paymentIds: texts };
const withIds = ($: PlaceholdersOf<typeof some>) => and(eq(tppId, $.tppId), among(paymentId, $.paymentIds));

const whole = prepare(one, (db, $) => db.select().from(payments).where(withId($)));
const statusColumns = ['paymentId', 'product', 'status', 'fundsAvailable'] as const;
const statusFields = prepare(one, (db, $) =>
  db.select(pickColumns(payments, statusColumns)).from(payments).where(withId($)),
);
const followedFields = prepare(one, (db, $) =>
  db
    .select(pickColumns(payments, [...statusColumns, 'tppId', 'createdAt']))
    .from(payments)
    .where(withId($)),
);
const listed = ofListed((columns) =>
  mapRows(
    prepare(some, (db, $) => db.select(columns).from(payments).where(withIds($))),
    toListed,
  ),
);
const locked = prepare(one, (db, $) => db.select().from(payments).where(withId($)).for('update'));
/** A join finds each payment by its key; for `= any(list)` PostgreSQL may read all payments of the TPP. */
const lockedMany = prepare(some, (db, $) =>
  db
    .select(getTableColumns(payments))
    .from(sql`unnest(${$.paymentIds}::text[]) as wanted (id)`)
    .innerJoin(payments, eq(paymentId, sql`wanted.id`))
    .where(eq(tppId, $.tppId))
    .orderBy(asc(paymentId))
    .for('update', { of: payments }),
);

/** In the words of the index on it. */
const latest = sql`${latestAlike}`;
const aside = prepare({ tppId, fingerprint }, (db, $) =>
  db
    .update(payments)
    .set({ latestAlike: false })
    .where(and(eq(tppId, $.tppId), eq(fingerprint, $.fingerprint), latest)),
);

/** Moves one payment that is where it is said to be, with its history and what the bank has found out. */
const movedWithHistory = prepare(
  {
    ...{ tppId, paymentId, fundsAvailable, debtorName, payer },
    ...{ from: status, to: status, at: updatedAt, reason: paymentStatusChanges.reason },
  },
  (_, $) => sql`
    with moved as (
      update payments set status = ${$.to}, updated_at = ${$.at},
        funds_available = coalesce(${$.fundsAvailable}::boolean, funds_available),
        debtor_name = coalesce(${$.debtorName}::text, debtor_name),
        payer = coalesce(${$.payer}::jsonb, payer)
      where tpp_id = ${$.tppId} and payment_id = ${$.paymentId} and status = ${$.from}
      returning tpp_id, payment_id, updated_at
    )
    insert into payment_status_changes (tpp_id, payment_id, from_status, to_status, at, reason)
    select tpp_id, payment_id, ${$.from}, ${$.to}, updated_at, ${$.reason} from moved`,
);

const { sequence, ...change } = getTableColumns(paymentStatusChanges);
/** Databases of earlier releases also hold the change to RCVD. */
const moves = keyedBy(
  prepare({ tppId: change.tppId, keys: texts }, (db, $) =>
    db
      .select(change)
      .from(paymentStatusChanges)
      .where(and(eq(change.tppId, $.tppId), among(change.paymentId, $.keys), isNotNull(change.fromStatus)))
      .orderBy(asc(change.paymentId), asc(sequence)),
  ),
  ({ paymentId }) => paymentId,
);

const liveBasket = prepare(one, (db, $) =>
  db
    .select({ basketId: basketPayments.basketId })
    .from(basketPayments)
    .where(
      and(eq(basketPayments.tppId, $.tppId), eq(basketPayments.paymentId, $.paymentId), basketPayments.live),
    ),
);

const asked = { tppId, fingerprint, since: payments.createdAt };

/** In the words of the indexes on it. */
const ofPart = ($: PlaceholdersOf<typeof asked>, part: 'latest_alike' | 'not latest_alike') => sql`
  exists (select from payments where tpp_id = ${$.tppId} and fingerprint = ${$.fingerprint} and ${sql.raw(part)}
    and created_at > ${$.since} and status not in ('RJCT', 'CANC'))`;

const alikePayments = prepare(
  asked,
  (_, $) =>
    sql<{
      readonly alike: boolean;
    }>`select ${ofPart($, 'latest_alike')} or ${ofPart($, 'not latest_alike')} as alike`,
);

const settled = rowsOf<SettledMove>(
  '"paymentId" text, "from" text, "to" text, at timestamptz, reason text, "fundsAvailable" boolean',
);

/** Moves payments that are where they are said to be, with their history; answers which they were. */
const settledMoves = prepare(
  { tppId, moves: settled },
  (_, $) => sql<{ readonly paymentId: string }>`
    with move as materialized (select * from ${$.moves}), moved as (
      update payments set status = move."to", updated_at = move.at,
        funds_available = coalesce(move."fundsAvailable", funds_available)
      from move where tpp_id = ${$.tppId} and payment_id = move."paymentId" and status = move."from"
      returning payment_id
    ), kept as (
      insert into payment_status_changes (tpp_id, payment_id, from_status, to_status, at, reason)
      select ${$.tppId}, "paymentId", "from", "to", at, reason from move where "from" <> "to"
    )
    select payment_id as "paymentId" from moved`,
);

const isAlike = async (session: Session, tppId: string, fingerprint: string, since: number) =>
  (await session.first(alikePayments, { tppId, fingerprint, since }))?.alike === true;

export const createPaymentStore = (session: Session, changed: Changed): PaymentStore => ({
  ...paymentParts(session),
  ...paymentDays(session),
  page: (...wanted) => pageOfPayments(session, ...wanted),
  count: (...wanted) => countOfPayments(session, ...wanted),

  async insert(payment) {
    await session.insert(intoPayments, { latestAlike: true, ...payment });
    changed(payment.tppId, [payment.paymentId], [payment.status]);
  },

  find: (tppId, paymentId) => session.first(whole, { tppId, paymentId }),
  statusOf: (tppId, paymentId) => session.first(statusFields, { tppId, paymentId }),
  followed: (tppId, paymentId) => session.first(followedFields, { tppId, paymentId }),
  findMany: (tppId, paymentIds) => session.rows(listed(true), { tppId, paymentIds }),
  lock: (paymentId) => session.first(locked, { tppId: session.tppId, paymentId }),
  lockMany: (tppId, paymentIds) => session.rows(lockedMany, { tppId, paymentIds }),

  async stepAside(tppId, fingerprint, since) {
    await session.run(aside, { tppId, fingerprint });
    return isAlike(session, tppId, fingerprint, since);
  },

  isAlike: (tppId, fingerprint, since) => isAlike(session, tppId, fingerprint, since),

  async move(move, findings = {}) {
    const { tppId } = session;
    const { fundsAvailable = null, debtorName = null, payer = null } = findings;
    const written = { tppId, ...move, fundsAvailable, debtorName, payer };
    if ((await session.run(movedWithHistory, written)) === 0) return false;
    changed(tppId, [move.paymentId], [move.to]);
    return true;
  },

  async moveMany(all) {
    if (all.length === 0) return;
    const { tppId } = session;
    const settled = await session.rows(settledMoves, { tppId, moves: all });
    if (settled.length !== all.length) throw new Error('a locked payment was not where it was said to be');
    const statuses = all.flatMap(({ from, to }) => (from === to ? [] : [to]));
    changed(
      tppId,
      settled.map(({ paymentId }) => paymentId),
      statuses,
    );
  },

  async basketsOf(paymentIds) {
    const rows = await session.byKeys(newestBaskets, paymentIds);
    return new Map(rows.map(({ paymentId, basket }) => [paymentId, basket]));
  },

  liveBasket: async (paymentId) =>
    (await session.first(liveBasket, { tppId: session.tppId, paymentId }))?.basketId ?? null,
  amend: (paymentId, change) => amend(session, paymentId, change),

  async moves(paymentIds) {
    const found = new Map<string, StatusChange[]>(paymentIds.map((id) => [id, []]));
    if (paymentIds.length === 0) return found;
    const rows = await session.byKeys(moves, paymentIds);
    for (const { paymentId, fromStatus, toStatus, at, reason } of rows)
      found.get(paymentId)?.push({ from: fromStatus, to: toStatus, at, reason });
    return found;
  },
});
