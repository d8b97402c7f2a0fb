import { and, desc, eq, gte, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgColumn } from 'drizzle-orm/pg-core';
import { newestFirst } from '../../../operations/payments/ports.ts';
import type { PaymentFilter, PaymentKey, PaymentLists } from '../../../operations/ports/stores.ts';
import type { Session } from '../../session.ts';
import { payments, totalOfPayment } from '../../tables/payments.ts';
import { countUpTo, type Order, readPage } from '../keyset.ts';
import { listColumns, toListed } from './payment-parts.ts';

const columnOf = { CREATED_AT: payments.createdAt, AMOUNT: totalOfPayment };

/** The codes are part of the statement's text, not parameters, because the best plan depends on them: some statuses are rare. */
const isOneOf = (column: PgColumn, codes: readonly string[]): SQL =>
  codes.length === 0 ? sql`false` : sql`${column} in ${codes}`.inlineParams();

function matchesFilter(tppId: string, filter: PaymentFilter): SQL | undefined {
  const { statuses, products, createdFrom, createdTo, amountFrom, amountTo, text } = filter;
  return and(
    eq(payments.tppId, tppId),
    statuses == null ? undefined : isOneOf(payments.status, statuses),
    products == null ? undefined : isOneOf(payments.product, products),
    createdFrom == null ? undefined : gte(payments.createdAt, createdFrom),
    createdTo == null ? undefined : lte(payments.createdAt, createdTo),
    // The amounts are part of the statement's text for the same reason as the codes.
    amountFrom ? sql`${totalOfPayment} >= ${amountFrom}`.inlineParams() : undefined,
    amountTo ? sql`${totalOfPayment} <= ${amountTo}`.inlineParams() : undefined,
    // `totalOfPayment` is zero for a payment without an amount, but such a payment matches no filter by amount.
    amountFrom || amountTo ? isNotNull(payments.amount) : undefined,
    filter.currency ? eq(payments.currency, filter.currency) : undefined,
    text ? containsText(text) : undefined,
  );
}

const completeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function containsText(text: string): SQL {
  // A complete id is compared only with paymentId, because this comparison can use the index of the primary key.
  if (completeId.test(text)) return eq(payments.paymentId, text.toLowerCase());
  const pattern = `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  const isInRemittance = (transfer: AnyPgColumn | SQL) => sql`(
    ${transfer} ->> 'remittanceInformationUnstructured' ilike ${pattern}
    or ${transfer} -> 'remittanceInformationStructured' ->> 'reference' ilike ${pattern}
    or exists (select from jsonb_array_elements(${transfer} -> 'remittanceInformationStructuredArray') as item
      where item ->> 'reference' ilike ${pattern}))`;
  return sql`(${payments.creditorName} ilike ${pattern} or ${payments.paymentId} ilike ${pattern}
    or ${isInRemittance(payments.instruction)}
    or exists (select from jsonb_array_elements(${payments.instruction} -> 'payments') as entry
      where entry ->> 'creditorName' ilike ${pattern} or ${isInRemittance(sql`entry`)}))`;
}

/** Without a filter there are only a few different statements, so connections can keep their plans. A filter can make any number. */
const builderFor = ({ db, dbWithoutPlans }: Session, filter: PaymentFilter) =>
  Object.values(filter).some((part) => part != null) ? dbWithoutPlans : db;

export async function pageOfPayments(
  session: Session,
  ...[tppId, filter, page, options = {}]: Parameters<PaymentLists['page']>
) {
  const { order = newestFirst, withInstructions = false } = options;
  const columns = listColumns({ withInstructions });
  const query = builderFor(session, filter).select(columns).from(payments).$dynamic();
  const listOrder: Order<PaymentKey> = {
    columns: [columnOf[order.by], payments.paymentId],
    valuesOf: (key) => [key.value, key.paymentId],
    ascending: order.ascending,
  };
  return (await readPage(query, matchesFilter(tppId, filter), listOrder, page)).map(toListed);
}

export const countOfPayments = (
  session: Session,
  ...[tppId, filter, atMost]: Parameters<PaymentLists['count']>
): Promise<number> =>
  countUpTo(
    builderFor(session, filter),
    payments,
    matchesFilter(tppId, filter),
    atMost,
    desc(payments.createdAt),
    desc(payments.paymentId),
  );
