/**
 * The payments of a TPP in a terminal, live:
 *
 *   BANK_TOKEN=$(npm run --silent tpp -- token) npx tsx examples/graphql/watch.ts
 *
 * The sandbox is at PUBLIC_URL, else at http://localhost:PORT (4000). In another terminal, `npm run tpp -- pay`.
 */
import { createBankClient } from './client.ts';
import { PaymentsTable, type Row } from './payments-table.ts';
import { serviceUrl } from './service.ts';

const url = `${serviceUrl()}/graphql`;
const token = process.env.BANK_TOKEN?.trim();
if (!token) {
  console.error('Set BANK_TOKEN, which `npm run --silent tpp -- token` prints.');
  process.exit(1);
}

const table = new PaymentsTable(createBankClient({ url, token }), { draw });
let closed = false;
process.once('SIGINT', () => {
  closed = true;
  table.close();
});
await table.open();
// A refused token will be refused again.
if (table.failure !== undefined && !closed) fail(table.failure);

function fail(why: unknown): never {
  console.error(why instanceof Error ? why.message : String(why));
  process.exit(1);
}

function draw(): void {
  if (process.stdout.isTTY) console.clear();
  const why = table.failure instanceof Error ? `: ${table.failure.message}` : '';
  console.log(table.live ? `${table.rows.length} payments, live` : `not connected to ${url}${why}`);
  for (const row of table.rows) console.log(line(row));
}

function line({
  paymentId,
  product,
  transactionStatus,
  totalAmount,
  creditorNames,
  statusHistory,
}: Row): string {
  const amount = totalAmount ? `${totalAmount.amount} ${totalAmount.currency}` : 'several currencies';
  const reason = statusHistory.at(-1)?.reason ?? '';
  return [
    paymentId,
    product.padEnd(14),
    transactionStatus,
    amount.padStart(18),
    creditorNames.join(', ').slice(0, 30).padEnd(30),
    reason,
  ].join('  ');
}
