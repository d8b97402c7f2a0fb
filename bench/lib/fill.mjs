/** Payments of the demo TPP in any number, written straight into the tables of the service. */
import { instantPayment } from './requests.mjs';

export const tppId = 'PSDNO-FSA-DEMOTPP1';

/**
 * Instant payments, a second apart: every other one settled, every fourth in an open basket together with the one before it.
 */
export async function fillPayments(sql, count) {
  const instruction = JSON.stringify(instantPayment(0));
  await sql`
    create temporary table made on commit preserve rows as
    select n, n % 2 = 1 as settled, date_trunc('milliseconds', now()) - make_interval(secs => ${count}::int - n + 60) as at,
      uuidv7(make_interval(secs => n - ${count}::int - 60))::text as payment_id, ${instruction}::text::jsonb as instruction
    from generate_series(1, ${count}::int) n`;
  await sql`
    insert into payments (payment_id, tpp_id, product, status, redirect_preferred, amount, currency, debtor_account, debtor_key,
      debtor_name, creditor_name, instruction, fingerprint, created_at, updated_at)
    select payment_id, ${tppId}, 'INDCTS', case when settled then 'ACSC' else 'RCVD' end, true,
      (instruction->'instructedAmount'->>'amount')::numeric, 'NOK', instruction->'debtorAccount',
      'bban:' || (instruction->'debtorAccount'->>'bban'), case when settled then 'Ola Nordmann' end, instruction->>'creditorName',
      instruction || jsonb_build_object('remittanceInformationUnstructured', 'Earlier ' || n), 'earlier ' || n, at, at
    from made`;
  await sql`
    insert into payment_status_changes (payment_id, sequence, from_status, to_status, at, reason)
    select payment_id, 1, null, 'RCVD', at, 'created by the TPP' from made
    union all select payment_id, 2, 'RCVD', 'ACSP', at, 'approved by the PSU' from made where settled
    union all select payment_id, 3, 'ACSP', 'ACSC', at, 'settled' from made where settled`;
  await sql`
    insert into signing_baskets (basket_id, tpp_id, redirect_uri, redirect_preferred, state, created_at)
    select 'basket-' || payment_id, ${tppId}, 'http://localhost:8080/return', true, 'OPEN', at from made where n % 4 = 0`;
  await sql`
    insert into signing_basket_payments (basket_id, position, payment_id, live)
    select 'basket-' || last.payment_id, place, case place when 0 then first.payment_id else last.payment_id end, true
    from made last join made first on first.n = last.n - 1, generate_series(0, 1) place where last.n % 4 = 0`;
  await sql`drop table made`;
  await sql`analyze`;
}

export async function newestPaymentIds(sql, count) {
  const rows =
    await sql`select payment_id from payments where tpp_id = ${tppId} order by created_at desc limit ${count}`;
  return rows.map((row) => row.payment_id);
}
