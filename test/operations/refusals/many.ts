/** Cases of GraphQL reads of many resources at once, and a TPP with too many of each, created for the first case. */
import type { Bank, Tpp } from '../../support/bank.ts';
import { type Case, type Cases, query } from './cases.ts';

const tppId = 'PSDNO-FSA-MANY';
const filled = new WeakMap<Bank, Promise<Tpp>>();

const ofMany =
  (document: string): Case =>
  async ({ bank }) => {
    const filling = filled.get(bank) ?? fill(bank);
    filled.set(bank, filling);
    return (await filling).graphqlRaw(document);
  };

/**
 * Six bulk payments of 1,000 entries and as many bookings; 60 accounts and card accounts of 100 transactions; six
 * customers with 1,000 of either.
 */
async function fill(bank: Bank): Promise<Tpp> {
  const { sql } = bank;
  const tpp = bank.tpp(tppId);
  await tpp.graphqlRaw('{ viewer { tppId } }');
  const id = (what: string) => sql.unsafe(`lpad(to_hex(n), 8, '0') || '-${what}-7000-8000-000000000000'`);
  const accounts = sql`generate_series(1, 60) n`;
  const postings = sql`generate_series(1, 6000) n`;
  await sql`insert into payments (payment_id, tpp_id, product, status, redirect_preferred, debtor_account, debtor_key,
      instruction, fingerprint, created_at, updated_at)
    select ${id('0001')}, ${tppId}, 'BULK_NDCT', 'RCVD', true, '{}', 'key',
      (select jsonb_build_object('payments', jsonb_agg(jsonb_build_object('creditorName', md5(m::text)))) from generate_series(1, 1000) m), md5(n::text), now(), now()
    from generate_series(1, 6) n`;
  await sql`insert into sandbox_accounts (resource_id, tpp_id, account_name, account_key, currency, created_at)
    select ${id('0002')}, ${tppId}, 'Many', 'bban:many' || n, 'NOK', now() from ${accounts}`;
  await sql`insert into sandbox_customers (customer_id, tpp_id, customer_number, customer_type, customer_name, created_at)
    values ('many', ${tppId}, 'many', 'PRIVATE', 'Many', now())`;
  await sql`insert into sandbox_card_accounts (resource_id, tpp_id, customer_id, masked_pan, currency, balances, created_at)
    select ${id('0003')}, ${tppId}, 'many', '1234', 'NOK', '[]', now() from ${accounts}`;
  await sql`insert into sandbox_card_transactions (tpp_id, card_account_id, card_transaction_id, booking_date, item, created_at)
    select ${tppId}, ${id('0003')}, m, '2026-01-01', '{}', now() from ${accounts}, generate_series(1, 100) m`;
  await sql`insert into ledger_movements (posting_id, position, tpp_id, kind, payment_id, transfer, at, booking_date, from_account_id, currency, amount_minor, details)
    select ${id('0004')}, 0, ${tppId}, 'PAYMENT', lpad(to_hex(n % 6 + 1), 8, '0') || '-0001-7000-8000-000000000000', n, now(), '2026-01-01',
      lpad(to_hex(n % 60 + 1), 8, '0') || '-0002-7000-8000-000000000000', 'NOK', 100, '{}'
    from ${postings}`;
  const owned = sql`generate_series(1, 6) c, generate_series(1, 1000) n`;
  const later = sql`now() + interval '1 hour'`;
  await sql`insert into sandbox_customers (customer_id, tpp_id, customer_number, customer_type, customer_name, created_at)
    select 'owner' || c, ${tppId}, 'owner' || c, 'PRIVATE', 'Owner', now() from generate_series(1, 6) c`;
  await sql`insert into sandbox_accounts (resource_id, tpp_id, customer_id, account_name, account_key, currency, created_at)
    select c || '-' || n, ${tppId}, 'owner' || c, 'Own', 'bban:own' || c || '-' || n, 'NOK', ${later} from ${owned}`;
  await sql`insert into sandbox_card_accounts (resource_id, tpp_id, customer_id, masked_pan, currency, balances, created_at)
    select c || '-' || n, ${tppId}, 'owner' || c, '1234', 'NOK', '[]', ${later} from ${owned}`;
  return tpp;
}

const backwards = 'fromDate: "2026-02-02", toDate: "2026-02-01"';

export const listCases: Cases = {
  'BulkPayment.entries': {
    BAD_REQUEST: ofMany('{ payments { nodes { ... on BulkPayment { entries { index } } } } }'),
  },
  'Payment.bookings': { BAD_REQUEST: ofMany('{ payments { nodes { bookings { bookingDate } } } }') },
  'SandboxCustomer.accounts': {
    BAD_REQUEST: ofMany('{ sandboxCustomers { nodes { accounts { resourceId } } } }'),
  },
  'SandboxCustomer.cardAccounts': {
    BAD_REQUEST: ofMany('{ sandboxCustomers { nodes { cardAccounts { resourceId } } } }'),
  },
  'SandboxAccount.transactions': {
    FORMAT_ERROR: query(`{ sandboxAccounts { nodes { transactions(${backwards}) { totalCount } } } }`),
    BAD_REQUEST: ofMany(
      '{ sandboxAccounts(first: 100) { nodes { transactions(first: 100) { nodes { bookingDate } } } } }',
    ),
  },
  'SandboxCardAccount.transactions': {
    FORMAT_ERROR: query(
      `{ sandboxCardAccounts { nodes { transactions(bookingStatus: both, ${backwards}) { totalCount } } } }`,
    ),
    BAD_REQUEST: ofMany(
      '{ sandboxCardAccounts(first: 100) { nodes { transactions(bookingStatus: both, first: 100) { nodes { cardTransactionId } } } } }',
    ),
  },
};
