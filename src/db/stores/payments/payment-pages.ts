/**
 * Lists of payments, by keyset on the time of creation or on the amount: a page costs the same wherever it lies, and
 * rows that arrive meanwhile move nothing.
 */
import { and, asc, desc, eq, gte, isNotNull, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { instantText } from '../../../domain/values/iso-date.ts';
import { newestFirst } from '../../../operations/payments/ports.ts';
import type { Page } from '../../../operations/ports/page.ts';
import type {
  ListedPayment,
  PaymentFilter,
  PaymentKey,
  PaymentListing,
  PaymentOrder,
} from '../../../operations/ports/stores.ts';
import { among } from '../../statements/among.ts';
import { given, mapped } from '../../statements/kept.ts';
import { type Asked, type Conditions, narrowed } from '../../statements/narrowed.ts';
import type { Session } from '../../statements/session.ts';
import { payments, totalOfPayment } from '../../tables/payments.ts';
import { ofListed, toListed } from './payment-parts.ts';

const { paymentId, tppId, status, product, createdAt, currency, amount, creditorName, instruction } =
  payments;

const parameters = {
  tppId,
  status,
  statuses: given<readonly string[]>(),
  product,
  products: given<readonly string[]>(),
  createdFrom: createdAt,
  createdTo: createdAt,
  amountFrom: given<string>(),
  amountTo: given<string>(),
  currency,
  paymentId,
  pattern: given<string>(),
  afterValue: given<string>(),
  afterId: paymentId,
  beforeValue: given<string>(),
  beforeId: paymentId,
  limit: given<number>(),
};
type Wanted = Asked<typeof parameters>;
interface Shape extends PaymentOrder {
  readonly fromEnd: boolean;
}

const wholeList: Shape = { ...newestFirst, fromEnd: false };

const columnOf = { CREATED_AT: createdAt, AMOUNT: totalOfPayment };
const onSide = ({ by }: Shape, onward: boolean, value: SQLWrapper, id: SQLWrapper): SQL =>
  sql`(${columnOf[by]}, ${paymentId}) ${sql.raw(onward ? '>' : '<')} (${value}, ${id})`;

const conditions: Conditions<typeof parameters, Shape> = {
  tppId: ($) => eq(tppId, $.tppId),
  // One value alone is an equality, which leaves the order to an index.
  status: ($) => eq(status, $.status),
  statuses: ($) => among(status, $.statuses),
  product: ($) => eq(product, $.product),
  products: ($) => among(product, $.products),
  createdFrom: ($) => gte(createdAt, $.createdFrom),
  createdTo: ($) => lte(createdAt, $.createdTo),
  amountFrom: ($) => and(sql`${totalOfPayment} >= ${$.amountFrom}`, isNotNull(amount)),
  amountTo: ($) => and(sql`${totalOfPayment} <= ${$.amountTo}`, isNotNull(amount)),
  currency: ($) => eq(currency, $.currency),
  paymentId: ($) => eq(paymentId, $.paymentId),
  pattern: ({ pattern }) => sql`(${creditorName} ilike ${pattern} or ${paymentId} ilike ${pattern}
    or ${instruction} ->> 'remittanceInformationUnstructured' ilike ${pattern}
    or ${instruction} -> 'remittanceInformationStructured' ->> 'reference' ilike ${pattern})`,
  afterId: ($, shape) => onSide(shape, shape.ascending, $.afterValue, $.afterId),
  beforeId: ($, shape) => onSide(shape, !shape.ascending, $.beforeValue, $.beforeId),
};

const pages = ofListed((columns) =>
  narrowed(parameters, conditions, (db, where, $, { by, ascending, fromEnd }: Shape) => {
    const direction = ascending === fromEnd ? desc : asc;
    return db
      .select(columns)
      .from(payments)
      .where(where)
      .orderBy(direction(columnOf[by]), direction(paymentId))
      .limit($.limit);
  }),
);

/** Rows beyond the limit are not read, and the others from the index of the list: the table is not scanned. */
const counts = narrowed(parameters, conditions, (db, where, $) => {
  const counted = db
    .select({ one: sql`1`.as('one') })
    .from(payments)
    .where(where)
    .orderBy(desc(createdAt), desc(paymentId))
    .limit($.limit)
    .as('counted');
  return db.select({ count: sql<number>`count(*)::int` }).from(counted);
});

export async function pageOfPayments(
  session: Pick<Session, 'rows'>,
  tppId: string,
  filter: PaymentFilter,
  { limit, after, before, fromEnd = false }: Page<PaymentKey>,
  { order = newestFirst, withInstructions = false }: PaymentListing = {},
): Promise<readonly ListedPayment[]> {
  const wanted: Wanted = {
    ...wantedBy(tppId, filter),
    afterValue: textOf(after),
    afterId: after?.paymentId,
    beforeValue: textOf(before),
    beforeId: before?.paymentId,
    limit,
  };
  const { by, ascending } = order;
  const statement = mapped(pages(withInstructions)(wanted, { by, ascending, fromEnd }), toListed);
  const rows = await session.rows({ ...statement, byValues: isSelective(filter) }, wanted);
  return fromEnd ? rows.reverse() : rows;
}

export async function countOfPayments(
  session: Pick<Session, 'first'>,
  tppId: string,
  filter: PaymentFilter,
  atMost: number,
): Promise<number> {
  const wanted: Wanted = { ...wantedBy(tppId, filter), limit: atMost };
  const statement = { ...counts(wanted, wholeList), byValues: isSelective(filter) };
  return (await session.first(statement, wanted))?.count ?? 0;
}

/** The value of a cursor as PostgreSQL reads it. */
const textOf = (key: PaymentKey | undefined): string | undefined =>
  typeof key?.value === 'number' ? instantText(key.value) : key?.value;

/** Whether few payments may match, so that it depends on the values whether the list is read in its order or by them. */
const isSelective = ({ statuses, products, amountFrom, amountTo, text }: PaymentFilter): boolean =>
  (statuses?.length ?? 0) + (products?.length ?? 0) > 1 || [amountFrom, amountTo, text].some(Boolean);

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function wantedBy(tppId: string, filter: PaymentFilter): Wanted {
  const { statuses, products, createdFrom, createdTo, amountFrom, amountTo, currency, text } = filter;
  return {
    tppId,
    ...(statuses?.length === 1 ? { status: statuses[0] } : { statuses }),
    ...(products?.length === 1 ? { product: products[0] } : { products }),
    createdFrom,
    createdTo,
    amountFrom: amountFrom || null,
    amountTo: amountTo || null,
    currency: currency || null,
    // A whole id is found by its key, without a look at every payment.
    ...(text && (isId.test(text) ? { paymentId: text.toLowerCase() } : { pattern: containing(text) })),
  };
}

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
