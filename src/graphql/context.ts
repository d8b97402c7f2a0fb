/** What resolvers may use: the caller and the operations, but neither HTTP nor the database. */

import type { Caller } from '../domain/caller.ts';
import type { HeaderReader } from '../domain/headers.ts';
import { psuRequest } from '../domain/psu.ts';
import { Refusal, refuse } from '../domain/refusal.ts';
import type { RequestTrace } from '../http/request-trace.ts';
import type { Call, Operation, Settings } from '../operations/operation.ts';
import type { Performer } from '../operations/performer.ts';
import type { PaymentEvents, RequestKey, StoredAnswer } from '../operations/ports/stores.ts';
import type { LoggedRequest } from '../operations/request-log/ports.ts';
import type { BoundIssuer } from '../operations/sandbox/create-sandbox-certificate.ts';
import type { AnswerSize } from './documents/answer-size.ts';
import { nameable } from './input/nameable.ts';
import type { Loaders } from './schema/loaders.ts';

/** Bounds how many subscriptions a TPP may hold. */
export interface SubscriptionCounter {
  /** Takes a place, or throws 429 ACCESS_EXCEEDED; answers how to give it back. */
  take(tppId: string): () => void;
}

/** What a reader of the log of requests needs besides what is stored. */
export interface ReadableLog {
  /** Resolves when what this process has answered before is stored. */
  written(): Promise<void>;
  /** The text over which the signature of a logged request does verify, if it is a known mistake; else null. */
  signedText(entry: LoggedRequest): Promise<string | null>;
}

export interface Progress {
  /** A mutation was carried out under the X-Request-ID, now or before, so the door keeps the whole answer. */
  acted: boolean;
  /** A mutation did or refused something now, so that the answer is no replay. */
  fresh: boolean;
  /** Seconds after which a mutation that was refused for a while may succeed: such an answer is not kept either. */
  retryAfterSeconds?: number;
  /** The answer holds a secret and is not kept; a replay is made from the outcomes, which hold none. */
  secret?: true;
  /** The token or session of the request was ended. */
  signedOut?: true;
  /** Another request had been answered under the X-Request-ID: its answer is given again. */
  earlier?: StoredAnswer;
  /** The call of resolvers that take the PSU from the headers. */
  call?: Call;
  /** What is noted of the request for its TPP, in a sandbox. */
  readonly trace: RequestTrace;
  /** Codes of the mutations and fields that were refused, for the log: the answer itself is a success. */
  readonly refusals: Set<string>;
}

/** The refusals for the log line: the first code, and all codes where there are several. */
export function refusalsOf({ refusals }: Progress) {
  const [code, ...others] = refusals;
  return code === undefined ? {} : { code, ...(others.length > 0 ? { codes: [...refusals] } : {}) };
}

/** One request at the GraphQL door, after its signature has verified. */
export interface GraphQLContext {
  /** null: without a credential; such a request may only read the schema. */
  readonly caller: Caller | null;
  readonly readHeader: HeaderReader;
  readonly requestKey: RequestKey | null;
  readonly performer: Performer;
  readonly settings: Settings;
  /** Makes certificates, in a sandbox that has a CA. */
  readonly issuer: BoundIssuer | null;
  readonly events: PaymentEvents;
  /** The TPP's own requests; null where none are kept. */
  readonly requestLog: ReadableLog | null;
  /** Subscriptions of each TPP in this process. */
  readonly subscriptions: SubscriptionCounter;
  /** Batches the reads of one request. */
  readonly loaders: Loaders;
  /** Whether the document asks for what is in the instructions of payments, so that lists read them. */
  readonly readsInstructions: boolean;
  /** What the answer holds so far. */
  readonly answer: AnswerSize;
  /** What the mutations of the request have come to. */
  readonly progress: Progress;
}

/** The call of a resolver; `headers` lets a mutation put its `psu` input beside the headers. */
export function callOf(
  context: Pick<GraphQLContext, 'caller' | 'readHeader' | 'requestKey' | 'progress'>,
  headers?: HeaderReader,
): Call {
  const { caller, requestKey: request, progress } = context;
  if (caller === null) throw refuse('FORBIDDEN', { text: 'only the schema may be read without a signature' });
  // One call per request, kept with what every copy of the context shares.
  if (!headers && progress.call) return progress.call;
  const readHeader = headers ?? context.readHeader;
  const call: Call = { caller, psu: psuRequest(readHeader), readHeader, request, trace: progress.trace };
  if (!headers) progress.call = call;
  return call;
}

/** What the door has to know of a mutation that was refused. */
function noteRefused(progress: Progress, { code, extras }: Refusal): void {
  progress.refusals.add(code);
  const { retryAfterSeconds } = extras;
  if (retryAfterSeconds === undefined) return;
  progress.retryAfterSeconds = Math.max(retryAfterSeconds, progress.retryAfterSeconds ?? 0);
}

/** Runs a write for the mutation with this response key, and marks the request as acted upon. */
export async function write<I, O>(
  context: GraphQLContext,
  field: string,
  operation: Operation<I, O>,
  call: Call,
  prepare: () => I | Promise<I>,
): Promise<O> {
  context.progress.trace.enter('BODY');
  const performed = await context.performer
    .write(operation, call, async () => nameable(await prepare()), { as: 'outcome', field })
    .catch((error: unknown) => {
      context.progress.fresh = true;
      if (error instanceof Refusal) noteRefused(context.progress, error);
      throw error;
    });
  if (performed.kind === 'replayed') {
    context.progress.earlier = performed.answer;
    throw refuse('CONFLICT', { path: 'X-Request-ID', text: 'its first answer is given again' });
  }
  context.progress.acted = true;
  if (!performed.replayed) context.progress.fresh = true;
  // What was read before in the document may have changed.
  context.loaders.forget();
  return performed.outcome;
}
