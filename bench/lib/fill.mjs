/** Payments in any number, written straight into the tables of the service. */
import { bulkPayment, instantPayment } from './requests.mjs';

export const demoTppId = 'PSDNO-FSA-DEMOTPP1';

/** How many payments the largest database of a run has. */
export const paymentsOfSize = () => Number(process.env.BENCH_PAYMENTS ?? 1_000_000);

/**
 * Instant payments of a TPP, a second apart. Of ten, the second and the fourth are settled and the last two lie in an open
 * basket; the others wait for the PSU.
 */
export async function fillPayments(sql, { tppId, psu, count, tppInKeys = true }) {
  // Before migration 0014 rows below a payment do not name the TPP.
  const [column, value] = tppInKeys ? [sql`tpp_id,`, sql`${tppId}::text,`] : [sql``, sql``];
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
    select payment_id, ${tppId}, 'INDCTS', case when settled then 'ACSC' else 'RCVD' end, ${psuId}, ${sessionId},
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
    select 'basket-' || payment_id, ${tppId}, 'http://localhost:8080/return', true, 'OPEN', at from made where n % 10 = 0`;
  await sql`
    insert into signing_basket_payments (${column} basket_id, position, payment_id, live)
    select ${value} 'basket-' || last.payment_id, place, case place when 0 then first.payment_id else last.payment_id end, true
    from made last join made first on first.n = last.n - 1, generate_series(0, 1) place where last.n % 10 = 0`;
  await sql`drop table made`;
  await sql`vacuum analyze`;
}

/** What settled payments leave elsewhere: an authorisation and a movement each; and a logged request for every payment. */
export async function fillTraces(sql, { tppId }) {
  await sql`
    insert into authorisations (authorisation_id, tpp_id, kind, payment_id, sca_status, link_token, implicit, opened,
      redirect_uri, redirect_preferred, created_at, expires_at, ended_at, code, code_binding)
    select 'a' || payment_id, tpp_id, 'PAYMENT', payment_id, 'finalised', 'link of ' || payment_id, false, true,
      'http://localhost:8080/return', true, created_at, created_at, created_at, '000000', ''
    from payments where tpp_id = ${tppId} and status = 'ACSC'`;
  await sql`
    insert into ledger_movements (posting_id, position, tpp_id, kind, payment_id, transfer, at, booking_date, currency,
      amount_minor, details)
    select 'l' || payment_id, 0, tpp_id, 'PAYMENT', payment_id, 0, created_at, created_at::date, 'NOK', 100, '{}'
    from payments where tpp_id = ${tppId} and status = 'ACSC'`;
  await sql`
    insert into logged_requests (tpp_id, kind, id, at, status, path, record)
    select tpp_id, 0, payment_id::uuid, created_at, 200, '/', decode(repeat('ab', 300), 'hex')
    from payments where tpp_id = ${tppId}`;
  await sql`vacuum analyze`;
}

/**
 * The payments as a server needs them that does no more than the other contenders: the columns of their answers, the primary
 * key and the index of a list. Seven indexes are the service's own affair. Histories and baskets stay as they are.
 */
export async function leastTable(sql) {
  await sql`
    create table least as select payment_id, tpp_id, product, status, amount, currency, debtor_account, debtor_name,
      creditor_name, instruction, created_at from payments`;
  await sql`drop table payments cascade`;
  await sql`alter table least rename to payments`;
  for (const column of [
    'tpp_id',
    'product',
    'status',
    'amount',
    'currency',
    'debtor_account',
    'instruction',
    'created_at',
  ])
    await sql`alter table payments alter ${sql(column)} set not null`;
  await sql`alter table payments add primary key (payment_id)`;
  await sql`create index on payments (tpp_id, created_at desc, payment_id desc)`;
  for (const table of ['payment_status_changes', 'signing_basket_payments'])
    await sql`alter table ${sql(table)} add foreign key (payment_id) references payments`;
  await sql`vacuum analyze payments`;
}

/** Bulk payments of a TPP that wait for the PSU. */
export async function fillBulkPayments(sql, { tppId, count, entries }) {
  const instruction = JSON.stringify(bulkPayment(0, entries));
  await sql`
    insert into payments (payment_id, tpp_id, product, status, redirect_preferred, amount, currency, debtor_account, debtor_key,
      instruction, fingerprint, created_at, updated_at)
    select uuidv7()::text, ${tppId}, 'BULK_NDCT', 'RCVD', true, 1000, 'NOK', instruction->'debtorAccount',
      'bban:' || (instruction->'debtorAccount'->>'bban'), instruction, 'bulk ' || n, at, at
    from generate_series(1, ${count}::int) n, (select ${instruction}::text::jsonb as instruction) given,
      (select date_trunc('milliseconds', now()) as at) made`;
  await sql`
    insert into payment_status_changes (tpp_id, payment_id, from_status, to_status, at, reason)
    select tpp_id, payment_id, null, 'RCVD', created_at, 'created by the TPP' from payments
    where tpp_id = ${tppId} and product = 'BULK_NDCT'`;
  await sql`vacuum analyze`;
}

/** Another TPP, with the two accounts that a backlog needs; the demo TPP has them. */
export async function addTpp(sql, tppId) {
  await sql`insert into tpps (tpp_id, name) values (${tppId}, ${tppId})`;
  await sql`
    insert into sandbox_customers (customer_id, tpp_id, customer_number, customer_type, customer_name, created_at)
    values (${tppId}, ${tppId}, '99', 'PRIVATE', ${tppId}, now())`;
  await sql`
    insert into sandbox_accounts (resource_id, tpp_id, customer_id, account_name, bban, account_key, currency, balance_minor, created_at)
    select ${tppId} || bban, ${tppId}, ${tppId}, 'Account', bban, 'bban:' || bban, 'NOK', 0, now()
    from unnest(array['95360573002', '86011117947']) as bban`;
}

/**
 * Approved domestic payments, from a customer's account to another one of the sandbox, which nobody has queued yet. Answers
 * their ids. `name`: of this backlog among others of the TPP.
 */
export async function fillBacklog(sql, { tppId, count, name = 'backlog' }) {
  const instruction = JSON.stringify({
    ...instantPayment(0),
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
  });
  // Money for all of them: a movement, and the balance that it makes.
  await sql`
    insert into ledger_movements (posting_id, position, tpp_id, kind, transfer, at, booking_date, to_account_id, currency, amount_minor, details)
    select ${`${name} ${tppId}`}, 0, ${tppId}, 'OPENING', 0, now(), now(), resource_id, 'NOK', 100000000000, '{}'
    from sandbox_accounts where tpp_id = ${tppId} and bban = '95360573002'`;
  await sql`
    update sandbox_accounts set balance_minor = balance_minor + 100000000000 where tpp_id = ${tppId} and bban = '95360573002'`;
  const rows = await sql`
    with made as (
      insert into payments (payment_id, tpp_id, product, status, redirect_preferred, amount, currency, debtor_account, debtor_key,
        creditor_name, instruction, fingerprint, created_at, updated_at)
      select uuidv7()::text, ${tppId}, 'NDCT', 'PDNG', true, (instruction->'instructedAmount'->>'amount')::numeric, 'NOK',
        instruction->'debtorAccount', 'bban:' || (instruction->'debtorAccount'->>'bban'), instruction->>'creditorName', instruction,
        ${`${name} `} || n, at, at
      from generate_series(1, ${count}::int) n, (select ${instruction}::text::jsonb as instruction) given,
        (select date_trunc('milliseconds', now()) - interval '1 hour' as at) made
      returning tpp_id, payment_id, created_at
    ), changed as (
      insert into payment_status_changes (tpp_id, payment_id, from_status, to_status, at, reason)
      select tpp_id, payment_id, case step when 1 then 'RCVD' end, case step when 0 then 'RCVD' else 'PDNG' end, created_at, 'bench'
      from made, generate_series(0, 1) step order by step
    )
    select payment_id from made`;
  return rows.map((row) => row.payment_id);
}

/** From here on the bank finds them due. */
export async function queueBacklog(sql, { tppId, paymentIds }) {
  await sql`
    insert into bank_queue (payment_id, tpp_id, due_at, transfers)
    select payment_id, ${tppId}, now() - interval '1 hour', 1 from unnest(${paymentIds}::text[]) payment_id`;
}

/** Ids of a TPP's newest payments, of one status; with `free`, of those that wait for the PSU and lie in no basket. */
export async function newestPaymentIds(sql, { tppId, count, free = false, status = null }) {
  const rows = await sql`
    select payment_id from payments p
    where tpp_id = ${tppId} and status = coalesce(${status}, status) and (not ${free}::boolean or (status = 'RCVD'
      and not exists (select from signing_basket_payments m where m.tpp_id = p.tpp_id and m.payment_id = p.payment_id)))
    order by created_at desc limit ${count}`;
  return rows.map((row) => row.payment_id);
}
