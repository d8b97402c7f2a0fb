import { readRetryAfterSeconds } from '../../../src/domain/values/retry-after.ts';
import { graphqlRequest, lookUpFault } from './graphql.ts';
import { at, listAt, textAt } from './record.ts';
import { type Answer, gravestError, parse, RefusedError, send, UnreachableError } from './send.ts';
import type { SigningIdentity } from './sign.ts';

export class ListenRefused extends RefusedError {
  /** null: another attempt would be refused too. */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null = null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

export interface Snapshot {
  /** By the clock of the TPP. */
  readonly clock: string;
  /** The one payment, or the newest hundred, oldest first. */
  readonly payments: readonly unknown[];
}

export interface ListenSource {
  readonly base: string;
  readonly identity: SigningIdentity;
  readonly paymentId?: string | undefined;
  readonly signal?: AbortSignal;
}

export const historyFields = '{ paymentId statusHistory { at from to } }';
const pageSize = 100;
/** If the response has no Retry-After, or one of 0. */
const usualRetrySeconds = 1;

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
  { base, identity, signal }: ListenSource,
  query: string,
  variables?: object,
): Promise<unknown> {
  const answer = await send(graphqlRequest(base, query, variables), identity, {}, signal);
  if (answer.status >= 400 || lookUpFault(answer) !== null) throw failureOf(base, answer);
  return at(answer.json, 'data');
}

/** An error of GraphQL may be graver than the status of its response. */
export function failureOf(
  base: string,
  { status, headers, text }: Pick<Answer, 'status' | 'headers' | 'text'>,
): Error {
  const json = parse(text);
  const error = gravestError(json);
  const gravestStatus = Math.max(status, error.status);
  if (gravestStatus >= 500) return new UnreachableError(`${base} failed with HTTP ${gravestStatus}.`);
  const message = error.message ?? textAt(json, 'message') ?? text.slice(0, 200);
  const seconds = readRetryAfterSeconds(headers.get('retry-after'), Date.now()) || usualRetrySeconds;
  return new ListenRefused(
    `HTTP ${gravestStatus}: ${message}`,
    gravestStatus === 429 ? seconds * 1_000 : null,
  );
}
