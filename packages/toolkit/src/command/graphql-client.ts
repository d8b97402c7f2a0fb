/** The GraphQL requests of several commands. An error in a response becomes a RefusedError or a FailedError. */
import { dataOf, graphqlRequest, lookupError, mutationOf } from '../graphql.ts';
import { at, listAt, textAt } from '../record.ts';
import { RefusedError } from '../send.ts';
import type { RequestCall } from './call.ts';
import { exchange } from './exchange.ts';

export async function readData(call: RequestCall, query: string, variables: object = {}): Promise<unknown> {
  return dataOf(await exchange(call, graphqlRequest(call.base(), query, variables)));
}

const pageSize = 100;

/**
 * Reads a connection page by page. The query has the variables $first and $after. The connection has the alias `items`. It is a
 * field of the query itself, or of a field with the alias `of`.
 */
export async function readNodes(
  call: RequestCall,
  query: string,
  nodesAtMost: number,
  variables: object = {},
): Promise<{ readonly nodes: readonly unknown[]; readonly hasMore: boolean }> {
  const nodes: unknown[] = [];
  let after: string | null = null;
  while (nodes.length < nodesAtMost) {
    const first = Math.min(pageSize, nodesAtMost - nodes.length);
    const data = await readData(call, query, { ...variables, first, after });
    const items: unknown = at(data, 'items') ?? at(data, 'of', 'items');
    nodes.push(...listAt(items, 'nodes'));
    after = at(items, 'pageInfo', 'hasNextPage') === true ? textAt(items, 'pageInfo', 'endCursor') : null;
    if (after === null) return { nodes, hasMore: false };
  }
  return { nodes, hasMore: true };
}

/** `selection`: the fields of the payload, without tppMessages. Returns the payload. Warnings become notes. */
export async function mutate(
  call: RequestCall,
  name: string,
  input: object,
  selection: string,
): Promise<unknown> {
  const query = mutationOf(name, `${selection} tppMessages { category code path text }`);
  const payload = at(await readData(call, query, { input }), name);
  const messages = listAt(payload, 'tppMessages');
  const errors = messages.filter((message) => textAt(message, 'category') === 'ERROR');
  if (errors.length > 0) throw new RefusedError(errors.map(messageLine).join('\n'));
  if (payload == null) throw new RefusedError(`The response has no ${name}.`);
  for (const warning of messages) call.note(`Warning: ${messageLine(warning)}`);
  return payload;
}

function messageLine(message: unknown): string {
  const subject = [textAt(message, 'code'), textAt(message, 'path')].filter(Boolean).join(' ');
  return [subject, textAt(message, 'text')].filter(Boolean).join(': ');
}

export interface TargetResource {
  readonly kind: 'payment' | 'basket';
  readonly id: string;
  readonly transactionStatus: string;
  readonly statusPath: string;
  readonly statusHistory: readonly {
    readonly at: string;
    /** null for a new payment. */
    readonly from: string | null;
    readonly to: string;
    readonly reason: string;
  }[];
  readonly payments: readonly { readonly paymentId: string; readonly transactionStatus: string }[];
  readonly basketId: string | null;
}

const resourceQuery = `query ($id: String!) {
  payment(paymentId: $id) {
    transactionStatus links { status { href } } statusHistory { at from to reason } basket { basketId } }
  signingBasket(basketId: $id) {
    transactionStatus links { status { href } } payments { paymentId transactionStatus } } }`;

export async function findResource(call: RequestCall, id: string): Promise<TargetResource> {
  // The query asks for a payment and a basket with this id. One of them is always unknown, so errors count only if both are.
  const answer = await exchange(call, graphqlRequest(call.base(), resourceQuery, { id }));
  const payment = at(answer.json, 'data', 'payment');
  const resource = payment ?? at(answer.json, 'data', 'signingBasket');
  if (resource == null)
    throw lookupError(answer) ?? new RefusedError(`This TPP has no payment or basket ${id}.`);
  return {
    kind: payment == null ? 'basket' : 'payment',
    id,
    transactionStatus: textAt(resource, 'transactionStatus') ?? '',
    statusPath: textAt(resource, 'links', 'status', 'href') ?? '',
    statusHistory: listAt(resource, 'statusHistory') as TargetResource['statusHistory'],
    payments: listAt(resource, 'payments') as TargetResource['payments'],
    basketId: textAt(resource, 'basket', 'basketId'),
  };
}
