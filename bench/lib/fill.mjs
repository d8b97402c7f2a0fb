/** Writes any number of payments directly into the tables of the service. */
import { instantPayment } from './requests.mjs';

export const demoTppId = 'PSDNO-FSA-DEMOTPP1';

export const paymentsOfSize = () => Number(process.env.BENCH_PAYMENTS ?? 1_000_000);

/**
 * Instant payments of the demo TPP, a second apart. Of ten, the second and fourth are settled, the last two are in an
 * open basket, and the others wait for the PSU.
 */
export async function fillPayments(sql, { psu, count, tppInKeys = true }) {
  // Before migration 0014, child rows of a payment do not have the TPP.
  const [column, value] = tppInKeys ? [sql`tpp_id,`, sql`${demoTppId}::text,`] : [sql``, sql``];
  const [psuId, sessionId] = [psu['psu-id'], psu['tpp-session-id']];
  const instruction = JSON.stringify(instantPayment(0));
  await sql`
    create temporary table made as
    select n, n % 10 in (1, 3) as settled, date_trunc('milliseconds', now()) - make_interval(secs => ${count}::int - n + 60) as at,
      uuidv7(make_interval(secs => n - ${count}::int - 60))::text as payment_id
    from generate_series(1, ${count}::int) n`;
  await sql`
    insert into payments (payment_id, tpp_id, product, status, psu_id, session_id, redirect_uri, redirect_preferred, amount,
      currency, debtor_account, debtor_key, debtor_name, creditor_name, instruction, fingerprint, created_at, updated_at)
    select payment_id, ${demoTppId}, 'INDCTS', case when settled then 'ACSC' else 'RCVD' end, ${psuId}, ${sessionId},
      'http://localhost:8080/return', true, (instruction->'instructedAmount'->>'amount')::numeric, 'NOK',
      instruction->'debtorAccount', 'bban:' || (instruction->'debtorAccount'->>'bban'),
      case when settled then 'Ola Nordmann' end, instruction->>'creditorName',
      instruction || jsonb_build_object('remittanceInformationUnstructured', 'Earlier ' || n), 'earlier ' || n, at, at
    from made, (select ${instruction}::text::jsonb as instruction) given`;
  await sql`
    insert into payment_status_changes (${column} payment_id, from_status, to_status, at, reason)
    select ${value} payment_id, change.* from made cross join lateral (values
      (null, 'RCVD', at, 'created by the TPP'), ('RCVD', 'ACSP', at, 'approved by the PSU'), ('ACSP', 'ACSC', at, 'settled')
    ) as change (from_status, to_status, at, reason) where settled or from_status is null`;
  await sql`
    insert into signing_baskets (basket_id, tpp_id, redirect_uri, redirect_preferred, state, created_at)
    select 'basket-' || payment_id, ${demoTppId}, 'http://localhost:8080/return', true, 'OPEN', at from made where n % 10 = 0`;
  await sql`
    insert into signing_basket_payments (${column} basket_id, position, payment_id, live)
    select ${value} 'basket-' || last.payment_id, place, case place when 0 then first.payment_id else last.payment_id end, true
    from made last join made first on first.n = last.n - 1, generate_series(0, 1) place where last.n % 10 = 0`;
  await sql`drop table made`;
  await sql`vacuum analyze`;
}

/** Settled payments have an authorisation; each has a logged request. */
export async function fillTraces(sql) {
  await sql`
    insert into authorisations (authorisation_id, tpp_id, kind, payment_id, sca_status, link_token, implicit, opened,
      redirect_uri, redirect_preferred, created_at, expires_at, ended_at, code, code_binding)
    select 'a' || payment_id, tpp_id, 'PAYMENT', payment_id, 'finalised', 'link of ' || payment_id, false, true,
      'http://localhost:8080/return', true, created_at, created_at, created_at, '000000', ''
    from payments where tpp_id = ${demoTppId} and status = 'ACSC'`;
  await sql`
    insert into logged_requests (tpp_id, kind, id, at, status, path, record)
    select tpp_id, 0, payment_id::uuid, created_at, 200, '/', decode(repeat('ab', 300), 'hex')
    from payments where tpp_id = ${demoTppId}`;
  await sql`vacuum analyze`;
}

/**
 * Payments for the other contenders: only the columns of their responses, the primary key and one list index. Histories
 * and baskets stay.
 */
export async function leastTable(sql) {
  await sql`
    create table least as select payment_id, tpp_id, product, status, amount, currency, debtor_account, debtor_name,
      creditor_name, instruction, created_at from payments`;
  await sql`drop table payments cascade`;
  await sql`alter table least rename to payments`;
  await sql`
    alter table payments alter tpp_id set not null, alter product set not null, alter status set not null, alter amount set not null,
      alter currency set not null, alter debtor_account set not null, alter instruction set not null, alter created_at set not null`;
  await sql`alter table payments add primary key (payment_id)`;
  await sql`create index on payments (tpp_id, created_at desc, payment_id desc)`;
  for (const table of ['payment_status_changes', 'signing_basket_payments'])
    await sql`alter table ${sql(table)} add foreign key (payment_id) references payments`;
  await sql`vacuum analyze payments`;
}

/** Newest payments of one status; `free`: those that wait for the PSU outside baskets. */
export async function newestPaymentIds(sql, { count, free = false, status = null }) {
  const rows = await sql`
    select payment_id from payments p
    where tpp_id = ${demoTppId} and status = coalesce(${status}, status) and (not ${free}::boolean or (status = 'RCVD'
      and not exists (select from signing_basket_payments m where m.tpp_id = p.tpp_id and m.payment_id = p.payment_id)))
    order by created_at desc limit ${count}`;
  return rows.map((row) => row.payment_id);
}
