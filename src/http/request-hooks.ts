import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../domain/refusal.ts';
import { type RequestSpan, traceFactory } from '../observability/request-trace.ts';
import { type HttpAnswer, HttpRequest, type RequestHandler, type RequestParts } from './message.ts';
import { beginInOrder, hasMalformedBody, refuseMalformedBody } from './pipelining.ts';
import { httpFaultOf, RawHeaders } from './raw-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    http: HttpRequest;
  }
  interface FastifyReply {
    answer(answer: HttpAnswer): void;
  }
  interface FastifyContextConfig {
    /** Probes and metrics are served even while all other requests are refused. */
    readonly isProbe?: true;
  }
}

export interface HookParts extends RequestParts {
  /** Real time. */
  readonly clock: () => number;
  readonly beginSpan: ((request: Pick<HttpRequest, 'method' | 'headers'>) => RequestSpan) | null;
}

export const isProbe = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.isProbe ?? false;

export function addFirstHooks(app: FastifyInstance, parts: HookParts): void {
  const beginTrace = traceFactory(parts.clock);
  app.addHook('onRequest', (request, reply, done) => {
    beginInOrder(request.raw, reply.raw, () => {
      const headers = new RawHeaders(request.raw.rawHeaders);
      // Hides the header from Fastify, which would refuse a malformed Content-Type even if the request has no body.
      request.headers['content-type'] = undefined;
      const span = isProbe(request) ? null : (parts.beginSpan?.({ method: request.method, headers }) ?? null);
      request.http = new HttpRequest(reply, headers, beginTrace(span), parts);
      request.http.mayEnterRequestLog = !isProbe(request);
      if (span === null) done();
      else span.run(done);
    });
  });
  app.addHook('onRequest', (request, reply, done) => {
    const text = httpFaultOf(request.raw, request.originalUrl, request.http.headers);
    const fault = text === null ? null : refuse('BAD_REQUEST', { text });
    // Malformed bytes may have arrived while the request waited for earlier requests.
    const refusal = hasMalformedBody(request.raw) ? refuseMalformedBody() : fault;
    if (refusal !== null) reply.header('connection', 'close');
    done(refusal ?? undefined);
  });
}

export const toFastifyHandler =
  (handle: RequestHandler) =>
  (request: FastifyRequest, reply: FastifyReply): void =>
    runWork(request, reply, () => handle(request.http));

/** Sends the answer of the work. The request keeps its slot until the work ends, even if the deadline has already sent a response. */
export function runWork(request: FastifyRequest, reply: FastifyReply, work: () => Promise<HttpAnswer>): void {
  request.http.work = work()
    .then((answer) => reply.answer(answer))
    .catch((error) => {
      // The error handler logs the error. It sends nothing, because the deadline has sent a response.
      if (request.http.isLate) return request.server.errorHandler(error, request, reply);
      // The response to the error must not have the headers that `reply.answer` has set. Node may have refused one of them.
      for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
      reply.send(error);
    });
}
