import { paymentStatuses } from '../../../../src/domain/payments/status.ts';
import { columns } from '../columns.ts';
import { readData } from '../command/ask.ts';
import type { RequestCall } from '../command/call.ts';
import { defineCommand } from '../command/command.ts';
import { exitCodes, UsageError } from '../command/failures.ts';
import { at, listAt, textAt } from '../record.ts';

const pageSize = 100;
const countAtMost = 1_000;

export const payments = defineCommand({
  name: 'payments',
  summary: 'list the payments of this TPP, newest first',
  words: [],
  about: ['On a terminal the command prints a table, elsewhere a JSON array.'],
  options: {
    status: { takes: 'STATUS', choices: paymentStatuses, about: 'only payments with this status' },
    first: { takes: 'COUNT', about: `at most this many, 1 to ${countAtMost} (default: 20)` },
  },
  example: 'npm run tpp -- payments --status ACSC --first 5',
  async run(call) {
    const count = countOf(call.values.first ?? '20');
    const rows = await readPayments(call, count, call.values.status);
    const table = columns([titles, ...rows.map(cellsOf)]);
    call.show(rows, rows.length === 0 ? 'There are no such payments.' : table.join('\n'));
    return exitCodes.done;
  },
});

function countOf(text: string): number {
  const count = Number(text);
  if (/^\d{1,4}$/.test(text) && count >= 1 && count <= countAtMost) return count;
  throw new UsageError(`--first must be a number from 1 to ${countAtMost}, not '${text}'.`);
}

const query = `query ($first: Int!, $after: String, $filter: PaymentFilter) {
  payments(first: $first, after: $after, filter: $filter) {
    nodes { paymentId createdAt product totalAmount { amount currency } creditorNames transactionStatus }
    pageInfo { hasNextPage endCursor } } }`;

async function readPayments(
  call: RequestCall,
  count: number,
  status: string | undefined,
): Promise<readonly unknown[]> {
  const filter = status === undefined ? {} : { statuses: [status] };
  const rows: unknown[] = [];
  let after: string | null = null;
  do {
    const first = Math.min(pageSize, count - rows.length);
    const page: unknown = at(await readData(call, query, { first, after, filter }), 'payments');
    rows.push(...listAt(page, 'nodes'));
    after = at(page, 'pageInfo', 'hasNextPage') === true ? textAt(page, 'pageInfo', 'endCursor') : null;
  } while (after !== null && rows.length < count);
  return rows;
}

const titles = ['CREATED', 'PAYMENT', 'STATUS', 'PRODUCT', 'AMOUNT', 'CREDITOR'];

function cellsOf(payment: unknown): readonly string[] {
  const text = (name: string) => textAt(payment, name) ?? '';
  const amount = ['currency', 'amount'].map((name) => textAt(payment, 'totalAmount', name) ?? '').join(' ');
  const [creditor = '', ...others] = listAt(payment, 'creditorNames').map(String);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return [
    text('createdAt').slice(0, 19).replace('T', ' '),
    text('paymentId'),
    text('transactionStatus'),
    text('product'),
    amount,
    `${creditor}${more}`,
  ];
}
