import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { wellFormedRequestId } from '../domain/headers.ts';
import { limitKeyOf } from '../domain/sandbox/generated-tpps.ts';
import type { OpenConnections } from './connections.ts';
import { cancelAfterFirstChunk, type HttpAnswer, type HttpRequest } from './message.ts';
import { drainingStream } from './unread-body.ts';

export interface ServerState {
  /** true: the process will stop. It still serves requests, but closes each connection after its response. */
  isLeaving: boolean;
  /** true: the process refuses new requests. */
  isStopping: boolean;
  /** Requests whose response is not sent or whose work has not ended. */
  openRequests: number;
  readonly streams: Set<ServerResponse>;
}

/** Adds `reply.answer`, which echoes the X-Request-ID, puts the request into the request log, and sends the response. */
export function decorateReply(
  app: FastifyInstance,
  onAnswer: (request: HttpRequest, answer: HttpAnswer) => void,
  state: ServerState,
  connections: OpenConnections,
): void {
  app.decorateReply('answer', function (this: FastifyReply, answer: HttpAnswer) {
    const { request, raw } = this;
    const { http } = request;
    const requestId = wellFormedRequestId(http.headers);
    if (requestId !== undefined) answer.headers['x-request-id'] = requestId;
    if (http.mayEnterRequestLog) onAnswer(http, answer);
    const { status, headers, cookies, body } = answer;
    http.trace.span?.end(status);
    const isStream = body instanceof ReadableStream;
    // Nothing is sent if the deadline has sent a response, or if the client is gone. A stream that nobody reads must still end.
    if (http.isLate || raw.destroyed) {
      if (isStream) void cancelAfterFirstChunk(body);
      return;
    }
    clearTimeout(http.deadlineTimer);
    // With 413 the rest of the body stays unread, so the connection cannot take another request.
    if (state.isLeaving || status === 413) this.header('connection', 'close');
    if (cookies) this.header('set-cookie', cookies);
    this.code(status).headers(headers);
    const { caller } = http.trace;
    connections.setOwner(request.raw.socket, caller === null ? request.ip : limitKeyOf(caller.tppId));
    if (http.sandboxFault?.sendInstead(this, body)) return;
    if (isStream && request.method === 'HEAD') {
      void cancelAfterFirstChunk(body);
      return void this.send();
    }
    const closesBeforeRequestEnds = this.getHeader('connection') === 'close' && !request.raw.complete;
    if (closesBeforeRequestEnds && body instanceof Uint8Array)
      return void this.header('content-length', body.byteLength).send(drainingStream(body, request.raw));
    if (isStream) {
      state.streams.add(raw);
      raw.once('close', () => state.streams.delete(raw));
    }
    this.send(body ?? undefined);
  });
}
