/** What the server holds of a request beside Fastify's own, from its arrival to the end of its work. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../domain/refusal.ts';
import type { DoorLog } from '../observability/log.ts';
import type { RequestSpan, RequestTrace } from '../observability/request-trace.ts';
import { type Door, type HttpAnswer, HttpRequest } from './message.ts';
import { inOrder, isMalformed } from './pipelining.ts';
import { RawHeaders, rawFault } from './raw-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request as the doors see it. */
    http: HttpRequest;
    exchange: HttpExchange;
  }
  interface FastifyReply {
    /** Sends what a door has made, once. */
    answer(answer: HttpAnswer): void;
  }
  interface FastifyContextConfig {
    /** Probes and metrics, which are answered even when no other request is. */
    readonly isProbe?: true;
  }
}

/** What the server holds for a request until it has been answered and its work has ended. */
export interface HttpExchange {
  readonly span: RequestSpan | null;
  readonly isProbe: boolean;
  deadline: NodeJS.Timeout | undefined;
  /** The deadline has answered, so what the work comes to goes nowhere. */
  isLate: boolean;
  /** Refused with 503 before anything of it was looked at. */
  isUnseen: boolean;
  giveBodySlot: () => void;
  giveSlot: () => void;
  /** The work of its handler, which goes on when the deadline has answered. Never rejects. */
  work: Promise<void>;
}

export interface ExchangeParts {
  /** Begins to note a request. */
  readonly trace: (span: RequestSpan | null) => RequestTrace;
  /** Begins the span of a request; null: nothing is traced. */
  readonly span: ((request: Pick<HttpRequest, 'method' | 'headers'>) => RequestSpan) | null;
  /** `late`: the deadline has answered for the request already. */
  readonly log: (late: boolean, ...line: Parameters<DoorLog>) => void;
}

const nothing = (): void => undefined;

/** The first hooks: the request is noted, its turn on the connection has come, and HTTP allows it. */
export function addArrival(app: FastifyInstance, parts: ExchangeParts): void {
  app.addHook('onRequest', (request, reply, done) => {
    inOrder(request.raw, reply.raw, () => {
      begin(request, reply, parts);
      const { span } = request.exchange;
      if (span === null) done();
      else span.run(done);
    });
  });
  app.addHook('onRequest', (request, reply, done) => {
    const fault = isMalformed(request.raw)
      ? 'the body is malformed'
      : rawFault(request.raw, request.originalUrl, request.http.headers);
    if (fault === null) return done();
    reply.header('connection', 'close');
    done(refuse('BAD_REQUEST', { text: fault }));
  });
}

function begin(request: FastifyRequest, reply: FastifyReply, parts: ExchangeParts): void {
  const headers = new RawHeaders(request.raw.rawHeaders);
  const isProbe = request.routeOptions.config.isProbe ?? false;
  const span = isProbe ? null : (parts.span?.({ method: request.method, headers }) ?? null);
  const exchange: HttpExchange = {
    span,
    isProbe,
    deadline: undefined,
    isLate: false,
    isUnseen: isProbe,
    giveBodySlot: nothing,
    giveSlot: nothing,
    work: Promise.resolve(),
  };
  const log: DoorLog = (entry, error) => {
    span?.logged(entry);
    parts.log(exchange.isLate, entry, error);
  };
  request.exchange = exchange;
  request.http = new HttpRequest(request, headers, log, parts.trace(span));
  reply.raw.once('close', () => {
    clearTimeout(exchange.deadline);
    exchange.giveBodySlot();
    void exchange.work.then(exchange.giveSlot);
  });
}

/** The handler of a route whose door makes the whole answer. */
export const handledBy =
  (door: Door) =>
  (request: FastifyRequest, reply: FastifyReply): void =>
    runWork(request, reply, () => door(request.http));

/** Runs the work of a request, which is under way until it ends, whoever still waits for its answer. */
export function runWork(request: FastifyRequest, reply: FastifyReply, work: () => Promise<HttpAnswer>): void {
  request.exchange.work = work().then(
    (answer) => reply.answer(answer),
    (error) => {
      if (!request.exchange.isLate) reply.send(error);
    },
  );
}
