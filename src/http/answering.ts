/** Sends responses: adds the headers common to all, and logs each response. */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { wellFormedRequestId } from '../domain/headers.ts';
import { shareOf } from '../domain/sandbox/generated-tpps.ts';
import type { HttpAnswer, HttpRequest } from './message.ts';
import { type createStreams, discard } from './streams.ts';
import { unavailable } from './unavailable.ts';
import type { UnsentBytes } from './unsent.ts';

export interface ServerState {
  /** The process is about to stop: it still serves requests, and closes each connection after its response. */
  isLeaving: boolean;
  /** The process refuses new requests. */
  isStopping: boolean;
}

interface AnsweringParts {
  /** Called once for each answer. `isLate`: the deadline has already sent a response. */
  readonly onAnswer: (request: HttpRequest, answer: HttpAnswer, isLate: boolean) => void;
  readonly state: ServerState;
  readonly streams: ReturnType<typeof createStreams>;
  readonly unsent: UnsentBytes;
}

export function decorateReply(app: FastifyInstance, parts: AnsweringParts): void {
  const { onAnswer, state } = parts;
  app.decorateReply('answer', function (this: FastifyReply, answer: HttpAnswer) {
    const { exchange, http } = this.request;
    const requestId = wellFormedRequestId(http.headers);
    if (requestId !== undefined) answer.headers['x-request-id'] = requestId;
    if (!exchange.isUnlogged) onAnswer(http, answer, exchange.isLate);
    const { status, headers, cookies, body } = answer;
    const isStream = body instanceof ReadableStream;
    // After the deadline, or without a client, nobody reads the response, so a stream in it would stay open.
    if (exchange.isLate || this.raw.destroyed) return void (isStream && discard(body));
    if (isStream && state.isStopping) {
      void discard(body);
      return void this.send(unavailable('STOPPING'));
    }
    exchange.span?.end(status);
    clearTimeout(exchange.deadline);
    if (state.isLeaving) this.header('connection', 'close');
    if (cookies) this.header('set-cookie', cookies);
    this.code(status).headers(headers);
    if (exchange.fault?.send(this, body)) return;
    if (!isStream || this.request.method !== 'HEAD') return send(this, body, parts);
    void discard(body);
    this.send();
  });
}

/** Sends the body. Counts its bytes while the socket cannot take them. */
function send(reply: FastifyReply, body: HttpAnswer['body'], { streams, unsent }: AnsweringParts): void {
  const { request, raw } = reply;
  const { socket } = request.raw;
  const { caller } = request.http.trace;
  const owner = caller === null ? request.ip : shareOf(caller.tppId);
  // Requests that tests inject have no socket.
  const countBytes = (bytes: number) =>
    socket instanceof Socket ? unsent.countBytes(socket, owner, bytes) : () => undefined;
  if (body instanceof ReadableStream) return void reply.send(streams.open(body, raw, countBytes));
  reply.send(body === null ? undefined : Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  if (body !== null && socket.writableLength > 0) raw.once('close', countBytes(body.length));
}
