/**
 * What passes between the port and the doors: a request whose body has been read, and an answer. Plain values, which
 * are cheaper than Request and Response of the Fetch standard; fetch.ts translates between the two.
 */
import type { HeaderMap } from '../../domain/headers.ts';
import { refuse } from '../../domain/refusal.ts';
import type { StoredAnswer } from '../../operations/ports/stores.ts';
import type { DoorLog } from '../door.ts';
import type { RequestTrace } from '../request-trace.ts';

/** Bytes, null where none came, or why there are none: more than allowed, or the connection ended too early. */
export type Body = Uint8Array | null | 'TOO_LARGE' | 'CUT';

/** A request as it arrives: its body may still be on its way. */
export interface Arrival {
  readonly method: string;
  /** As it was sent, byte for byte, because signatures cover it. */
  readonly target: string;
  readonly headers: HeaderMap;
  /** The network address that the connection comes from; null where there is none. */
  readonly address: string | null;
  /** Aborted when the client disconnects: a stream that is still open ends then. */
  readonly signal: AbortSignal;
  /** False when it has no body, so that there is nothing to wait for. */
  readonly hasBody: boolean;
  /** Reads the body, at most so many bytes of it. */
  read(bytesAtMost: number): Promise<Body>;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Values of Set-Cookie, where there are several: `headers` holds each header once. */
  readonly cookies?: readonly string[];
  /** A stream stays open: server-sent events. */
  readonly body: Uint8Array | ReadableStream<Uint8Array> | null;
  /** For whom its bytes count while they wait for the client; the network address where absent. */
  readonly owner?: string;
}

export type Handler = (arrival: Arrival) => Promise<HttpAnswer>;
export type Door = (request: HttpRequest) => Promise<HttpAnswer>;

/** The arrival with its body, as doors see it. */
export class HttpRequest {
  readonly #arrival: Arrival;
  readonly method: string;
  readonly target: string;
  /** The target up to its query, as it was sent. */
  readonly path: string;
  readonly headers: HeaderMap;
  readonly body: Body;
  /** Writes the request's line in the log; does nothing after its deadline. */
  readonly log: DoorLog;
  readonly trace: RequestTrace;
  #query: URLSearchParams | undefined;

  constructor(arrival: Arrival, body: Body, log: DoorLog, trace: RequestTrace) {
    this.#arrival = arrival;
    this.method = arrival.method;
    this.target = arrival.target;
    this.path = pathOf(arrival.target);
    this.headers = arrival.headers;
    this.body = body;
    this.log = log;
    this.trace = trace;
  }

  get query(): URLSearchParams {
    const at = this.target.indexOf('?');
    this.#query ??= new URLSearchParams(at < 0 ? '' : this.target.slice(at + 1));
    return this.#query;
  }

  get signal(): AbortSignal {
    return this.#arrival.signal;
  }
}

/** The path of a target, as sent; of the absolute form, what stands behind the authority. */
export function pathOf(target: string): string {
  const end = target.indexOf('?');
  const path = end < 0 ? target : target.slice(0, end);
  if (path.startsWith('/')) return path;
  const authority = path.indexOf('://');
  const begin = authority < 0 ? -1 : path.indexOf('/', authority + 3);
  return begin < 0 ? '/' : path.slice(begin);
}

const encoder = new TextEncoder();

/** Whether a request of this method only reads: HEAD is answered as GET, without the body. */
export const reads = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** An answer whose body is text. */
export function textAnswer(status: number, text: string, headers: Record<string, string>): HttpAnswer {
  return { status, headers, body: encoder.encode(text) };
}

/** The body of a request, or the refusal when it was too large or was cut off. */

/** The bytes, null where none were sent. */
export function bytesOf(body: Body, bytesAtMost: number): Uint8Array | null {
  if (body === 'TOO_LARGE')
    throw refuse('BODY_TOO_LARGE', { path: 'body', text: `the body may have at most ${bytesAtMost} bytes` });
  if (body === 'CUT')
    throw refuse('BAD_REQUEST', { path: 'body', text: 'the connection ended before the body did' });
  return body;
}

/** Makes every JSON answer, with the headers that they share. */

const json = { 'content-type': 'application/json' } as const;
const shared = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** An answer as bytes, so that it can be stored and replayed unchanged. */
export function jsonAnswer(
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): StoredAnswer {
  if (body === undefined) return { status, headers: headers ?? {}, body: new Uint8Array(0) };
  return {
    status,
    headers: headers ? { ...json, ...headers } : json,
    body: encoder.encode(JSON.stringify(body)),
  };
}

/** The answer as it leaves. `extra` are headers of this very call, such as the id it echoes. */
export function toAnswer(answer: StoredAnswer, extra?: Readonly<Record<string, string>>): HttpAnswer {
  const empty = answer.status === 204 || answer.status === 304;
  return {
    status: answer.status,
    // Not an object literal: a property after a spread would cost a microsecond.
    headers: Object.assign({}, answer.headers, shared, extra),
    body: empty ? null : answer.body,
  };
}
