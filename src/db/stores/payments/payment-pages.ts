import { and, desc, eq, gte, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgColumn } from 'drizzle-orm/pg-core';
import { newestFirst } from '../../../operations/payments/ports.ts';
import type { PaymentFilter, PaymentKey, PaymentLists } from '../../../operations/ports/stores.ts';
import type { Session } from '../../session.ts';
import { isAnyOf, prepare, value } from '../../statement.ts';
import { pickColumns } from '../../tables/columns.ts';
import { payments, totalOfPayment } from '../../tables/payments.ts';
import { countUpTo, type Order, readPage } from '../keyset.ts';
import { listColumns, toListed } from './payment-parts.ts';

const columnOf = { CREATED_AT: payments.createdAt, AMOUNT: totalOfPayment };

/** A single value is compared by `=`, because with `any` PostgreSQL cannot use the order of an index. */
const isOneOf = (column: PgColumn, values: readonly string[]): SQL =>
  values.length === 1 ? eq(column, values[0]) : isAnyOf(column, values);

function matchesFilter(tppId: string, filter: PaymentFilter): SQL | undefined {
  const { statuses, products, createdFrom, createdTo, amountFrom, amountTo, text } = filter;
  return and(
    eq(payments.tppId, tppId),
    statuses == null ? undefined : isOneOf(payments.status, statuses),
    products == null ? undefined : isOneOf(payments.product, products),
    createdFrom == null ? undefined : gte(payments.createdAt, createdFrom),
    createdTo == null ? undefined : lte(payments.createdAt, createdTo),
    amountFrom ? sql`${totalOfPayment} >= ${amountFrom}` : undefined,
    amountTo ? sql`${totalOfPayment} <= ${amountTo}` : undefined,
    // `totalOfPayment` is zero for a payment without an amount, but such a payment matches no filter by amount.
    amountFrom || amountTo ? isNotNull(payments.amount) : undefined,
    filter.currency ? eq(payments.currency, filter.currency) : undefined,
    text ? containsText(text) : undefined,
  );
}

const completeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function containsText(text: string): SQL {
  // A complete id can use the index of the primary key.
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

/** The best plan may depend on the values of several statuses or products, an amount or a text. Other filters can use an index. */
function queryBuilderFor(
  session: Session,
  { statuses, products, amountFrom, amountTo, text }: PaymentFilter,
) {
  const needsPlanForValues =
    (statuses?.length ?? 0) + (products?.length ?? 0) > 1 || [amountFrom, amountTo, text].some(Boolean);
  return needsPlanForValues ? session.dbByValues : session.dbWithoutPlans;
}

/** Prepared, because dashboards use it most (docs/performance.md). */
const selectNewest = (withInstructions: boolean) =>
  prepare(
    { ...pickColumns(payments, ['tppId', 'createdAt', 'paymentId']), limit: value<number>() },
    (db, $) =>
      db
        .select(listColumns(withInstructions))
        .from(payments)
        .where(
          and(
            eq(payments.tppId, $.tppId),
            sql`(${payments.createdAt}, ${payments.paymentId}) < (${$.createdAt}, ${$.paymentId})`,
          ),
        )
        .orderBy(desc(payments.createdAt), desc(payments.paymentId))
        .limit($.limit),
  );
const selectNewestWithoutInstructions = selectNewest(false);
const selectNewestWithInstructions = selectNewest(true);
const endOfTime: PaymentKey = { value: Date.UTC(9999, 11, 31), paymentId: '' };

export async function pageOfPayments(
  session: Session,
  ...[tppId, filter, page, options = {}]: Parameters<PaymentLists['page']>
) {
  const { order = newestFirst, withInstructions = false } = options;
  const isFiltered = Object.values(filter).some((part) => part != null);
  const isNewestFirst = order.by === 'CREATED_AT' && !order.ascending;
  const usesOnlyAfter = !page.before && !page.fromEnd && !page.offset;
  if (isNewestFirst && !isFiltered && usesOnlyAfter) {
    const after = page.after ?? endOfTime;
    const statement = withInstructions ? selectNewestWithInstructions : selectNewestWithoutInstructions;
    const key = { createdAt: Number(after.value), paymentId: after.paymentId };
    return (await session.rows(statement, { tppId, ...key, limit: page.limit })).map(toListed);
  }
  const query = queryBuilderFor(session, filter)
    .select(listColumns(withInstructions))
    .from(payments)
    .$dynamic();
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
    queryBuilderFor(session, filter),
    payments,
    matchesFilter(tppId, filter),
    atMost,
    desc(payments.createdAt),
    desc(payments.paymentId),
  );
