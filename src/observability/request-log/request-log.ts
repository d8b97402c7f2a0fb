/** Writes requests of a sandbox in batches after their responses. No request waits for the log, or fails because of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PausableWork } from '../../domain/pausable-work.ts';
import { runYielding, yieldToEventLoop } from '../../fairness/long-work.ts';
import type { HttpAnswer } from '../../http/message.ts';
import {
  entriesKept,
  type LogKind,
  type RequestLogStore,
  type StoredRequest,
} from '../../operations/request-log/ports.ts';
import {
  type CompletedRequest,
  createPendingRequest,
  type PendingRequest,
  type TppOfCertificate,
  toEntry,
} from './entry.ts';
import { createRequestQueue } from './queue.ts';

export interface RequestLogParts {
  readonly store: RequestLogStore;
  readonly tppOfCertificate: TppOfCertificate;
  /** true: another attempt to write may succeed. */
  readonly mayRecover: (error: unknown) => boolean;
  readonly onError: (error: unknown) => void;
  readonly pauses?: LogPauses;
}

/** Milliseconds before a write. */
export interface LogPauses {
  /** After the first request in a quiet time. */
  readonly first: number;
  /** After the last write. */
  readonly between: number;
  /** Instead of `between`. Long, so that newer requests replace most entries before they are written. */
  readonly underLoad: number;
  readonly afterFailure: number;
}

export const defaultPauses: LogPauses = { first: 50, between: 2_000, underLoad: 60_000, afterFailure: 1_000 };
/** If a write has at least this number of requests, the log is under load. */
const requestsUnderLoad = 500;
/** If more bytes are queued, the log writes without a pause. */
const immediateWriteBytes = 32 * 1_024 * 1_024;
const batchSize = 64;
/** After this number of new entries of a TPP and kind, all but the newest `entriesKept` are deleted. */
const trimEvery = 250;
const maxNewEntryCounts = 10_000;
const stopMs = 2_000;
const workOwner = Symbol('request log');

export class RequestLog {
  readonly #parts: RequestLogParts;
  readonly #pauses: LogPauses;
  readonly #queue = createRequestQueue<PendingRequest>();
  /** New entries since the last trim, by kind and TPP. */
  readonly #newEntryCounts = new Map<string, number>();
  /** true: a write has failed. It is repeated after `afterFailure` and not earlier, however many bytes are queued. */
  #willRetry = false;
  /** The database closes after `stop`, so the failure of a write that still runs is not reported. */
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #currentWrite: Promise<void> | null = null;
  #lastWriteAt = Number.NEGATIVE_INFINITY;
  #pauseAfterWrite: number;

  constructor(parts: RequestLogParts) {
    this.#parts = parts;
    this.#pauses = parts.pauses ?? defaultPauses;
    this.#pauseAfterWrite = this.#pauses.between;
  }

  add(request: CompletedRequest, answer: HttpAnswer): void {
    try {
      const pending = createPendingRequest(this.#parts.tppOfCertificate, request, answer);
      if (pending === null) return;
      this.#queue.add(pending);
      const dueAt = this.#lastWriteAt + this.#pauseAfterWrite;
      if (this.#queue.weight() > immediateWriteBytes && !this.#willRetry) void this.#write();
      else this.#scheduleWrite(Math.max(this.#pauses.first, dueAt - performance.now()));
    } catch (error) {
      this.#parts.onError(error);
    }
  }

  unwritten(): number {
    return this.#queue.count();
  }

  /** Does not try again after a failure. */
  async flush(): Promise<void> {
    await this.#currentWrite;
    if (this.unwritten() > 0) await this.#write();
  }

  async stop(): Promise<void> {
    await Promise.race([this.flush(), sleep(stopMs)]);
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Has no effect during a write, or if a write is scheduled already. */
  #scheduleWrite(milliseconds: number): void {
    if (this.#currentWrite === null && !this.#isStopped)
      this.#timer ??= setTimeout(() => this.#write(), milliseconds).unref();
  }

  #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#currentWrite ??= this.#writeAll().finally(() => {
      this.#currentWrite = null;
      const pause = this.#willRetry ? this.#pauses.afterFailure : this.#pauseAfterWrite;
      if (this.#queue.count() > 0) this.#scheduleWrite(pause);
    });
    return this.#currentWrite;
  }

  async #writeAll(): Promise<void> {
    const { store, mayRecover, onError } = this.#parts;
    const count = this.#queue.count();
    this.#willRetry = false;
    this.#lastWriteAt = performance.now();
    this.#pauseAfterWrite = count < requestsUnderLoad ? this.#pauses.between : this.#pauses.underLoad;
    // Requests that arrive during these writes wait for the next write.
    for (let remaining = count; remaining > 0; remaining -= batchSize) {
      if (this.#willRetry || this.#isStopped) return;
      const batch = this.#queue.beginBatch(Math.min(remaining, batchSize));
      try {
        await store.insert(await runYielding(workOwner, toEntries(batch)));
        await this.#trim(batch);
      } catch (error) {
        this.#willRetry = mayRecover(error);
        if (!this.#willRetry && !this.#isStopped) onError(error);
      }
      this.#queue.endBatch(this.#willRetry);
      await yieldToEventLoop(workOwner);
    }
  }

  /** Deletes old entries after `trimEvery` new entries, and when this process first writes entries of a TPP. */
  async #trim(batch: readonly PendingRequest[]): Promise<void> {
    const groups = new Map<string, { tppId: string; kind: LogKind; count: number }>();
    for (const { tppId, kind } of batch) {
      const key = `${kind} ${tppId}`;
      groups.set(key, { tppId, kind, count: (groups.get(key)?.count ?? 0) + 1 });
    }
    for (const [key, { tppId, kind, count }] of groups) {
      const newEntries = (this.#newEntryCounts.get(key) ?? trimEvery) + count;
      // This does no harm: the entries of a TPP without a count are only trimmed sooner.
      if (this.#newEntryCounts.size > maxNewEntryCounts) this.#newEntryCounts.clear();
      this.#newEntryCounts.set(key, newEntries > trimEvery ? 0 : newEntries);
      if (newEntries > trimEvery) await this.#parts.store.trim(tppId, kind, entriesKept[kind]);
    }
  }
}

/** Pauses after each request, because hiding its secrets can take some milliseconds. */
function* toEntries(batch: readonly PendingRequest[]): PausableWork<readonly StoredRequest[]> {
  const entries: StoredRequest[] = [];
  for (const pending of batch) {
    entries.push(toEntry(pending));
    yield;
  }
  return entries;
}
