/** The payment store: one statement per call, conditional updates, the history beside every change. */
import { and, eq, sql } from 'drizzle-orm';
import { instantText } from '../../../domain/values/iso-date.ts';
import type { PaymentStore, StatusChange } from '../../../operations/ports/stores.ts';
import { insertionInto } from '../../statements/insertion.ts';
import { rowsOf } from '../../statements/rows-of.ts';
import { type Columns, columnsOf, keyedBy } from '../../statements/selection.ts';
import { type OnSession, storeOf } from '../../statements/session.ts';
import { keyed, sideBySide } from '../../statements/side-by-side.ts';
import { basketPayments, baskets } from '../../tables/authorisations.ts';
import { paymentStatusChanges, payments } from '../../tables/payments.ts';
import { paymentDays } from './payment-days.ts';
import { countOfPayments, pageOfPayments } from './payment-pages.ts';
import { ofListed, paymentParts } from './payment-parts.ts';

const intoPayments = insertionInto(payments);
const allColumns = columnsOf(payments);
/** A join finds each payment by its key; for `= any(list)` PostgreSQL may read all payments of the TPP. */
const lockedPayments = {
  text: `select ${allColumns.names('p')} from unnest($1::text[]) as wanted (id) join payments p on p.payment_id = wanted.id
    where p.tpp_id = $2 order by p.payment_id for update of p`,
  read: allColumns.read,
};
const byId = <Row extends { readonly paymentId: string }>({ names, read }: Columns<Row>) =>
  keyedBy(
    { text: `select ${names()} from payments where payment_id = any($1) and tpp_id = $2`, read },
    ({ paymentId }) => paymentId,
  );
const paymentOf = byId(allColumns);
const listedOf = ofListed(byId);
const standingOf = byId(columnsOf(payments, ['paymentId', 'product', 'status', 'fundsAvailable']));

/** Payments that a new one would duplicate, in one part of the index. */
const alikeThat = (part: string) => `select 1 from payments where tpp_id = $1 and fingerprint = $2 and ${part}
  and created_at > $3 and status not in ('RJCT', 'CANC')`;

const basketColumns = columnsOf(baskets);
/** The newest basket of each payment. By `offset 0` its baskets are found before they are sorted: it has few. */
const newestBaskets = keyedBy(
  {
    text: `select newest.*, asked.payment from unnest($1::text[]) as asked (payment) cross join lateral (
    select * from (
      select ${basketColumns.names('b')} from signing_basket_payments m join signing_baskets b on b.basket_id = m.basket_id
      where m.payment_id = asked.payment and b.state <> 'DELETED' offset 0) as basket
    order by basket_id desc limit 1) as newest`,
    read: (values: readonly unknown[]) => ({
      paymentId: String(values.at(-1)),
      basket: basketColumns.read(values),
    }),
  },
  ({ paymentId }) => paymentId,
);

const moves = columnsOf(paymentStatusChanges, ['paymentId', 'fromStatus', 'toStatus', 'at', 'reason']);
/** Databases of earlier releases also hold the change to RCVD. */
const madeMoves = keyedBy(
  {
    text: `select ${moves.names()} from payment_status_changes
    where payment_id = any($1) and from_status is not null order by payment_id, sequence`,
    read: moves.read,
  },
  ({ paymentId }) => paymentId,
);

type NewestBasket = ReturnType<typeof newestBaskets.read>;
type MadeMove = ReturnType<typeof madeMoves.read>;

const methods: PaymentStore & ThisType<OnSession & PaymentStore> = {
  ...paymentParts,
  ...paymentDays,

  async insert(payment) {
    await this.session.insert(intoPayments, { latestAlike: true, ...payment });
    this.changed(payment.tppId, [payment.paymentId], [payment.status]);
  },

  async find(tppId, paymentId) {
    const [row] = await this.session.byKeys(paymentOf, [paymentId], tppId);
    return row ?? null;
  },

  async statusOf(tppId, paymentId) {
    const [row] = await this.session.byKeys(standingOf, [paymentId], tppId);
    return row ?? null;
  },

  async findMany(tppId, paymentIds) {
    return this.session.byKeys(listedOf(true), paymentIds, tppId);
  },

  async stepAside(tppId, fingerprint, since) {
    const alike = [tppId, fingerprint];
    await this.session.run(
      'update payments set latest_alike = false where tpp_id = $1 and fingerprint = $2 and latest_alike',
      alike,
    );
    return this.isAlike(tppId, fingerprint, since);
  },

  async isAlike(tppId, fingerprint, since) {
    const found = await this.session.run(
      `select 1 from (${alikeThat('latest_alike')} union all ${alikeThat('not latest_alike')}) a limit 1`,
      [tppId, fingerprint, new Date(since)],
    );
    return found.length > 0;
  },

  async move(move) {
    const moved = await this.session.db
      .update(payments)
      .set({ status: move.to, updatedAt: move.at })
      .where(and(eq(payments.paymentId, move.paymentId), eq(payments.status, move.from)))
      .returning({ tppId: payments.tppId });
    const [tpp] = moved;
    if (tpp === undefined) return false;
    this.changed(tpp.tppId, [move.paymentId], [move.to]);
    await this.session.db.insert(paymentStatusChanges).values({
      paymentId: move.paymentId,
      fromStatus: move.from,
      toStatus: move.to,
      at: move.at,
      reason: move.reason,
    });
    return true;
  },

  async moveMany(moves) {
    if (moves.length === 0) return;
    const rows = moves.map((one) => ({ ...one, at: instantText(one.at) }));
    const counted = await this.session.db.execute(sql`
        with move as materialized (
          select * from ${rowsOf(rows, '"paymentId" text, "from" text, "to" text, at timestamptz, reason text, "fundsAvailable" boolean')}
        ), moved as (
          update payments set status = move."to", updated_at = move.at, funds_available = coalesce(move."fundsAvailable", funds_available)
          from move where payment_id = move."paymentId" and status = move."from"
          returning tpp_id, payment_id
        ), kept as (
          insert into payment_status_changes (payment_id, from_status, to_status, at, reason)
          select "paymentId", "from", "to", at, reason from move where "from" <> "to"
        )
        select tpp_id, array_agg(payment_id) as ids from moved group by tpp_id`);
    const told = counted as unknown as readonly { tpp_id: string; ids: readonly string[] }[];
    if (told.reduce((sum, { ids }) => sum + ids.length, 0) !== moves.length)
      throw new Error('a locked payment was not where it was said to be');
    const statuses = moves.flatMap(({ from, to }) => (from === to ? [] : [to]));
    for (const [index, { tpp_id, ids }] of told.entries())
      this.changed(tpp_id, ids, index === 0 ? statuses : []);
  },

  async lock(paymentId) {
    const [row] = await this.session.db
      .select()
      .from(payments)
      .where(eq(payments.paymentId, paymentId))
      .for('update');
    return row ?? null;
  },

  async lockMany(tppId, paymentIds) {
    return this.session.rows(lockedPayments, [paymentIds, tppId]);
  },

  page(tppId, filter, page, listing = {}) {
    return pageOfPayments(this.session, tppId, filter, page, listing);
  },

  count(tppId, filter, atMost) {
    return countOfPayments(this.session, tppId, filter, atMost);
  },

  async basketsOf(paymentIds) {
    const answer = (rows: readonly NewestBasket[]) =>
      new Map(rows.map(({ paymentId, basket }) => [paymentId, basket]));
    const { session } = this;
    return sideBySide(session.db)(keyed(session, 'baskets', newestBaskets, paymentIds, answer));
  },

  async liveBasket(paymentId) {
    const [row] = await this.session.db
      .select({ basketId: basketPayments.basketId })
      .from(basketPayments)
      .where(and(eq(basketPayments.paymentId, paymentId), eq(basketPayments.live, true)));
    return row?.basketId ?? null;
  },

  async amend(paymentId, change) {
    await this.session.db.update(payments).set(change).where(eq(payments.paymentId, paymentId));
  },

  async moves(paymentIds) {
    if (paymentIds.length === 0) return new Map();
    const answer = (rows: readonly MadeMove[]) => {
      const found = new Map<string, StatusChange[]>(paymentIds.map((id) => [id, []]));
      for (const { paymentId, fromStatus, toStatus, at, reason } of rows)
        found.get(paymentId)?.push({ from: fromStatus, to: toStatus, at, reason });
      return found;
    };
    const { session } = this;
    return sideBySide(session.db)(keyed(session, 'moves', madeMoves, paymentIds, answer));
  },
};

export const createPaymentStore = storeOf(methods);
