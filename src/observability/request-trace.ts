/**
 * Records a request while it is served: stage, time per stage, caller and secrets. Feeds the log line, the metrics and,
 * in a sandbox, the request log.
 */

import type { Caller } from '../domain/caller.ts';
import type { HeaderMap } from '../domain/headers.ts';
import type { ComparedValues, TppMessage } from '../domain/refusal.ts';
import { type Stage, type StageWatch, stages } from '../domain/stages.ts';
import type { DoorLogEntry } from './log.ts';
import { requestIdForLog } from './request-id.ts';

const indexOf: Readonly<Record<Stage, number>> = Object.fromEntries(
  stages.map((stage, index) => [stage, index]),
) as Record<Stage, number>;

export interface Refused {
  readonly code: string;
  readonly tppMessages?: readonly TppMessage[];
  readonly extras?: { readonly compared?: ComparedValues };
}

/** Paths of secrets in a JSON response, by property names. A list has the paths of its entries. */
export type SecretPaths = ReadonlyMap<string, SecretPaths | 'SECRET'>;

export interface Failure {
  readonly stage: number;
  readonly code: string;
  readonly messages: readonly TppMessage[];
  readonly compared: ComparedValues | null;
}

/** Copied for each request. A Float64Array of this length would be allocated off the heap at twenty times the cost. */
const nothingSpent: readonly number[] = stages.map(() => 0.5).fill(0);

/** The span of a request (`tracing/`). It must not contain client input. */
export interface RequestSpan {
  readonly traceId: string;
  /** Statements and calls in `work` belong to the request. */
  run<T>(work: () => T): T;
  enter(stage: Stage, at: number): void;
  found(route: string): void;
  /** Type of the operation and its root fields. */
  asked(type: string, fields: readonly string[]): void;
  logged(line: DoorLogEntry): void;
  end(status: number): void;
}

export class RequestTrace implements StageWatch {
  readonly at: number;
  /** Distinguishes requests of the same millisecond. */
  readonly sequence: number;
  /** null: not traced. */
  readonly span: RequestSpan | null;
  readonly begun = performance.now();
  readonly spent = nothingSpent.slice();
  caller: Caller | null = null;
  /** The console itself sent the request. */
  byConsole = false;
  /** The fault that the sandbox has played. */
  fault: string | null = null;
  operationName: string | null = null;
  /** The response body is not stored, because it would contain the log itself. */
  silent = false;
  failure: Failure | null = null;
  secrets: SecretPaths | null = null;
  #stage = 0;
  #since = this.begun;

  constructor(at: number, sequence: number, span: RequestSpan | null = null) {
    this.at = at;
    this.sequence = sequence;
    this.span = span;
    span?.enter('REQUEST', this.begun);
  }

  enter(stage: Stage): void {
    const now = performance.now();
    this.spent[this.#stage] = (this.spent[this.#stage] ?? 0) + now - this.#since;
    this.#stage = indexOf[stage];
    this.#since = now;
    this.span?.enter(stage, now);
  }

  /** Keeps only the first failure; later ones follow from it. */
  failed({ code, tppMessages = [], extras }: Refused): void {
    this.failure ??= {
      stage: tppMessages.some(idWasUsed) ? indexOf.REQUEST_ID : this.#stage,
      code,
      messages: tppMessages,
      compared: extras?.compared ?? null,
    };
  }

  /** Returns milliseconds since the arrival. */
  end(): number {
    this.enter(stages[this.#stage] ?? 'RULES');
    return this.#since - this.begun;
  }
}

/** `clock`: real time. */
export function createTraces(clock: () => number): (span?: RequestSpan | null) => RequestTrace {
  let [lastAt, sequence] = [0, 0];
  return (span = null) => {
    const at = clock();
    sequence = at === lastAt ? sequence + 1 : 0;
    lastAt = at;
    return new RequestTrace(at, sequence, span);
  };
}

/** `route` must never hold client input. */
export function requestLine(
  { method, headers, trace }: { method: string; headers: HeaderMap; trace: RequestTrace },
  answer: Pick<DoorLogEntry, 'door' | 'route' | 'status'> & Partial<DoorLogEntry>,
): DoorLogEntry {
  const requestId = requestIdForLog(headers);
  const stage = stages[trace.failure?.stage ?? -1];
  return {
    method,
    milliseconds: Math.round(performance.now() - trace.begun),
    ...(trace.caller ? { tppId: trace.caller.tppId } : {}),
    ...(requestId ? { requestId } : {}),
    ...(stage ? { stage } : {}),
    ...(trace.span ? { traceId: trace.span.traceId } : {}),
    ...(trace.fault ? { fault: trace.fault } : {}),
    ...answer,
  };
}

const idWasUsed = ({ code, path }: TppMessage): boolean => code === 'CONFLICT' && path === 'X-Request-ID';
