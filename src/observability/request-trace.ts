/**
 * What is noted of a request while it is answered: its stage, the time in each stage, who asks, and what must not be kept.
 * The log line, the metrics and, in a sandbox, the log that its TPP reads are made of it.
 */

import type { Caller } from '../domain/caller.ts';
import type { HeaderMap } from '../domain/headers.ts';
import type { Compared, TppMessage } from '../domain/refusal.ts';
import { type Stage, type StageWatch, stages } from '../domain/stages.ts';
import type { DoorLogEntry } from './log.ts';
import { loggedRequestId } from './request-id.ts';

const indexOf: Readonly<Record<Stage, number>> = Object.fromEntries(
  stages.map((stage, index) => [stage, index]),
) as Record<Stage, number>;

/** The content of a refusal, the same for every door. */
export interface Refused {
  readonly code: string;
  readonly tppMessages?: readonly TppMessage[];
  readonly extras?: { readonly compared?: Compared };
}

/** Where secrets stand in an answer of JSON: by the names of properties. A list has those of its entries. */
export type SecretPaths = ReadonlyMap<string, SecretPaths | 'SECRET'>;

export interface Failure {
  /** Index of the stage. */
  readonly stage: number;
  readonly code: string;
  readonly messages: readonly TppMessage[];
  readonly compared: Compared | null;
}

/**
 * Copied for each request: a Float64Array of this length would be allocated outside the heap and cost twenty times
 * as much.
 */
const nothingSpent: readonly number[] = stages.map(() => 0.5).fill(0);

/** The span of a request, where traces are sent (`tracing/`). It takes no value that a client chose. */
export interface RequestSpan {
  readonly traceId: string;
  /** Runs work whose statements and calls are those of the request. */
  run<T>(work: () => T): T;
  /** `at`: by performance.now(). */
  enter(stage: Stage, at: number): void;
  /** The path of the table by which the request was found. */
  found(route: string): void;
  /** The operation of a document, and the fields of the schema at its root. */
  asked(type: string, fields: readonly string[]): void;
  logged(line: DoorLogEntry): void;
  end(status: number): void;
}

export class RequestTrace implements StageWatch {
  /** Real time, epoch milliseconds. */
  readonly at: number;
  /** Distinguishes requests of the same millisecond. */
  readonly sequence: number;
  /** null: the request is not traced. */
  readonly span: RequestSpan | null;
  readonly begun = performance.now();
  /** Milliseconds in each stage. */
  readonly spent = nothingSpent.slice();
  caller: Caller | null = null;
  /** The console itself has asked. */
  byConsole = false;
  operationName: string | null = null;
  /** The body of the answer is not kept: it would contain the log itself. */
  silent = false;
  failure: Failure | null = null;
  /** Where the answer holds secrets. */
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

  /** Only the first failure is kept; later ones follow from it. */
  failed({ code, tppMessages = [], extras }: Refused): void {
    this.failure ??= {
      stage: tppMessages.some(idWasUsed) ? indexOf.REQUEST_ID : this.#stage,
      code,
      messages: tppMessages,
      compared: extras?.compared ?? null,
    };
  }

  /** Ends the trace: milliseconds since the request came. */
  end(): number {
    this.enter(stages[this.#stage] ?? 'RULES');
    return this.#since - this.begun;
  }
}

/** Begins to note requests, by a clock of real time. */
export function createTraces(clock: () => number): (span?: RequestSpan | null) => RequestTrace {
  let [lastAt, sequence] = [0, 0];
  return (span = null) => {
    const at = clock();
    sequence = at === lastAt ? sequence + 1 : 0;
    lastAt = at;
    return new RequestTrace(at, sequence, span);
  };
}

/** The line of a request in the log, the same at every door; `route` never holds what a client chose. */
export function requestLine(
  { method, headers, trace }: { method: string; headers: HeaderMap; trace: RequestTrace },
  answer: Pick<DoorLogEntry, 'door' | 'route' | 'status'> & Partial<DoorLogEntry>,
): DoorLogEntry {
  const requestId = loggedRequestId(headers);
  const stage = stages[trace.failure?.stage ?? -1];
  return {
    method,
    milliseconds: Math.round(performance.now() - trace.begun),
    ...(trace.caller ? { tppId: trace.caller.tppId } : {}),
    ...(requestId ? { requestId } : {}),
    ...(stage ? { stage } : {}),
    ...(trace.span ? { traceId: trace.span.traceId } : {}),
    ...answer,
  };
}

const idWasUsed = ({ code, path }: TppMessage): boolean => code === 'CONFLICT' && path === 'X-Request-ID';
