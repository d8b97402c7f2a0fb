/** A sandbox at its bounds: filled by SQL, with the longest possible texts. */
import type { Bank } from './bank.ts';

interface Fullness {
  readonly bulks: number;
  readonly entries: number;
  readonly singles: number;
  readonly customers: number;
  readonly transactions: number;
}

export const none: Fullness = { bulks: 0, entries: 0, singles: 0, customers: 0, transactions: 0 };

export const full: Fullness = {
  bulks: 110,
  entries: 1_000,
  singles: 200,
  customers: 1_000,
  transactions: 300,
};

const text = (length: number): string => 'Å'.repeat(length);

const account = { bban: '12345678903', currency: 'NOK' };
const entry = (index: number) => ({
  creditorName: `${index} ${text(60)}`,
  creditorAccount: account,
  creditorAddress: {
    street: text(70),
    buildingNumber: '1',
    townName: text(35),
    country: 'NO',
    postalCode: '0150',
  },
  debtorName: 'd'.repeat(70),
  ultimateDebtor: 'u'.repeat(70),
  endToEndIdentification: 'e'.repeat(35),
  instructedAmount: { amount: `${index + 1}.00`, currency: 'NOK' },
  purposeCode: 'SALA',
  remittanceInformationUnstructured: text(140),
});

export async function fillSandbox(
  { sql }: Pick<Bank, 'sql'>,
  tppId: string,
  how: Fullness = full,
): Promise<void> {
  const bulk = JSON.stringify({
    debtorAccount: account,
    paymentInformationId: 'p'.repeat(35),
    payments: Array.from({ length: how.entries }, (_, index) => entry(index)),
  });
  const single = JSON.stringify({ ...entry(0), debtorAccount: account });
  const payments = (count: number, product: string, group: string, instruction: string, after: number) => sql`
    insert into payments (payment_id, tpp_id, product, status, redirect_preferred, amount, currency, debtor_account,
      debtor_key, debtor_name, creditor_name, instruction, fingerprint, created_at, updated_at)
    select lpad(to_hex(n), 8, '0') || ${`-${group}-7000-8000-000000000000`}::text, ${tppId}::text, ${product}::text, 'RCVD', true, n, 'NOK',
      ${JSON.stringify(account)}::text::jsonb, 'key', 'Debtor', case when ${after}::int = 0 then 'Creditor' end, ${instruction}::text::jsonb, md5(n::text), now() + (n + ${after}::int) * interval '1 second', now()
    from generate_series(1, ${count}::int) n`;
  await payments(how.singles, 'NDCT', '0001', single, 0);
  await payments(how.bulks, 'BULK_NDCT', '0002', bulk, 1_000);
  await sql`insert into payment_status_changes (tpp_id, payment_id, from_status, to_status, at, reason)
    select tpp_id, payment_id, 'RCVD', 'PDNG', now(), repeat('why ', 20) from payments, generate_series(1, 8) n where tpp_id = ${tppId}`;
  await sql`insert into signing_baskets (basket_id, tpp_id, state, redirect_preferred, redirect_uri, created_at)
    select lpad(to_hex(n), 8, '0') || '-0003-7000-8000-000000000000', ${tppId}::text, 'OPEN', true, 'https://tpp.example', now() from generate_series(1, ${how.singles / 10}::int) n`;
  await sql`insert into signing_basket_payments (tpp_id, basket_id, position, payment_id, live)
    select ${tppId}::text, lpad(to_hex(1 + (n - 1) / 10), 8, '0') || '-0003-7000-8000-000000000000', (n - 1) % 10, lpad(to_hex(n), 8, '0') || '-0001-7000-8000-000000000000', true
    from generate_series(1, ${how.singles}::int) n`;
  await fillCustomers(sql, tppId, how);
  await sql.unsafe('vacuum analyze');
}

async function fillCustomers(sql: Bank['sql'], tppId: string, how: Fullness): Promise<void> {
  const id = sql`lpad(to_hex(n), 8, '0')`;
  const some = sql`from generate_series(1, ${how.customers}::int) n`;
  await sql`insert into sandbox_customers (customer_id, tpp_id, customer_number, customer_type, customer_name, created_at)
    select ${id} || '-0004', ${tppId}::text, 'n' || n, 'PRIVATE', repeat('Å', 70), now() ${some}`;
  await sql`insert into sandbox_agreements (agreement_id, tpp_id, owner_id, name, created_at)
    select ${id} || '-0005', ${tppId}::text, ${id} || '-0004', repeat('Å', 70), now() ${some}`;
  await sql`insert into sandbox_accounts (resource_id, tpp_id, customer_id, account_name, bban, account_key, currency, created_at)
    select ${id} || '-0006', ${tppId}::text, ${id} || '-0004', repeat('Å', 70), n::text, 'bban:full' || n, 'NOK', now() ${some}`;
  await sql`insert into sandbox_card_accounts (resource_id, tpp_id, customer_id, masked_pan, currency, balances, created_at)
    select ${id} || '-0007', ${tppId}::text, ${id} || '-0004', '1234', 'NOK', '[]', now() ${some}`;
  const item = {
    cardTransactionId: 'x',
    bookingDate: '2026-01-01',
    transactionDate: '2026-01-01',
    transactionDetails: text(140),
    transactionAmount: { amount: 1, currency: 'NOK' },
    originalAmount: { amount: 1, currency: 'NOK' },
    invoiced: 'true',
    maskedPan: '1234',
    merchantCategoryCode: '1234',
    terminalId: '1',
    cardAcceptorId: '1',
    cardAcceptorAddress: { street: text(70), country: 'NO' },
    proprietaryBankTransactionCode: 'x',
  };
  await sql`insert into sandbox_card_transactions (tpp_id, card_account_id, card_transaction_id, booking_date, item, created_at)
    select ${tppId}::text, lpad(to_hex(a), 8, '0') || '-0007', 't' || n, '2026-01-01', ${JSON.stringify(item)}::text::jsonb || jsonb_build_object('cardTransactionId', 't' || n), now()
    from generate_series(1, 10) a, generate_series(1, ${how.transactions}::int) n`;
  await sql`insert into ledger_movements (posting_id, position, tpp_id, kind, payment_id, transfer, at, booking_date, to_account_id, currency, amount_minor, details)
    select ${id} || '-0008-7000-8000-000000000000', 2 * a, ${tppId}::text, 'PAYMENT', 'p', n, now(), '2026-01-01', lpad(to_hex(a), 8, '0') || '-0006', 'NOK', 100,
      ${JSON.stringify({ debtorName: text(70), creditorName: text(70), remittanceInformationUnstructured: text(140) })}::text::jsonb
    from generate_series(1, 10) a, generate_series(1, ${how.transactions}::int) n`;
}
