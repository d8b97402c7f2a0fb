/** Payments of the demo TPP in any number, written straight into the tables of the service. */
import { instantPayment } from './requests.mjs';

export const tppId = 'PSDNO-FSA-DEMOTPP1';

/** Instant payments, a second apart, the newest last, each with the status it was made with. */
export async function fillPayments(sql, count) {
  const instruction = JSON.stringify(instantPayment(0));
  await sql`
    insert into payments (payment_id, tpp_id, product, status, redirect_preferred, amount, currency, debtor_account, debtor_key,
      creditor_name, instruction, fingerprint, created_at, updated_at)
    select uuidv7(make_interval(secs => n - ${count}::int))::text, ${tppId}, 'INDCTS', 'RCVD', true, 1 + n % 900, 'NOK',
      instruction->'debtorAccount', 'bban:' || (instruction->'debtorAccount'->>'bban'), instruction->>'creditorName',
      instruction || jsonb_build_object('remittanceInformationUnstructured', 'Earlier ' || n), 'earlier ' || n, at, at
    from (select n, date_trunc('milliseconds', now()) - make_interval(secs => ${count}::int - n + 60) as at,
        ${instruction}::text::jsonb as instruction
      from generate_series(1, ${count}::int) n) made`;
  await sql`
    insert into payment_status_changes (payment_id, sequence, from_status, to_status, at, reason)
    select payment_id, 1, null, 'RCVD', created_at, 'created by the TPP'
    from payments p where tpp_id = ${tppId}
      and not exists (select from payment_status_changes c where c.payment_id = p.payment_id)`;
  await sql`analyze`;
}

export async function newestPaymentIds(sql, count) {
  const rows =
    await sql`select payment_id from payments where tpp_id = ${tppId} order by created_at desc limit ${count}`;
  return rows.map((row) => row.payment_id);
}
