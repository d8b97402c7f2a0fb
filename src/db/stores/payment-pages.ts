/**
 * Lists of payments, by keyset on the id: ids sort by time, so a page costs the same wherever it lies, and rows that
 * arrive meanwhile move nothing.
 */
import { and, asc, desc, eq, gt, gte, ilike, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { KeysetPage, PaymentFilter, PaymentRecord } from '../../operations/ports.ts';
import type { Executor } from '../client.ts';
import { payments } from '../tables/payments.ts';
import { toPayment } from './payment-rows.ts';

export async function pageOfPayments(
  db: Executor,
  tppId: string,
  filter: PaymentFilter,
  page: KeysetPage,
): Promise<readonly PaymentRecord[]> {
  const rows = await db
    .select()
    .from(payments)
    .where(and(eq(payments.tppId, tppId), ...conditions(filter), ...bounds(page)))
    .orderBy(page.fromEnd ? asc(payments.paymentId) : desc(payments.paymentId))
    .limit(page.limit);
  const found = rows.map(toPayment);
  return page.fromEnd ? found.reverse() : found;
}

function bounds({ after, before }: KeysetPage): readonly SQL[] {
  return [
    ...(after === undefined ? [] : [lt(payments.paymentId, after)]),
    ...(before === undefined ? [] : [gt(payments.paymentId, before)]),
  ];
}

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
  const pattern = `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return or(
    ilike(payments.creditorName, pattern),
    ilike(payments.paymentId, pattern),
    ilike(sql`${payments.instruction} ->> 'remittanceInformationUnstructured'`, pattern),
    ilike(sql`${payments.instruction} -> 'remittanceInformationStructured' ->> 'reference'`, pattern),
  );
}
