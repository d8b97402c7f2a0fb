import { graphqlRequest, lookUpFault } from './graphql.ts';
import { at, listAt, textAt } from './record.ts';
import { send, UnreachableError } from './send.ts';
import type { SigningIdentity } from './sign.ts';

/** The bank refuses the subscription, or the payment does not exist. */
export class ListenRefused extends Error {}

export interface Snapshot {
  /** By the clock of the TPP. */
  readonly clock: string;
  /** The one payment, or the newest hundred, oldest first. */
  readonly payments: readonly unknown[];
}

export interface ListenSource {
  /** Address of the service, without a trailing slash. */
  readonly base: string;
  readonly identity: SigningIdentity;
  /** All payments of the TPP when absent. */
  readonly paymentId?: string;
  readonly signal?: AbortSignal;
}

export const historyFields = '{ paymentId statusHistory { at from to } }';
const pageSize = 100;

export async function readNewest(options: ListenSource): Promise<Snapshot> {
  const { paymentId } = options;
  const one = paymentId !== undefined;
  const selection = one
    ? `payment(paymentId: $paymentId) ${historyFields}`
    : `payments(first: ${pageSize}) { nodes ${historyFields} }`;
  const query = `query${one ? ' ($paymentId: String!)' : ''} { viewer { clock } ${selection} }`;
  const data = await readData(options, query, one ? { paymentId } : undefined);
  const clock = textAt(data, 'viewer', 'clock') ?? '';
  const payment = at(data, 'payment');
  if (payment === null) throw new ListenRefused(`This TPP has no payment ${paymentId}.`);
  return { clock, payments: one ? [payment] : listAt(data, 'payments', 'nodes').toReversed() };
}

/** Every payment, oldest first, in pages; or only the one. */
export async function* readAll(options: ListenSource): AsyncGenerator<readonly unknown[]> {
  if (options.paymentId !== undefined) {
    yield (await readNewest(options)).payments;
    return;
  }
  const query = `query ($after: String) { payments(first: ${pageSize}, after: $after, orderBy: { field: CREATED_AT, direction: ASC }) {
    nodes ${historyFields} pageInfo { hasNextPage endCursor } } }`;
  let after: string | null = null;
  do {
    const data = await readData(options, query, { after });
    yield listAt(data, 'payments', 'nodes');
    const more = at(data, 'payments', 'pageInfo', 'hasNextPage') === true;
    after = more ? textAt(data, 'payments', 'pageInfo', 'endCursor') : null;
  } while (after !== null && options.signal?.aborted !== true);
}

async function readData(
  { base, identity }: ListenSource,
  query: string,
  variables?: object,
): Promise<unknown> {
  const answer = await send(graphqlRequest(base, query, variables), identity);
  if (answer.status >= 500) throw new UnreachableError(`${base} failed with HTTP ${answer.status}.`);
  const data = at(answer.json, 'data');
  const isRefused = answer.status >= 400 || data === undefined || data === null;
  if (isRefused) throw new ListenRefused(`HTTP ${answer.status}: ${faultIn(answer.text)}`);
  const fault = lookUpFault(answer);
  if (fault !== null) throw new ListenRefused(fault);
  return data;
}

export function faultIn(text: string): string {
  try {
    const json: unknown = JSON.parse(text);
    return textAt(json, 'errors', '0', 'message') ?? textAt(json, 'message') ?? text.slice(0, 200);
  } catch {
    return text.slice(0, 200);
  }
}
