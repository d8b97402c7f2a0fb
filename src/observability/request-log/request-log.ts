/**
 * The log of a sandbox's requests: a request is noted when its answer is made, and written later in a batch. No
 * request waits for it or fails because of it; failed writes are retried, within bounds of memory.
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
  /** The TPP that a trusted certificate in a refused request names; null: nobody may see it. */
  readonly namedBy: (headers: HeaderMap, judged: boolean) => string | null;
  /** Whether writing may succeed later. */
  readonly mayRecover: (error: unknown) => boolean;
  /** Called for entries that could not be written and are lost. */
  readonly failed: (error: unknown) => void;
  /** Milliseconds; tests use others. */
  readonly pauses?: LogPauses;
}

export interface LogPauses {
  /** How long the first request after an idle period waits. */
  readonly first: number;
  /** From one batch to the next. */
  readonly between: number;
  /** The same under load, when newer requests replace most of them before they are written. */
  readonly betweenMany: number;
  readonly afterFailure: number;
}

export const defaultPauses: LogPauses = {
  first: 50,
  between: 2_000,
  betweenMany: 60_000,
  afterFailure: 1_000,
};
/** This many requests written together count as load. */
const many = 500;
/** This many waiting bytes are written without a pause. */
const heavyBytes = 32 * 1_024 * 1_024;
const entriesAtOnce = 64;
/** How many entries beyond the bound the table may hold before they are deleted. */
const trimEvery = 250;
const trimmedAtMost = 10_000;
const stopMs = 2_000;
const owner = Symbol('request log');

export type AnsweredRequest = Pick<HttpRequest, 'method' | 'target' | 'headers' | 'body' | 'trace'>;

interface RequestLogState {
  readonly parts: RequestLogParts;
  readonly pauses: LogPauses;
  readonly waiting: ReturnType<typeof createWaitingRequests<NotedRequest>>;
  /** How many entries were written since the table was last trimmed, by kind and TPP. */
  readonly untrimmed: Map<string, number>;
  /** What could not be written and is tried again. */
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
    /** `late`: the deadline had answered before. */
    note: (request: AnsweredRequest, answer: HttpAnswer, late: boolean): void =>
      note(log, request, answer, late),
    waiting: () => countOf(log),
    /** Resolves when everything noted before has been written, or has failed. */
    written: () => flush(log),
    /** Writes the rest when the process stops; gives up after a while. */
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
    // A request that could not be noted still gets its answer.
    parts.failed(error);
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

/** Writes what waits; one at a time. */
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
        parts.failed(error);
      } else {
        // Only this batch is retried; the rest goes back to the queue, within its bounds.
        log.again = batch;
        for (const request of requests.slice(at + entriesAtOnce)) waiting.add(request);
        return;
      }
    }
    await yieldToEventLoop(owner);
  }
}

/** Keeps the table within its bounds: every `trimEvery` entries, and the first time that this process sees a TPP. */
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

/** Index of the last stage before the caller is known. */
const provenFrom = 3;

/** Before anything is cut: otherwise a part of a secret at the cut would remain. */
const withoutSecrets = (answer: Uint8Array, secrets: SecretPaths | null): Uint8Array =>
  secrets === null ? answer : maskSecrets(answer, secrets);

/** The request as it is queued; null for one that nobody may see. */
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
  const early = failure !== null && failure.stage < provenFrom;
  const tppId = caller?.tppId ?? (early ? namedBy(request.headers, failure.stage === provenFrom - 1) : null);
  if (tppId === null) return null;
  const kind = early ? 'UNPROVEN' : trace.byConsole ? 'CONSOLE' : 'OWN';
  // Without a verified signature the body may have been sent by anybody, so it is not kept.
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
  };
}
