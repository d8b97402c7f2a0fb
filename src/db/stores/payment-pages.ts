/**
 * Lists of payments, by keyset on the time of creation: a page costs the same wherever it lies, and rows that arrive
 * meanwhile move nothing.
 */
import { and, eq, gte, ilike, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../operations/page.ts';
import type { ListedPayment, PaymentFilter, PaymentPlace } from '../../operations/ports.ts';
import type { Executor } from '../client.ts';
import { payments } from '../tables/payments.ts';
import { keysetPage } from './keyset.ts';
import { listedColumns, toListed } from './payment-parts.ts';

export async function pageOfPayments(
  db: Executor,
  tppId: string,
  filter: PaymentFilter,
  page: Page<PaymentPlace>,
): Promise<readonly ListedPayment[]> {
  const columns = [payments.createdAt, payments.paymentId];
  const { where, orderBy, arrange } = keysetPage(columns, page, (place) => [
    new Date(place.createdAt),
    place.paymentId,
  ]);
  const rows = await db
    .select(listedColumns)
    .from(payments)
    .where(and(eq(payments.tppId, tppId), ...conditions(filter), ...where))
    .orderBy(...orderBy)
    .limit(page.limit);
  return arrange(rows).map(toListed);
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function conditions(filter: PaymentFilter): readonly (SQL | undefined)[] {
  const { statuses, products, createdFrom, createdTo, amountFrom, amountTo, currency, text } = filter;
  return [
    statuses && inArray(payments.status, [...statuses]),
    products && inArray(payments.product, [...products]),
    createdFrom === undefined ? undefined : gte(payments.createdAt, new Date(createdFrom)),
    createdTo === undefined ? undefined : lte(payments.createdAt, new Date(createdTo)),
    amountFrom === undefined ? undefined : gte(payments.amount, amountFrom),
    amountTo === undefined ? undefined : lte(payments.amount, amountTo),
    currency === undefined ? undefined : eq(payments.currency, currency),
    text === undefined ? undefined : matches(text),
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
