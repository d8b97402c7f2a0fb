/**
 * The request log of a sandbox: notes a request when its response is made, and writes it later in a batch. No request
 * waits for the log or fails because of it. Failed writes are retried within memory limits.
 */
import type { HeaderMap } from '../../domain/headers.ts';
import { refuse } from '../../domain/refusal.ts';
import { yieldToEventLoop } from '../../fairness/long-work.ts';
import type { HttpAnswer, HttpRequest } from '../../http/message.ts';
import type { Clock } from '../../operations/ports/stores.ts';
import { entriesKept, type LogKind, type RequestLogStore } from '../../operations/request-log/ports.ts';
import type { SecretPaths } from '../request-trace.ts';
import { keptOf, sizeOf } from './kept.ts';
import { maskSecrets } from './mask.ts';
import { headerLines, type NotedRequest, toEntry } from './noted.ts';
import { createWaitingRequests } from './waiting.ts';

export interface RequestLogParts {
  readonly store: RequestLogStore;
  readonly clock: Clock;
  /** The TPP in the trusted certificate of a refused request; null: nobody may see the request. */
  readonly namedBy: (headers: HeaderMap, judged: boolean) => string | null;
  /** Whether a retry may succeed. */
  readonly mayRecover: (error: unknown) => boolean;
  readonly onError: (error: unknown) => void;
  readonly pauses?: LogPauses;
}

export interface LogPauses {
  /** Wait of the first request after an idle period. */
  readonly first: number;
  readonly between: number;
  /** Between batches under load, when newer requests replace most entries before they are written. */
  readonly betweenMany: number;
  readonly afterFailure: number;
}

export const defaultPauses: LogPauses = {
  first: 50,
  between: 2_000,
  betweenMany: 60_000,
  afterFailure: 1_000,
};
/** A batch of this many requests counts as load. */
const many = 500;
/** This many waiting bytes are written without a pause. */
const heavyBytes = 32 * 1_024 * 1_024;
const entriesAtOnce = 64;
/** How many entries beyond its limit the table may have before old ones are deleted. */
const trimEvery = 250;
const trimmedAtMost = 10_000;
const stopMs = 2_000;
const owner = Symbol('request log');

export type AnsweredRequest = Pick<HttpRequest, 'method' | 'target' | 'headers' | 'body' | 'trace'>;

interface RequestLogState {
  readonly parts: RequestLogParts;
  readonly pauses: LogPauses;
  readonly waiting: ReturnType<typeof createWaitingRequests<NotedRequest>>;
  /** Entries written since the last trim, by kind and TPP. */
  readonly untrimmed: Map<string, number>;
  again: NotedRequest[];
  timer?: NodeJS.Timeout | undefined;
  writing: Promise<void> | null;
  writtenAt: number;
  pause: number;
}

export function createRequestLog(parts: RequestLogParts) {
  const { pauses = defaultPauses } = parts;
  const log: RequestLogState = {
    parts,
    pauses,
    waiting: createWaitingRequests<NotedRequest>(),
    untrimmed: new Map(),
    again: [],
    writing: null,
    writtenAt: Number.NEGATIVE_INFINITY,
    pause: pauses.between,
  };
  return {
    /** `late`: the deadline has already sent a response. */
    note: (request: AnsweredRequest, answer: HttpAnswer, late: boolean): void =>
      note(log, request, answer, late),
    waiting: () => countOf(log),
    /** Resolves when every request noted so far is written or lost. */
    written: () => flush(log),
    /** Writes the rest; gives up after `stopMs`. */
    stop: () => stop(log),
  };
}

const countOf = ({ waiting, again }: RequestLogState): number => waiting.count() + again.length;

function note(log: RequestLogState, request: AnsweredRequest, answer: HttpAnswer, late: boolean): void {
  const { parts, waiting, again, pauses } = log;
  try {
    const entry = notedRequest(parts.namedBy, request, answer, late);
    if (entry === null) return;
    waiting.add(entry);
    if (waiting.weight() > heavyBytes && again.length === 0) void write(log);
    else if (log.timer === undefined)
      wait(log, Math.max(pauses.first, log.writtenAt + log.pause - performance.now()));
  } catch (error) {
    // A request gets its response even if it cannot be noted.
    parts.onError(error);
  }
}

function wait(log: RequestLogState, milliseconds: number): void {
  if (log.writing === null) log.timer ??= setTimeout(() => write(log), milliseconds).unref();
}

async function flush(log: RequestLogState): Promise<void> {
  await log.writing;
  if (countOf(log) > 0) await write(log);
}

async function stop(log: RequestLogState): Promise<void> {
  let timeOut: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timeOut = setTimeout(resolve, stopMs);
  });
  await Promise.race([flush(log), patience]);
  clearTimeout(timeOut);
  clearTimeout(log.timer);
}

function write(log: RequestLogState): Promise<void> {
  clearTimeout(log.timer);
  log.timer = undefined;
  log.writing ??= writeAll(log).finally(() => {
    log.writing = null;
    if (log.again.length > 0) wait(log, log.pauses.afterFailure);
    else if (log.waiting.count() > 0) wait(log, log.pause);
  });
  return log.writing;
}

async function writeAll(log: RequestLogState): Promise<void> {
  const { parts, pauses, waiting } = log;
  const requests = [...log.again, ...waiting.take()];
  log.again = [];
  log.writtenAt = performance.now();
  log.pause = requests.length < many ? pauses.between : pauses.betweenMany;
  for (let at = 0; at < requests.length; at += entriesAtOnce) {
    const batch = requests.slice(at, at + entriesAtOnce);
    try {
      await parts.store.insert(batch.map(toEntry));
      await trim(log, batch);
    } catch (error) {
      if (!parts.mayRecover(error)) {
        parts.onError(error);
      } else {
        // Retries only this batch; the rest returns to the queue within its bounds.
        log.again = batch;
        for (const request of requests.slice(at + entriesAtOnce)) waiting.add(request);
        return;
      }
    }
    await yieldToEventLoop(owner);
  }
}

/** Trims the table after `trimEvery` entries, and when this process first sees a TPP. */
async function trim({ parts, untrimmed }: RequestLogState, batch: readonly NotedRequest[]): Promise<void> {
  const groups = new Map<string, { tppId: string; kind: LogKind; count: number }>();
  for (const { tppId, kind } of batch) {
    const key = `${kind} ${tppId}`;
    groups.set(key, { tppId, kind, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  for (const [key, { tppId, kind, count }] of groups) {
    const since = (untrimmed.get(key) ?? trimEvery) + count;
    if (untrimmed.size > trimmedAtMost) untrimmed.clear();
    untrimmed.set(key, since > trimEvery ? 0 : since);
    if (since > trimEvery) await parts.store.trim(tppId, kind, entriesKept[kind]);
  }
}

/** Index of the first stage with a known caller. */
const firstVerifiedStage = 3;

/** Hides secrets. It must run before the body is truncated, because otherwise a part of a secret could remain. */
const withoutSecrets = (answer: Uint8Array, secrets: SecretPaths | null): Uint8Array =>
  secrets === null ? answer : maskSecrets(answer, secrets);

/** null: nobody may see the request. */
function notedRequest(
  namedBy: RequestLogParts['namedBy'],
  request: AnsweredRequest,
  answer: HttpAnswer,
  late: boolean,
): NotedRequest | null {
  const { trace, body } = request;
  const durationMs = trace.end();
  if (late) trace.failed(refuse('UNAVAILABLE', { text: 'the request timed out' }));
  const { caller, failure } = trace;
  const early = failure !== null && failure.stage < firstVerifiedStage;
  const tppId =
    caller?.tppId ?? (early ? namedBy(request.headers, failure.stage === firstVerifiedStage - 1) : null);
  if (tppId === null) return null;
  const kind = early ? 'UNPROVEN' : trace.byConsole ? 'CONSOLE' : 'OWN';
  // Without a verified signature anybody may have sent the body, so it is not stored.
  const proven = caller !== null || failure?.code === 'ROLE_INVALID';
  const { body: answerBody } = answer;
  const isVisible = proven && !late && !trace.silent && request.method !== 'HEAD';
  const setsCookies = (answer.cookies?.length ?? 0) > 0;
  const contents = keptOf(
    { headers: headerLines(request.headers), body: proven && body instanceof Uint8Array ? body : null },
    {
      headers: headerLines(late ? [] : Object.entries(answer.headers), setsCookies),
      body: isVisible && answerBody instanceof Uint8Array ? withoutSecrets(answerBody, trace.secrets) : null,
    },
  );
  return {
    tppId,
    kind,
    at: trace.at,
    bytes: request.target.length + sizeOf(contents),
    kept: contents,
    sequence: trace.sequence,
    durationMs,
    method: request.method,
    target: request.target,
    xRequestId: request.headers.get('x-request-id'),
    operationName: trace.operationName,
    status: late ? 503 : answer.status,
    code: failure?.code ?? null,
    failure,
    spent: trace.spent,
    fault: trace.fault,
  };
}
