/**
 * Lists of payments, by keyset on the time of creation or on the amount: a page costs the same wherever it lies, and
 * rows that arrive meanwhile move nothing.
 */
import { PgDialect } from 'drizzle-orm/pg-core';
import { newestFirst } from '../../../operations/payments/ports.ts';
import type { Page } from '../../../operations/ports/page.ts';
import type {
  ListedPayment,
  PaymentFilter,
  PaymentListing,
  PaymentOrder,
  PaymentPlace,
} from '../../../operations/ports/stores.ts';
import { Conditions } from '../../statements/conditions.ts';
import type { Session } from '../../statements/session.ts';
import { totalOfPayment } from '../../tables/payments.ts';
import { ofListed } from './payment-parts.ts';

/** As the index has it. */
const total = new PgDialect().sqlToQuery(totalOfPayment).sql;
const columnOf: Readonly<Record<PaymentOrder['by'], string>> = { CREATED_AT: 'created_at', AMOUNT: total };
const selection = ofListed(({ names, read }) => ({ text: `select ${names()} from payments`, read }));

type Reading = Pick<Session, 'rows'>;

export async function pageOfPayments(
  session: Reading,
  tppId: string,
  filter: PaymentFilter,
  { limit, after, before, fromEnd = false }: Page<PaymentPlace>,
  { order = newestFirst, withInstructions = false }: PaymentListing,
): Promise<readonly ListedPayment[]> {
  const { by, ascending } = order;
  const conditions = conditionsOf(tppId, filter);
  const column = columnOf[by];
  const [onward, back] = ascending ? ['>', '<'] : ['<', '>'];
  for (const [place, sign] of [
    [after, onward],
    [before, back],
  ] as const) {
    if (place === undefined) continue;
    const value = by === 'CREATED_AT' ? new Date(place.value) : place.value;
    conditions.add(`(${column}, payment_id) ${sign} (?, ?)`, value, place.paymentId);
  }
  const direction = ascending === fromEnd ? 'desc' : 'asc';
  const sorted = `order by ${column} ${direction}, payment_id ${direction} limit ${conditions.place(limit)}`;
  const { text: selected, read } = selection(withInstructions);
  const text = `${selected} where ${conditions.text} ${sorted}`;
  const rows = await session.rows({ text, read, byValues: isSelective(filter) }, conditions.values);
  return fromEnd ? rows.reverse() : rows;
}

/** Rows beyond `atMost` are not read, and the others from the index of the list: the table is not scanned. */
export async function countOfPayments(
  session: Reading,
  tppId: string,
  filter: PaymentFilter,
  atMost: number,
): Promise<number> {
  const conditions = conditionsOf(tppId, filter);
  const text = `select count(*)::int as count from (select 1 from payments where ${conditions.text}
    order by created_at desc, payment_id desc limit ${conditions.place(atMost)}) as counted`;
  const selection = {
    text,
    read: ([count]: readonly unknown[]) => Number(count),
    byValues: isSelective(filter),
  };
  const [count = 0] = await session.rows(selection, conditions.values);
  return count;
}

/** Whether few payments may match, so that it depends on the values whether the list is read in its order or by them. */
const isSelective = ({ statuses, products, amountFrom, amountTo, text }: PaymentFilter): boolean =>
  (statuses?.length ?? 0) + (products?.length ?? 0) > 1 || [amountFrom, amountTo, text].some(Boolean);

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function conditionsOf(tppId: string, filter: PaymentFilter): Conditions {
  const { statuses, products, createdFrom, createdTo, amountFrom, amountTo, currency, text } = filter;
  const conditions = new Conditions();
  conditions.add('tpp_id = ?', tppId);
  conditions.among('status', statuses);
  conditions.among('product', products);
  if (createdFrom != null) conditions.add('created_at >= ?', new Date(createdFrom));
  if (createdTo != null) conditions.add('created_at <= ?', new Date(createdTo));
  if (amountFrom) conditions.add(`${total} >= ?`, amountFrom);
  if (amountTo) conditions.add(`${total} <= ?`, amountTo);
  if (amountFrom || amountTo) conditions.add('amount is not null');
  if (currency) conditions.add('currency = ?', currency);
  if (text) search(conditions, text);
  return conditions;
}

function search(conditions: Conditions, text: string): void {
  // A whole id is found by its key, without a look at every payment.
  if (isId.test(text)) {
    conditions.add('payment_id = ?', text.toLowerCase());
    return;
  }
  const pattern = `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  const place = conditions.place(pattern);
  conditions.add(
    `(creditor_name ilike ${place} or payment_id ilike ${place}
      or instruction ->> 'remittanceInformationUnstructured' ilike ${place}
      or instruction -> 'remittanceInformationStructured' ->> 'reference' ilike ${place})`,
  );
}
