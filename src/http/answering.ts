/** How an answer leaves: noted, with the headers that all have, and as fast as its client takes it. */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { shareOf } from '../domain/sandbox/made-tpps.ts';
import type { HttpAnswer, HttpRequest } from './messages/message.ts';
import { shownRequestId } from './messages/request-key.ts';
import { type createStreams, discard } from './streams.ts';
import { unavailable } from './unavailable.ts';
import { paced, pieceBytes, type UnsentAnswers } from './unsent.ts';

/** Whether the process is about to stop, or refuses new requests already. */
export interface ServerState {
  isLeaving: boolean;
  isStopping: boolean;
}

interface AnsweringParts {
  /** The answer is made, on time or `late`. */
  readonly answered: (request: HttpRequest, answer: HttpAnswer, late: boolean) => void;
  readonly state: ServerState;
  readonly streams: ReturnType<typeof createStreams>;
  readonly unsent: UnsentAnswers;
}

/** Decorates Fastify's reply with `answer`. */
export function decorateReply(
  app: FastifyInstance,
  { answered, state, streams, unsent }: AnsweringParts,
): void {
  app.decorateReply('answer', function (this: FastifyReply, answer: HttpAnswer) {
    const { exchange, http } = this.request;
    const requestId = shownRequestId(http.headers);
    if (requestId !== undefined) answer.headers['x-request-id'] = requestId;
    if (!exchange.isUnseen) answered(http, answer, exchange.isLate);
    const { status, headers, cookies, body } = answer;
    const isStream = body instanceof ReadableStream;
    // Nobody reads an answer after the deadline: a stream in it would stay open.
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
    if (!isStream) return send(this, body, unsent);
    if (this.request.method !== 'HEAD') return send(this, streams.hold(body), unsent);
    void discard(body);
    this.send();
  });
}

/** Sends a short body at once, and others as fast as the client takes them; what it has not taken is counted. */
function send(reply: FastifyReply, body: HttpAnswer['body'], unsent: UnsentAnswers): void {
  const { request, raw } = reply;
  const { socket } = request.raw;
  const { caller } = request.http.trace;
  const owner = caller === null ? request.ip : shareOf(caller.tppId);
  // A request that a test injects has no socket to wait for.
  const hold = (bytes: number) => (socket instanceof Socket ? unsent.hold(socket, owner, bytes) : null);
  if (body instanceof ReadableStream) return void reply.send(paced(body, hold));
  if (body !== null && body.length > pieceBytes && request.method !== 'HEAD')
    return void reply.header('content-length', body.length).send(paced(body, hold));
  reply.send(body === null ? undefined : Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  const held = body !== null && socket.writableLength > 0 ? hold(body.length) : null;
  if (held !== null) raw.once('close', held.end);
}
