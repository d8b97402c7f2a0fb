/** A TPP with daily standing orders of one øre each, from 8 January 2030 on. */
import { nok, ola, standingOrder, tppAt } from '../../bank/support/life.ts';
import type { Bank, Tpp } from '../../support/bank.ts';

export async function dailyOrders(bank: Bank, tppId: string, orders: number): Promise<Tpp> {
  const tpp = await tppAt(bank, tppId, '2030-01-07T07:00:00Z');
  const plan = { startDate: '2030-01-08', frequency: 'Daily' };
  const first = await standingOrder(tpp, { ...plan, debtorAccount: ola, instructedAmount: nok('0.01') });
  for (const table of ['payments', 'bank_queue']) await copy(bank, table, first, orders);
  return tpp;
}

async function copy(bank: Bank, table: string, paymentId: string, orders: number): Promise<void> {
  const columns = await bank.sql`
    select column_name as name from information_schema.columns where table_name = ${table} order by ordinal_position`;
  const copied = columns.map(({ name }) =>
    name === 'payment_id' || name === 'fingerprint' ? `${name} || '-' || n` : name,
  );
  await bank.sql.unsafe(`
    insert into ${table} select ${copied.join(', ')} from ${table}, generate_series(2, ${orders}) n
    where payment_id = '${paymentId}'`);
}
