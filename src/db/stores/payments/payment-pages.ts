/**
 * Lists of payments, by keyset on the time of creation or on the amount: a page costs the same wherever it lies, and
 * rows that arrive meanwhile move nothing.
 */
import { and, eq, gte, ilike, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { newestFirst } from '../../../operations/payments/ports.ts';
import type { Page } from '../../../operations/ports/page.ts';
import type {
  ListedPayment,
  PaymentFilter,
  PaymentOrder,
  PaymentPlace,
} from '../../../operations/ports/stores.ts';
import type { Executor } from '../../client.ts';
import { payments, totalOfPayment } from '../../tables/payments.ts';
import { boundedCount } from '../bounded-count.ts';
import { keysetPage } from '../keyset.ts';
import { listedColumns, toListed } from './payment-parts.ts';

const orders = {
  CREATED_AT: {
    column: payments.createdAt,
    valueIn: ({ value }: PaymentPlace) => new Date(value),
  },
  AMOUNT: { column: totalOfPayment, valueIn: ({ value }: PaymentPlace) => value },
} as const;

export async function pageOfPayments(
  db: Executor,
  tppId: string,
  filter: PaymentFilter,
  page: Page<PaymentPlace>,
  { by, ascending }: PaymentOrder = newestFirst,
): Promise<readonly ListedPayment[]> {
  const { column, valueIn } = orders[by];
  const { where, orderBy, arrange } = keysetPage(
    [column, payments.paymentId],
    page,
    (place) => [valueIn(place), place.paymentId],
    ascending,
  );
  const rows = await db
    .select(listedColumns)
    .from(payments)
    .where(and(...conditions(tppId, filter), ...where))
    .orderBy(...orderBy)
    .limit(page.limit);
  return arrange(rows).map(toListed);
}

export const countOfPayments = (
  db: Executor,
  tppId: string,
  filter: PaymentFilter,
  atMost: number,
): Promise<number> => {
  const where = and(...conditions(tppId, filter));
  return boundedCount(
    db,
    { table: payments, where, order: [payments.createdAt, payments.paymentId] },
    atMost,
  );
};

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function conditions(tppId: string, filter: PaymentFilter): readonly (SQL | undefined)[] {
  const { statuses, products, createdFrom, createdTo, amountFrom, amountTo, currency, text } = filter;
  return [
    eq(payments.tppId, tppId),
    statuses ? inArray(payments.status, [...statuses]) : undefined,
    products ? inArray(payments.product, [...products]) : undefined,
    createdFrom == null ? undefined : gte(payments.createdAt, new Date(createdFrom)),
    createdTo == null ? undefined : lte(payments.createdAt, new Date(createdTo)),
    amountFrom ? gte(totalOfPayment, amountFrom) : undefined,
    amountTo ? lte(totalOfPayment, amountTo) : undefined,
    amountFrom || amountTo ? isNotNull(payments.amount) : undefined,
    currency ? eq(payments.currency, currency) : undefined,
    text ? matches(text) : undefined,
  ];
}

function matches(text: string): SQL | undefined {
  // A whole id is found by its key, without a look at every payment.
  if (isId.test(text)) return eq(payments.paymentId, text.toLowerCase());
  const pattern = `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return or(
    ilike(payments.creditorName, pattern),
    ilike(payments.paymentId, pattern),
    ilike(sql`${payments.instruction} ->> 'remittanceInformationUnstructured'`, pattern),
    ilike(sql`${payments.instruction} -> 'remittanceInformationStructured' ->> 'reference'`, pattern),
  );
}
