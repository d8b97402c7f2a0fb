/** Pages of payments in the order of creation or amount. */
import { and, desc, eq, gte, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { newestFirst } from '../../../operations/payments/ports.ts';
import type { PaymentFilter, PaymentKey, PaymentLists } from '../../../operations/ports/stores.ts';
import type { Session } from '../../session.ts';
import { isAnyOf, prepare, value } from '../../statement.ts';
import { payments, totalOfPayment } from '../../tables/payments.ts';
import { countUpTo, type Order, readPage } from '../keyset.ts';
import { listColumns, toListed } from './payment-parts.ts';

const { paymentId, tppId, status, product, createdAt, currency, amount, creditorName, instruction } =
  payments;

const columnOf = { CREATED_AT: createdAt, AMOUNT: totalOfPayment };

/** A single value is an equality, which can use the order of an index. */
const isOneOf = (column: PgColumn, values: readonly string[]): SQL =>
  values.length === 1 ? eq(column, values[0]) : isAnyOf(column, values);

function matches(ofTpp: string, filter: PaymentFilter): SQL | undefined {
  const { statuses, products, createdFrom, createdTo, amountFrom, amountTo, text } = filter;
  return and(
    eq(tppId, ofTpp),
    statuses == null ? undefined : isOneOf(status, statuses),
    products == null ? undefined : isOneOf(product, products),
    createdFrom == null ? undefined : gte(createdAt, createdFrom),
    createdTo == null ? undefined : lte(createdAt, createdTo),
    amountFrom ? sql`${totalOfPayment} >= ${amountFrom}` : undefined,
    amountTo ? sql`${totalOfPayment} <= ${amountTo}` : undefined,
    amountFrom || amountTo ? isNotNull(amount) : undefined,
    filter.currency ? eq(currency, filter.currency) : undefined,
    text ? containsText(text) : undefined,
  );
}

const completeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function containsText(text: string): SQL {
  // A complete id is looked up by its key.
  if (completeId.test(text)) return eq(paymentId, text.toLowerCase());
  const pattern = `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return sql`(${creditorName} ilike ${pattern} or ${paymentId} ilike ${pattern}
    or ${instruction} ->> 'remittanceInformationUnstructured' ilike ${pattern}
    or ${instruction} -> 'remittanceInformationStructured' ->> 'reference' ilike ${pattern})`;
}

/** The best plan depends on the values if few payments may match. A status or a product alone has an index. */
function databaseFor(
  session: Pick<Session, 'db' | 'dbByValues'>,
  { statuses, products, amountFrom, amountTo, text }: PaymentFilter,
): Session['db'] {
  const dependsOnValues =
    (statuses?.length ?? 0) + (products?.length ?? 0) > 1 || [amountFrom, amountTo, text].some(Boolean);
  return dependsOnValues ? session.dbByValues : session.db;
}

/** Prepared, because dashboards read it most (docs/performance.md). */
const selectNewest = (withInstructions: boolean) =>
  prepare({ tppId, createdAt, paymentId, limit: value<number>() }, (db, $) =>
    db
      .select(listColumns(withInstructions))
      .from(payments)
      .where(and(eq(tppId, $.tppId), sql`(${createdAt}, ${paymentId}) < (${$.createdAt}, ${$.paymentId})`))
      .orderBy(desc(createdAt), desc(paymentId))
      .limit($.limit),
  );
const selectNewestWithoutInstructions = selectNewest(false);
const selectNewestWithInstructions = selectNewest(true);
/** Later than every payment. */
const endOfTime: PaymentKey = { value: Date.UTC(9999, 11, 31), paymentId: '' };

export async function pageOfPayments(
  session: Pick<Session, 'db' | 'dbByValues' | 'rows'>,
  ...[ofTpp, filter, page, options = {}]: Parameters<PaymentLists['page']>
) {
  const { order = newestFirst, withInstructions = false } = options;
  const isFiltered = Object.values(filter).some((part) => part != null);
  const isNewestFirst = order.by === 'CREATED_AT' && !order.ascending;
  if (isNewestFirst && !isFiltered && !page.before && !page.fromEnd && !page.offset) {
    const after = page.after ?? endOfTime;
    const statement = withInstructions ? selectNewestWithInstructions : selectNewestWithoutInstructions;
    const key = { createdAt: Number(after.value), paymentId: after.paymentId };
    return (await session.rows(statement, { tppId: ofTpp, ...key, limit: page.limit })).map(toListed);
  }
  const query = databaseFor(session, filter).select(listColumns(withInstructions)).from(payments).$dynamic();
  const listOrder: Order<PaymentKey> = {
    columns: [columnOf[order.by], paymentId],
    valuesOf: (key) => [key.value, key.paymentId],
    ascending: order.ascending,
  };
  return (await readPage(query, matches(ofTpp, filter), listOrder, page)).map(toListed);
}

export const countOfPayments = (
  session: Pick<Session, 'db' | 'dbByValues'>,
  ...[ofTpp, filter, atMost]: Parameters<PaymentLists['count']>
): Promise<number> =>
  countUpTo(
    databaseFor(session, filter),
    payments,
    matches(ofTpp, filter),
    atMost,
    desc(createdAt),
    desc(paymentId),
  );
