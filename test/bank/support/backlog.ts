/** Many approved domestic payments, written straight into the tables, as a backlog for a run. */
import type postgres from 'postgres';
import { domestic } from '../../../src/domain/payments/products/domestic.ts';

export interface Backlog {
  readonly tppId?: string;
  readonly payments: number;
  readonly dueAt: Date;
  /** Funded accounts that take turns as debtor and creditor. */
  readonly accounts?: number;
}

export async function fillBacklog(
  sql: postgres.Sql,
  { tppId = 'PSDNO-FSA-BENCH', payments, dueAt, accounts = 200 }: Backlog,
): Promise<void> {
  await sql`insert into tpps (tpp_id, name) values (${tppId}, 'Bench') on conflict do nothing`;
  await sql`
    insert into sandbox_customers (customer_id, tpp_id, customer_number, customer_type, customer_name, created_at)
    values (${`${tppId}-customer`}, ${tppId}, '99', 'PRIVATE', 'Bench', now())`;
  await sql`
    insert into sandbox_accounts (resource_id, tpp_id, customer_id, account_name, bban, account_key, currency, balance_minor, created_at)
    select ${tppId} || n, ${tppId}, ${`${tppId}-customer`}, 'Account', 'A' || n, 'bban:A' || n, 'NOK', 1000000000000, now()
    from generate_series(0, ${accounts}::int - 1) n`;
  await sql`
    insert into ledger_movements (posting_id, position, tpp_id, kind, transfer, at, booking_date, to_account_id, currency, amount_minor, details)
    select ${`${tppId}-opening`}, 2 * n, ${tppId}, 'OPENING', 0, now(), now(), ${tppId} || n, 'NOK', 1000000000000, '{}'
    from generate_series(0, ${accounts}::int - 1) n`;
  const due = sql`${dueAt.toISOString()}::text::timestamptz`;
  const id = sql`${tppId} || lpad(n::text, 9, '0')`;
  const debtor = sql`'A' || n % ${accounts}::int`;
  const creditor = sql`'A' || (n * 7 + 1) % ${accounts}::int`;
  const instruction = JSON.stringify({
    ...domestic.example,
    instructedAmount: { amount: '10.00', currency: 'NOK' },
  });
  await sql`
    insert into payments (payment_id, tpp_id, product, status, redirect_preferred, amount, currency, debtor_account, debtor_key,
      debtor_name, creditor_name, instruction, fingerprint, created_at, updated_at)
    select ${id}, ${tppId}, ${domestic.code}, 'PDNG', true, 10, 'NOK', jsonb_build_object('bban', ${debtor}, 'currency', 'NOK'),
      'bban:' || ${debtor}, 'Bench', 'Payee', ${instruction}::text::jsonb || jsonb_build_object(
        'debtorAccount', jsonb_build_object('bban', ${debtor}, 'currency', 'NOK'),
        'creditorAccount', jsonb_build_object('bban', ${creditor}, 'currency', 'NOK')), 'f' || n, ${due}, ${due}
    from generate_series(1, ${payments}::int) n`;
  await sql`
    insert into payment_status_changes (tpp_id, payment_id, from_status, to_status, at, reason)
    select tpp_id, payment_id, case step when 1 then 'RCVD' end, case step when 0 then 'RCVD' else 'PDNG' end, ${due}, 'bench'
    from payments, generate_series(0, 1) step where tpp_id = ${tppId} order by step`;
  await sql`
    insert into bank_queue (payment_id, tpp_id, due_at, transfers)
    select payment_id, tpp_id, ${due}, 1 from payments where tpp_id = ${tppId}`;
}
