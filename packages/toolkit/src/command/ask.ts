import { dataOf, graphqlRequest, lookupError, mutationOf } from '../graphql.ts';
import { at, listAt, textAt } from '../record.ts';
import { RefusedError } from '../send.ts';
import type { RequestCall } from './call.ts';
import { exchange } from './exchange.ts';

export async function readData(call: RequestCall, query: string, variables: object = {}): Promise<unknown> {
  return dataOf(await exchange(call, graphqlRequest(call.base(), query, variables)));
}

const pageSize = 100;

/** Reads the connection `items` or `of.items` page by page. The query has the variables $first and $after. */
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

/** `selection`: the fields of the payload, without tppMessages. Warnings become notes. */
export async function mutate(
  call: RequestCall,
  name: string,
  input: object,
  selection: string,
): Promise<unknown> {
  const query = mutationOf(name, `${selection} tppMessages { category code path text }`);
  const payload = at(await readData(call, query, { input }), name);
  const messages = listAt(payload, 'tppMessages').map((message) => ({
    isError: textAt(message, 'category') === 'ERROR',
    line: [
      [textAt(message, 'code'), textAt(message, 'path')].filter(Boolean).join(' '),
      textAt(message, 'text'),
    ]
      .filter(Boolean)
      .join(': '),
  }));
  const errors = messages.filter(({ isError }) => isError);
  if (errors.length > 0) throw new RefusedError(errors.map(({ line }) => line).join('\n'));
  if (payload == null) throw new RefusedError(`The response has no ${name}.`);
  for (const { line } of messages) call.note(`Warning: ${line}`);
  return payload;
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
  // The query looks for a payment and for a basket. One of them is always unknown, so errors count only if both are.
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
