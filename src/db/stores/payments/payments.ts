/** The payment store: one statement per call, conditional updates, the history beside every change. */
import { and, asc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import type { PaymentStatus } from '../../../domain/payments/status.ts';
import type { PaymentStore, StatusChange } from '../../../operations/ports/stores.ts';
import { among } from '../../statements/among.ts';
import { alikePayments } from '../../statements/by-hand/alike.ts';
import { movedWithHistory, settledMoves } from '../../statements/by-hand/history.ts';
import { newestBaskets } from '../../statements/by-hand/of-payments.ts';
import { insertionInto } from '../../statements/insertion.ts';
import { given, kept, keyedBy, mapped, type PlaceholdersOf, pickColumns } from '../../statements/kept.ts';
import type { Session } from '../../statements/session.ts';
import { updating } from '../../statements/update.ts';
import { basketPayments } from '../../tables/authorisations.ts';
import { paymentStatusChanges, payments } from '../../tables/payments.ts';
import { paymentDays } from './payment-days.ts';
import { countOfPayments, pageOfPayments } from './payment-pages.ts';
import { ofListed, paymentParts, toListed } from './payment-parts.ts';

/** Told of payments that are new or have moved, with a status for each that is to be counted once that is committed. */
export type Changed = (
  tppId: string,
  paymentIds: readonly string[],
  statuses: readonly PaymentStatus[],
) => void;

const { paymentId, tppId, fingerprint, latestAlike } = payments;
const texts = given<readonly string[]>();
const intoPayments = insertionInto(payments);
const amend = updating(payments, tppId, paymentId);

const one = { tppId, paymentId };
const withId = ($: PlaceholdersOf<typeof one>) => and(eq(tppId, $.tppId), eq(paymentId, $.paymentId));
const some = { tppId, paymentIds: texts };
const withIds = ($: PlaceholdersOf<typeof some>) => and(eq(tppId, $.tppId), among(paymentId, $.paymentIds));

const whole = kept(one, (db, $) => db.select().from(payments).where(withId($)));
const statusColumns = ['paymentId', 'product', 'status', 'fundsAvailable'] as const;
const statusFields = kept(one, (db, $) =>
  db.select(pickColumns(payments, statusColumns)).from(payments).where(withId($)),
);
const followedFields = kept(one, (db, $) =>
  db
    .select(pickColumns(payments, [...statusColumns, 'tppId', 'createdAt']))
    .from(payments)
    .where(withId($)),
);
const listed = ofListed((columns) =>
  mapped(
    kept(some, (db, $) => db.select(columns).from(payments).where(withIds($))),
    toListed,
  ),
);
const locked = kept(one, (db, $) => db.select().from(payments).where(withId($)).for('update'));
/** A join finds each payment by its key; for `= any(list)` PostgreSQL may read all payments of the TPP. */
const lockedMany = kept(some, (db, $) =>
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
const aside = kept({ tppId, fingerprint }, (db, $) =>
  db
    .update(payments)
    .set({ latestAlike: false })
    .where(and(eq(tppId, $.tppId), eq(fingerprint, $.fingerprint), latest)),
);

const { sequence, ...change } = getTableColumns(paymentStatusChanges);
/** Databases of earlier releases also hold the change to RCVD. */
const moves = keyedBy(
  kept({ tppId: change.tppId, keys: texts }, (db, $) =>
    db
      .select(change)
      .from(paymentStatusChanges)
      .where(and(eq(change.tppId, $.tppId), among(change.paymentId, $.keys), isNotNull(change.fromStatus)))
      .orderBy(asc(change.paymentId), asc(sequence)),
  ),
  ({ paymentId }) => paymentId,
);

const liveBasket = kept(one, (db, $) =>
  db
    .select({ basketId: basketPayments.basketId })
    .from(basketPayments)
    .where(
      and(eq(basketPayments.tppId, $.tppId), eq(basketPayments.paymentId, $.paymentId), basketPayments.live),
    ),
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
