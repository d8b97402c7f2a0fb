import { createHmac, randomBytes } from 'node:crypto';
import type { Caller } from '../domain/caller.ts';
import { type HeaderMap, wellFormedRequestId } from '../domain/headers.ts';
import type { ComparedValues, TppMessage } from '../domain/refusal.ts';
import { type Stage, type StageWatch, stages } from '../domain/stages.ts';
import { isUuid } from '../domain/values/uuid.ts';

/** Metrics and spans omit other methods, because a client may send any text as the method. */
export const knownMethods = new Set(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']);

/** The log line of a request. */
export interface DoorLogEntry {
  readonly door: 'rest' | 'graphql' | 'sca';
  readonly method: string;
  /**
   * REST and SCA: the path template. GraphQL: the type of the operation and its root fields. `none`: neither is known.
   * `resolver`: the entry reports a defect in a GraphQL resolver, and the request has another entry.
   */
  readonly route: string;
  /** Only if the bank has a product of this name. */
  readonly product?: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly tppId?: string;
  /** The X-Request-ID if it is a UUID, otherwise a hash of it. */
  readonly requestId?: string;
  readonly traceId?: string;
  readonly failureId?: string;
  readonly code?: string;
  readonly stage?: Stage;
  /** The fault that a sandbox has played, in the form of its header, for example `status=503`. */
  readonly fault?: string;
  /** Only if the response has more than one code. */
  readonly codes?: readonly string[];
}

/** `error`: what the code of the request has thrown. */
export type WriteDoorLogEntry = (entry: DoorLogEntry, error?: unknown) => void;

export interface TracedRefusal {
  readonly code: string;
  readonly tppMessages?: readonly TppMessage[];
  readonly extras?: { readonly compared?: ComparedValues };
}

export interface Failure {
  /** The index in `stages`. */
  readonly stageIndex: number;
  readonly code: string;
  readonly messages: readonly TppMessage[];
  readonly compared: ComparedValues | null;
}

/** The span of a request in a trace. It must not contain client input. */
export interface RequestSpan {
  readonly traceId: string;
  /** The spans of SQL statements and remote calls in `callback` become children of this span. */
  run<T>(callback: () => T): T;
  /** `at`: monotonic milliseconds. */
  enter(stage: Stage, at: number): void;
  setRoute(route: string): void;
  setOperation(type: string, fields: readonly string[]): void;
  addLogEntry(entry: DoorLogEntry): void;
  /** null: the client has disconnected before a response. Later calls do nothing. */
  end(status: number | null): void;
}

export class RequestTrace implements StageWatch {
  /** When the request arrived: real time, epoch milliseconds. */
  readonly at: number;
  /** Distinguishes requests of the same millisecond. */
  readonly sequence: number;
  /** null: the service records no spans. */
  readonly span: RequestSpan | null;
  /** Monotonic milliseconds. */
  readonly startedAt = performance.now();
  readonly stageMs: number[] = stages.map(() => 0);
  caller: Caller | null = null;
  isFromConsole = false;
  fault: string | null = null;
  operationName: string | null = null;
  /** true: the request log omits the response body, because the body shows the request log itself. */
  omitsResponseBody = false;
  failure: Failure | null = null;
  /** Texts in the response that the request log hides. */
  readonly secrets: string[] = [];
  #stage: Stage = 'REQUEST';
  #stageStartedAt = this.startedAt;

  constructor(at: number, sequence: number, span: RequestSpan | null = null) {
    this.at = at;
    this.sequence = sequence;
    this.span = span;
    span?.enter('REQUEST', this.startedAt);
  }

  enter(stage: Stage): void {
    const now = performance.now();
    const index = stages.indexOf(this.#stage);
    this.stageMs[index] = (this.stageMs[index] ?? 0) + now - this.#stageStartedAt;
    this.#stage = stage;
    this.#stageStartedAt = now;
    this.span?.enter(stage, now);
  }

  /** Keeps only the first failure, because it causes the later ones. A conflict of X-Request-ID always belongs to the stage REQUEST_ID. */
  fail({ code, tppMessages = [], extras }: TracedRefusal): void {
    const stage = tppMessages.some(isRequestIdConflict) ? 'REQUEST_ID' : this.#stage;
    this.failure ??= {
      stageIndex: stages.indexOf(stage),
      code,
      messages: tppMessages,
      compared: extras?.compared ?? null,
    };
  }

  /** Returns the milliseconds since the arrival. */
  end(): number {
    // Entering the current stage again adds the time that it has taken.
    this.enter(this.#stage);
    return this.#stageStartedAt - this.startedAt;
  }
}

/** The returned function numbers the requests of the same millisecond. */
export function traceFactory(clock: () => number): (span?: RequestSpan | null) => RequestTrace {
  let [lastAt, sequence] = [0, 0];
  return (span = null) => {
    const at = clock();
    sequence = at === lastAt ? sequence + 1 : 0;
    lastAt = at;
    return new RequestTrace(at, sequence, span);
  };
}

/** `route` must never contain client input. */
export function createDoorLogEntry(
  { method, headers, trace }: { method: string; headers: HeaderMap; trace: RequestTrace },
  fields: Pick<DoorLogEntry, 'door' | 'route' | 'status'> & Partial<DoorLogEntry>,
): DoorLogEntry {
  const requestId = requestIdForLog(headers);
  const stage = trace.failure ? stages[trace.failure.stageIndex] : undefined;
  return {
    method,
    milliseconds: Math.round(performance.now() - trace.startedAt),
    ...(trace.caller ? { tppId: trace.caller.tppId } : {}),
    ...(requestId ? { requestId } : {}),
    ...(stage ? { stage } : {}),
    ...(trace.span ? { traceId: trace.span.traceId } : {}),
    ...(trace.fault ? { fault: trace.fault } : {}),
    ...fields,
  };
}

/** Without this key, a reader of the log could hash all numbers of eleven digits, and find the identity number in a log line. */
const hashKey = randomBytes(32);

/** A text that is no UUID may identify a person, so the log contains only its hash. */
function requestIdForLog(headers: HeaderMap): string | undefined {
  const id = wellFormedRequestId(headers);
  if (id === undefined || isUuid(id)) return id;
  return `hash:${createHmac('sha256', hashKey).update(id).digest('base64url').slice(0, 22)}`;
}

const isRequestIdConflict = ({ code, path }: TppMessage): boolean =>
  code === 'CONFLICT' && path === 'X-Request-ID';
