import { readRetryAfterSeconds } from '../../../src/domain/values/retry-after.ts';
import { graphqlRequest, lookupError } from './graphql.ts';
import { at, listAt, textAt } from './record.ts';
import {
  type Answer,
  gravestError,
  notJsonText,
  parseJson,
  RefusedError,
  requireNoRedirect,
  send,
  UnreachableError,
} from './send.ts';
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
  /** The time of the TPP's sandbox clock. */
  readonly clock: string;
  /** The payment with the paymentId of the source; without paymentId the newest hundred, oldest first. */
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
/** The pause if the response has no Retry-After, or `Retry-After: 0`. */
const usualRetrySeconds = 1;

export async function readNewest(options: ListenSource): Promise<Snapshot> {
  const { paymentId } = options;
  const query =
    paymentId === undefined
      ? `{ viewer { clock } payments(first: ${pageSize}) { nodes ${historyFields} } }`
      : `query ($paymentId: String!) { viewer { clock } payment(paymentId: $paymentId) ${historyFields} }`;
  const data = await readData(options, query, { paymentId });
  const clock = textAt(data, 'viewer', 'clock') ?? '';
  if (paymentId === undefined) return { clock, payments: listAt(data, 'payments', 'nodes').toReversed() };
  const payment = at(data, 'payment');
  if (payment === null) throw new ListenRefused(`This TPP has no payment ${paymentId}.`);
  return { clock, payments: [payment] };
}

/** Yields pages of all payments of the source, oldest first. */
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
    const hasMore = at(data, 'payments', 'pageInfo', 'hasNextPage') === true;
    after = hasMore ? textAt(data, 'payments', 'pageInfo', 'endCursor') : null;
  } while (after !== null && options.signal?.aborted !== true);
}

async function readData(
  { base, identity, signal }: ListenSource,
  query: string,
  variables: object,
): Promise<unknown> {
  const request = graphqlRequest(base, query, variables);
  const answer = await send(request, identity, {}, signal);
  requireNoRedirect(answer, request.url);
  if (answer.status >= 400 || lookupError(answer) !== null) throw failureOf(base, answer);
  return at(answer.json, 'data');
}

/** A response with status 200 may contain a GraphQL error of status 500, so the gravest status counts. */
export function failureOf(
  base: string,
  { status, headers, text }: Pick<Answer, 'status' | 'headers' | 'text'>,
): Error {
  const json = parseJson(text);
  const error = gravestError(json);
  const gravestStatus = Math.max(status, error.status);
  if (gravestStatus >= 500) return new UnreachableError(`${base} failed with HTTP ${gravestStatus}.`);
  const reason = error.message ?? textAt(json, 'message') ?? notJsonText({ json, text });
  const message = reason ? `HTTP ${gravestStatus}: ${reason}` : `${base} refuses with HTTP ${gravestStatus}.`;
  if (gravestStatus !== 429) return new ListenRefused(message);
  const seconds = readRetryAfterSeconds(headers.get('retry-after'), Date.now()) || usualRetrySeconds;
  return new ListenRefused(message, seconds * 1_000);
}
