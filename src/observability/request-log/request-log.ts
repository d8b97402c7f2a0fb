/**
 * The request log of a sandbox. It queues a request when the response is ready, and writes it later in a batch. No request waits for the
 * log, or fails because of it. It tries failed writes again, within a limit of memory.
 */
import type { HeaderMap } from '../../domain/headers.ts';
import { refuse } from '../../domain/refusal.ts';
import { stages } from '../../domain/stages.ts';
import { yieldToEventLoop } from '../../fairness/long-work.ts';
import type { HttpAnswer, HttpRequest } from '../../http/message.ts';
import { entriesKept, type LogKind, type RequestLogStore } from '../../operations/request-log/ports.ts';
import type { SecretPaths } from '../request-trace.ts';
import { copyContents, sizeOf } from './contents.ts';
import { headerLines, type PendingRequest, toEntry } from './entry.ts';
import { maskSecrets } from './mask.ts';
import { createRequestQueue } from './queue.ts';

export interface RequestLogParts {
  readonly store: RequestLogStore;
  /** `Guard.tppOfCertificate`. `wasChecked`: the certificate was already checked. null: nobody may see the request. */
  readonly tppOfCertificate: (headers: HeaderMap, wasChecked: boolean) => string | null;
  /** Whether another attempt to write may succeed after this error. */
  readonly mayRecover: (error: unknown) => boolean;
  readonly onError: (error: unknown) => void;
  readonly pauses?: LogPauses;
}

/** Milliseconds before a write. */
export interface LogPauses {
  /** After the first request that is queued when nothing was written for a while. */
  readonly first: number;
  /** After a write. */
  readonly between: number;
  /** After a write under load, so that newer requests replace most entries before they are written. */
  readonly underLoad: number;
  readonly afterFailure: number;
}

export const defaultPauses: LogPauses = {
  first: 50,
  between: 2_000,
  underLoad: 60_000,
  afterFailure: 1_000,
};
/** A write of this many requests counts as load. */
const loadRequests = 500;
/** If more bytes are queued, they are written without a pause. */
const immediateWriteBytes = 32 * 1_024 * 1_024;
const batchSize = 64;
/** After this number of new entries of a TPP and kind, those beyond the newest `entriesKept` are deleted. */
export const trimEvery = 250;
/** The number of pairs of TPP and kind whose new entries are counted. */
const maxTrimCounts = 10_000;
const stopMs = 2_000;
const workOwner = Symbol('request log');

export type CompletedRequest = Pick<HttpRequest, 'method' | 'target' | 'headers' | 'body' | 'trace'>;

interface RequestLogState {
  readonly parts: RequestLogParts;
  readonly pauses: LogPauses;
  readonly queue: ReturnType<typeof createRequestQueue<PendingRequest>>;
  /** The numbers of entries that were written since the last trim, by kind and TPP. */
  readonly newEntryCounts: Map<string, number>;
  /** The batch whose write failed. It is written before the queue. */
  failedBatch: PendingRequest[];
  timer?: NodeJS.Timeout | undefined;
  currentWrite: Promise<void> | null;
  lastWriteAt: number;
  pauseAfterWrite: number;
}

export function createRequestLog(parts: RequestLogParts) {
  const { pauses = defaultPauses } = parts;
  const log: RequestLogState = {
    parts,
    pauses,
    queue: createRequestQueue<PendingRequest>(),
    newEntryCounts: new Map(),
    failedBatch: [],
    currentWrite: null,
    lastWriteAt: Number.NEGATIVE_INFINITY,
    pauseAfterWrite: pauses.between,
  };
  return {
    /** `isLate`: the client already has the response of the deadline. */
    add: (request: CompletedRequest, answer: HttpAnswer, isLate: boolean): void =>
      addRequest(log, request, answer, isLate),
    /** The number of requests that are not written yet. */
    unwritten: () => countOf(log),
    /** Writes what is not written yet. After a failure it does not try again. */
    flush: () => flush(log),
    /** The same within `stopMs`, and then ends the timers. */
    stop: () => stop(log),
  };
}

const countOf = ({ queue, failedBatch }: RequestLogState): number => queue.count() + failedBatch.length;

function addRequest(
  log: RequestLogState,
  request: CompletedRequest,
  answer: HttpAnswer,
  isLate: boolean,
): void {
  const { parts, queue, failedBatch, pauses } = log;
  try {
    const pending = pendingRequest(parts.tppOfCertificate, request, answer, isLate);
    if (pending === null) return;
    queue.add(pending);
    if (queue.weight() > immediateWriteBytes && failedBatch.length === 0) void write(log);
    else if (log.timer === undefined)
      scheduleWrite(log, Math.max(pauses.first, log.lastWriteAt + log.pauseAfterWrite - performance.now()));
  } catch (error) {
    // The request gets its response even if it cannot be logged.
    parts.onError(error);
  }
}

function scheduleWrite(log: RequestLogState, milliseconds: number): void {
  if (log.currentWrite === null) log.timer ??= setTimeout(() => write(log), milliseconds).unref();
}

async function flush(log: RequestLogState): Promise<void> {
  await log.currentWrite;
  if (countOf(log) > 0) await write(log);
}

async function stop(log: RequestLogState): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, stopMs);
  });
  await Promise.race([flush(log), timeout]);
  clearTimeout(timer);
  clearTimeout(log.timer);
}

function write(log: RequestLogState): Promise<void> {
  clearTimeout(log.timer);
  log.timer = undefined;
  log.currentWrite ??= writeAll(log).finally(() => {
    log.currentWrite = null;
    if (log.failedBatch.length > 0) scheduleWrite(log, log.pauses.afterFailure);
    else if (log.queue.count() > 0) scheduleWrite(log, log.pauseAfterWrite);
  });
  return log.currentWrite;
}

async function writeAll(log: RequestLogState): Promise<void> {
  const { parts, pauses, queue } = log;
  const requests = [...log.failedBatch, ...queue.takeAll()];
  log.failedBatch = [];
  log.lastWriteAt = performance.now();
  log.pauseAfterWrite = requests.length < loadRequests ? pauses.between : pauses.underLoad;
  for (let begin = 0; begin < requests.length; begin += batchSize) {
    const batch = requests.slice(begin, begin + batchSize);
    try {
      await parts.store.insert(batch.map(toEntry));
      await trim(log, batch);
    } catch (error) {
      if (parts.mayRecover(error)) {
        // Only this batch is tried again as it is. The queue may drop some requests of the later batches.
        log.failedBatch = batch;
        for (const request of requests.slice(begin + batchSize)) queue.add(request);
        return;
      }
      parts.onError(error);
    }
    await yieldToEventLoop(workOwner);
  }
}

/** Deletes old entries after `trimEvery` new ones, and when this process first writes entries of a TPP. */
async function trim(
  { parts, newEntryCounts }: RequestLogState,
  batch: readonly PendingRequest[],
): Promise<void> {
  const groups = new Map<string, { tppId: string; kind: LogKind; count: number }>();
  for (const { tppId, kind } of batch) {
    const key = `${kind} ${tppId}`;
    groups.set(key, { tppId, kind, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  for (const [key, { tppId, kind, count }] of groups) {
    const newEntries = (newEntryCounts.get(key) ?? trimEvery) + count;
    if (newEntryCounts.size > maxTrimCounts) newEntryCounts.clear();
    newEntryCounts.set(key, newEntries > trimEvery ? 0 : newEntries);
    if (newEntries > trimEvery) await parts.store.trim(tppId, kind, entriesKept[kind]);
  }
}

/** A request that failed before or in this stage has no verified caller. */
const signatureStageIndex = stages.indexOf('SIGNATURE');

/** Call it before the body is truncated, because a truncated body is not valid JSON. */
const withoutSecrets = (answer: Uint8Array, secrets: SecretPaths | null): Uint8Array =>
  secrets === null ? answer : maskSecrets(answer, secrets);

/** null: nobody may see the request. */
function pendingRequest(
  tppOfCertificate: RequestLogParts['tppOfCertificate'],
  request: CompletedRequest,
  answer: HttpAnswer,
  isLate: boolean,
): PendingRequest | null {
  const { trace, body } = request;
  const durationMs = trace.end();
  if (isLate) trace.fail(refuse('UNAVAILABLE', { text: 'the request timed out' }));
  const { caller, failure } = trace;
  const isUnverified = failure !== null && failure.stageIndex <= signatureStageIndex;
  const wasChecked = failure?.stageIndex === signatureStageIndex;
  const tppId = caller?.tppId ?? (isUnverified ? tppOfCertificate(request.headers, wasChecked) : null);
  if (tppId === null) return null;
  const verifiedKind = trace.isFromConsole ? 'CONSOLE' : 'OWN';
  // If the signature is not verified, anybody may have sent the body, so it is not stored. With ROLE_INVALID the signature is verified.
  const storesBody = caller !== null || failure?.code === 'ROLE_INVALID';
  const { body: answerBody } = answer;
  const storesAnswer = storesBody && !isLate && !trace.omitsResponseBody && request.method !== 'HEAD';
  const setsCookies = (answer.cookies?.length ?? 0) > 0;
  const contents = copyContents(
    { headers: headerLines(request.headers), body: storesBody && body instanceof Uint8Array ? body : null },
    {
      headers: headerLines(isLate ? [] : Object.entries(answer.headers), setsCookies),
      body:
        storesAnswer && answerBody instanceof Uint8Array ? withoutSecrets(answerBody, trace.secrets) : null,
    },
  );
  return {
    tppId,
    kind: isUnverified ? 'UNPROVEN' : verifiedKind,
    at: trace.at,
    bytes: request.target.length + sizeOf(contents),
    contents,
    sequence: trace.sequence,
    durationMs,
    method: request.method,
    target: request.target,
    xRequestId: request.headers.get('x-request-id'),
    operationName: trace.operationName,
    status: isLate ? 503 : answer.status,
    code: failure?.code ?? null,
    failure,
    stageMs: trace.stageMs,
    fault: trace.fault,
  };
}
