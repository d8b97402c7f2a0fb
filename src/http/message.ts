/** A request as the doors see it, and an answer as they make it: plain values, which server.ts takes from Fastify and gives back to it. */
import type { FastifyRequest } from 'fastify';
import type { HeaderMap } from '../domain/headers.ts';
import type { DoorLog } from '../observability/log.ts';
import type { RequestTrace } from '../observability/request-trace.ts';
import type { StoredAnswer } from '../operations/ports/stores.ts';

/** The answer to a request, before it is sent. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Values of Set-Cookie, where there are several: `headers` holds each header once. */
  readonly cookies?: readonly string[];
  /** A stream stays open: server-sent events. */
  readonly body: Uint8Array | ReadableStream<Uint8Array> | null;
}

export type Door = (request: HttpRequest) => Promise<HttpAnswer>;

/** What is read of Fastify's request. */
type HttpSource = Pick<FastifyRequest, 'method' | 'originalUrl' | 'body'>;

export class HttpRequest {
  readonly #request: HttpSource;
  readonly method: string;
  /** As it was sent, byte for byte, because signatures cover it. */
  readonly target: string;
  /** The target up to its query, as it was sent. */
  readonly path: string;
  readonly headers: HeaderMap;
  /** Writes the request's line in the log; does nothing after its deadline. */
  readonly log: DoorLog;
  readonly trace: RequestTrace;
  #query: URLSearchParams | undefined;

  constructor(request: HttpSource, headers: HeaderMap, log: DoorLog, trace: RequestTrace) {
    this.#request = request;
    this.method = request.method;
    this.target = request.originalUrl;
    this.path = pathOf(this.target);
    this.headers = headers;
    this.log = log;
    this.trace = trace;
  }

  /** The bytes of the body; null where none came, and until they have been read. */
  get body(): Uint8Array | null {
    const { body } = this.#request;
    return body instanceof Uint8Array && body.length > 0 ? body : null;
  }

  get query(): URLSearchParams {
    const at = this.target.indexOf('?');
    this.#query ??= new URLSearchParams(at < 0 ? '' : this.target.slice(at + 1));
    return this.#query;
  }
}

/** The longest step of a path, which is an identifier or the name of a product. */
export const idCharactersAtMost = 512;

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
    headers: { ...answer.headers, ...shared, ...extra },
    body: empty ? null : answer.body,
  };
}
