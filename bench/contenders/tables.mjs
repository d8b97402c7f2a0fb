/** Table access of the other servers: one prepared statement each, and batches by key. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';

const tppId = 'PSDNO-FSA-DEMOTPP1';

const sql = postgres(process.env.DATABASE_URL, {
  max: 20,
  // So that waiting requests do not hold the server's connections.
  idle_timeout: 5,
  onnotice: () => undefined,
});

export async function insertPayment(payment) {
  const id = randomUUID();
  const now = new Date();
  await sql`
    insert into payments (payment_id, tpp_id, product, status, amount, currency, debtor_account, creditor_name, instruction, created_at)
    values (${id}, ${tppId}, 'INDCTS', 'RCVD', ${payment.instructedAmount.amount}, ${payment.instructedAmount.currency},
      ${payment.debtorAccount}, ${payment.creditorName}, ${payment}, ${now})`;
  return id;
}

export async function statusOf(id) {
  const [row] = await sql`select status from payments where payment_id = ${id} and tpp_id = ${tppId}`;
  return row?.status;
}

/** `after`: creation time of the last payment of the previous page. */
const newestPayments = (first, after = null) => sql`
  select payment_id as "paymentId", product, status as "transactionStatus", created_at as "createdAt", debtor_name as "debtorName",
    amount, currency, debtor_account as "debtorAccount"
  from payments where tpp_id = ${tppId} and created_at < coalesce(${after}::timestamptz, 'infinity')
  order by created_at desc, payment_id desc limit ${first}`;

export async function historiesOf(paymentIds) {
  const rows = await sql`
    select payment_id, from_status as "from", to_status as "to", at, reason
    from payment_status_changes where payment_id = any(${paymentIds}) order by payment_id, sequence`;
  return grouped(rows, paymentIds, 'payment_id');
}

export async function basketsOf(paymentIds) {
  const rows = await sql`
    select m.payment_id, b.basket_id as "basketId"
    from signing_basket_payments m join signing_baskets b using (basket_id)
    where m.payment_id = any(${paymentIds}) order by b.created_at desc`;
  return grouped(rows, paymentIds, 'payment_id').map(([newest]) => newest ?? null);
}

export async function membersOf(basketIds) {
  const rows = await sql`
    select m.basket_id, p.payment_id as "paymentId", p.status as "transactionStatus"
    from signing_basket_payments m join payments p using (payment_id)
    where m.basket_id = any(${basketIds}) order by m.basket_id, m.position`;
  return grouped(rows, basketIds, 'basket_id');
}

function grouped(rows, keys, column) {
  const found = new Map(keys.map((key) => [key, []]));
  for (const row of rows) found.get(row[column]).push(row);
  return keys.map((key) => found.get(key));
}

export const roots = {
  Query: { payments: (_, { first, after }) => newestPayments(first, after) },
  Mutation: {
    createInstantPayment: async (_, { input }) => ({
      payment: { paymentId: await insertPayment(input), transactionStatus: 'RCVD' },
    }),
  },
};
