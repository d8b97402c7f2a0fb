import { columns } from '../columns.ts';
import { defineCommand } from '../command/command.ts';
import { answerJson, exchange, exitCodeOf } from '../command/exchange.ts';
import { findResource, type TargetResource } from '../command/graphql-client.ts';
import { listAt, record, textAt } from '../record.ts';

export const status = defineCommand({
  name: 'status',
  summary: 'read the status of a payment or a basket, with its history',
  words: ['ID'],
  about: [
    'The status comes from REST, the history from GraphQL. On a terminal the command prints lines. Otherwise it prints the response',
    'of REST, with the history of a payment or the payments of a basket.',
  ],
  options: {},
  example: 'npm run tpp -- status 01a1fd01-98ed-727c-ba58-6612bb9d140a',
  async run(call) {
    const [id = ''] = call.words;
    // The status path contains the product, which only GraphQL can look up by the payment's id.
    const resource = await findResource(call, id);
    const request = { method: 'GET', url: `${call.base()}${resource.statusPath}` };
    const answer = await exchange(call, request);
    call.note(`${request.method} ${request.url}\nHTTP ${answer.status}`);
    const { kind, statusHistory, payments } = resource;
    const details = kind === 'payment' ? { statusHistory } : { payments };
    if (call.values.json) call.answer({ ...answerJson(answer), ...details }, '');
    else call.show({ ...record(answer.json), ...details }, textOf(resource, answer.json));
    return exitCodeOf(answer);
  },
});

function textOf({ id, statusHistory, payments }: TargetResource, body: unknown): string {
  const changeRows = statusHistory.map(({ at, from, to, reason }) => [`  ${at}`, from ?? '-', to, reason]);
  const paymentRows = payments.map(({ paymentId, transactionStatus }) => [
    `  ${paymentId}`,
    transactionStatus,
  ]);
  const messages = listAt(body, 'tppMessages').map((message) => textAt(message, 'text') ?? '');
  const currentStatus = textAt(body, 'transactionStatus') ?? textAt(body, 'code') ?? '';
  return [`${id} ${currentStatus}`, ...columns([...changeRows, ...paymentRows]), ...messages].join('\n');
}
