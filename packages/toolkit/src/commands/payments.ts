import { paymentStatuses } from '../../../../src/domain/payments/status.ts';
import { columns } from '../columns.ts';
import { readCount } from '../command/arguments.ts';
import { defineCommand } from '../command/command.ts';
import { readNodes } from '../command/graphql-client.ts';
import { listAt, textAt } from '../record.ts';

const countAtMost = 1_000;

export const payments = defineCommand({
  name: 'payments',
  summary: 'list the payments of this TPP, newest first',
  words: [],
  about: ['On a terminal the command prints a table, otherwise a JSON array.'],
  options: {
    status: { takes: 'STATUS', choices: paymentStatuses, about: 'only payments with this status' },
    first: { takes: 'COUNT', about: `at most this many, 1 to ${countAtMost} (default: 20)` },
  },
  example: 'npm run tpp -- payments --status ACSC --first 5',
  async run(call) {
    const { first = '20', status } = call.values;
    const count = readCount('first', first, 1, countAtMost);
    const filter = status === undefined ? {} : { statuses: [status] };
    const { nodes } = await readNodes(call, query, count, { filter });
    const table = columns([titles, ...nodes.map(cellsOf)]);
    call.show(nodes, nodes.length === 0 ? 'There are no such payments.' : table.join('\n'));
  },
});

const query = `query ($first: Int!, $after: String, $filter: PaymentFilter) {
  items: payments(first: $first, after: $after, filter: $filter) {
    nodes { paymentId createdAt product totalAmount { amount currency } creditorNames transactionStatus }
    pageInfo { hasNextPage endCursor } } }`;

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
