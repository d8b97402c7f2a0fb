/** Requests and responses as the doors see them. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HeaderMap } from '../domain/headers.ts';
import { Refusal, type RefusalOfError } from '../domain/refusal.ts';
import {
  createDoorLogEntry,
  type RequestTrace,
  type WriteDoorLogEntry,
} from '../observability/request-trace.ts';
import type { StoredAnswer } from '../operations/ports/stores.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Values of Set-Cookie, which may be several. `headers` holds one value for each name. */
  readonly cookies?: readonly string[];
  /** A stream: server-sent events. */
  readonly body: Uint8Array | ReadableStream<Uint8Array> | null;
}

export type RequestHandler = (request: HttpRequest) => Promise<HttpAnswer>;

interface PlayedFault {
  /** Plays the fault after the operation. A thrown Refusal replaces the response. */
  playAfter(): Promise<void>;
  /** Sends the response as the fault demands. false: the fault does not change the response, so nothing was sent. */
  sendInstead(reply: FastifyReply, body: HttpAnswer['body']): boolean;
}

export interface RequestParts {
  readonly log: WriteDoorLogEntry;
  /** Called for a defect that no response shows. */
  readonly onError: (error: unknown) => void;
  readonly refusalOfError: RefusalOfError;
}

export class HttpRequest {
  readonly #request: FastifyRequest;
  readonly #parts: RequestParts;
  readonly headers: HeaderMap;
  readonly trace: RequestTrace;
  readonly response: ServerResponse;
  readonly method: string;
  /** Byte for byte as it was sent, because signatures cover it. */
  readonly target: string;
  readonly path: string;
  deadlineTimer: NodeJS.Timeout | undefined;
  /** A sandbox fault delays the request now, so the deadline does not apply. */
  isDelayed = false;
  sandboxFault: PlayedFault | null = null;
  /** The deadline has sent a response, so the result of the work is not sent. */
  isLate = false;
  mayEnterRequestLog = true;
  releaseSlot: () => void = () => undefined;
  /** The work of the handler, which continues after the deadline. Never rejects. */
  work: Promise<void> = Promise.resolve();

  constructor(reply: FastifyReply, headers: HeaderMap, trace: RequestTrace, parts: RequestParts) {
    const { request } = reply;
    this.#request = request;
    this.response = reply.raw;
    this.headers = headers;
    this.trace = trace;
    this.#parts = parts;
    this.method = request.method;
    this.target = request.originalUrl;
    this.path = pathOf(this.target);
  }

  /** null: there is no body, or the body is not read yet. */
  get body(): Uint8Array | null {
    const { body } = this.#request;
    return body instanceof Uint8Array && body.length > 0 ? body : null;
  }

  get bodyLimit(): number {
    return this.#request.routeOptions.bodyLimit;
  }

  get query(): URLSearchParams {
    return new URLSearchParams(queryOf(this.target));
  }

  /** Writes the log line, unless the deadline has already done so. `fields.route` must never contain client input. */
  log(fields: Parameters<typeof createDoorLogEntry>[1], error?: unknown): void {
    const entry = createDoorLogEntry(this, fields);
    this.trace.span?.addLogEntry(entry);
    if (!this.isLate) this.#parts.log(entry, error);
    else if (entry.status === 500) this.#parts.onError(error);
  }

  /** null: the error is a defect. */
  knownRefusalOf(error: unknown): Refusal | null {
    return error instanceof Refusal ? error : this.#parts.refusalOfError(error);
  }
}

export const pathSegmentCharactersAtMost = 512;

/** The path as it was sent. The target may also be an absolute URL. */
export function pathOf(target: string): string {
  const [beforeQuery = ''] = target.split('?', 1);
  if (beforeQuery.startsWith('/')) return beforeQuery;
  return /^[^/]*:\/\/[^/]*(\/.*)$/.exec(beforeQuery)?.[1] ?? '/';
}

/** The query as it was sent, with its question mark. Empty if there is none. */
export function queryOf(target: string): string {
  const begin = target.indexOf('?');
  return begin < 0 ? '' : target.slice(begin);
}

/**
 * Returns the first chunk, and cancels the rest. It reads first, because a source that was never read does not clean up.
 * undefined: there is no chunk, or the source has failed. The failure concerns nobody, because nobody reads the stream.
 */
export async function cancelAfterFirstChunk(
  stream: ReadableStream<Uint8Array>,
): Promise<Uint8Array | undefined> {
  const reader = stream.getReader();
  try {
    const { value } = await reader.read();
    await reader.cancel();
    return value;
  } catch {
    return undefined;
  }
}

export const isReadMethod = (method: string): boolean => method === 'GET' || method === 'HEAD';

const encoder = new TextEncoder();

export function textAnswer(status: number, text: string, headers: Record<string, string>): HttpAnswer {
  return { status, headers, body: encoder.encode(text) };
}

const jsonHeaders = { 'content-type': 'application/json' } as const;
const commonHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): StoredAnswer {
  if (body === undefined) return { status, headers, body: new Uint8Array(0) };
  return { status, headers: { ...jsonHeaders, ...headers }, body: encoder.encode(JSON.stringify(body)) };
}

export function toHttpAnswer({ status, headers, body }: StoredAnswer): HttpAnswer {
  return { status, headers: { ...headers, ...commonHeaders }, body: status === 204 ? null : body };
}
