/** Fastify with the hooks of every request, which ARCHITECTURE.md lists. */
import { METHODS } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { refuse } from '../domain/refusal.ts';
import { createConcurrencyLimit } from '../fairness/concurrency-limit.ts';
import { decorateReply, type ServerState } from './answering.ts';
import { answerClientErrors } from './client-errors.ts';
import { defaultUnsentLimits, type UnsentLimits, watchConnections } from './connections.ts';
import { type HttpAnswer, type HttpRequest, pathSegmentCharactersAtMost } from './message.ts';
import { createPacing } from './pacing.ts';
import { collectPaths, toRoutableTarget } from './path-table.ts';
import { headerBytesAtMost } from './raw-headers.ts';
import { addFirstHooks, type HookParts, isProbe } from './request-hooks.ts';
import { refuseUnavailable, type Unavailability } from './unavailable.ts';

export interface ServerParts extends HookParts {
  /** Called once for each request that enters the request log, perhaps after the response of the deadline. */
  readonly onAnswer: (request: HttpRequest, answer: HttpAnswer) => void;
  /** Milliseconds; undefined: no limit. */
  readonly deadline: number | undefined;
  readonly requestsAtOnce: number;
  readonly unsentLimits?: Partial<UnsentLimits> | undefined;
}

export type HttpServer = ReturnType<typeof createServer>;
export type ServerFigures = ReturnType<HttpServer['figures']>;

/** If requests have a deadline, a request that has waited longer for its start is refused. */
const startWaitAtMostMs = 1_000;
const openRequestsCheckMs = 20;

export function createServer(parts: ServerParts) {
  const state: ServerState = { isLeaving: false, isStopping: false, streams: new Set(), openRequests: 0 };
  const unsentLimits = { ...defaultUnsentLimits, ...parts.unsentLimits };
  const app = createFastify(parts, unsentLimits.stallMs);
  const connections = watchConnections(app.server, unsentLimits);
  decorateReply(app, parts.onAnswer, state, connections);
  addFirstHooks(app, parts);
  const { requests, bodies } = addLimits(app, parts, state);
  return {
    app,
    figures: () => ({
      ...connections.figures(),
      /** Includes requests whose deadline has passed. */
      running: requests.used(),
      incomplete: bodies.used(),
      streams: state.streams.size,
    }),
    isLeaving: () => state.isLeaving,
    isStopping: () => state.isStopping,
    /** Waits while /readyz responds 503, so that load balancers send no more requests. Requests are still served. */
    async leave(milliseconds: number): Promise<void> {
      state.isLeaving = true;
      await sleep(milliseconds);
    },
    async stop(graceMs: number): Promise<void> {
      state.isLeaving = true;
      state.isStopping = true;
      // Streams end without the message `complete` of GraphQL over SSE, so that clients connect again, to another process.
      for (const stream of state.streams) stream.end();
      const graceEnd = performance.now() + graceMs;
      while (state.openRequests > 0 && performance.now() < graceEnd) await sleep(openRequestsCheckMs);
      await app.close();
    },
  };
}

function createFastify({ deadline, log }: ServerParts, stallMs: number): FastifyInstance {
  const app = fastify({
    // Node need not require a Host, because `httpFaultOf` refuses a missing or repeated Host.
    http: { maxHeaderSize: headerBytesAtMost, headersTimeout: 10_000, requireHostHeader: false },
    // Longer than the deadline, so that Node does not respond to a slow request first.
    requestTimeout: (deadline ?? 10_000) + 10_000,
    keepAliveTimeout: 65_000,
    // Longer than a read of the database at the start may take, because the error of such a read says more than this time-out.
    pluginTimeout: 20_000,
    // Closes a connection without progress, but only after the deadline of its request.
    connectionTimeout: Math.max(stallMs, deadline === undefined ? 0 : deadline + 5_000),
    return503OnClosing: false,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: pathSegmentCharactersAtMost },
    rewriteUrl: ({ url = '/' }) => toRoutableTarget(url),
    clientErrorHandler: (error, socket) => handleClientError(error, socket),
  });
  // 0: no limit. Node would silently drop the headers beyond a limit, whereas `maxHeaderSize` refuses the request.
  app.server.maxHeadersCount = 0;
  const handleClientError = answerClientErrors(app.server, log);
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  // Fastify would demand a Content-Type of each QUERY, even if the path does not support this method.
  app.addHttpMethod('QUERY', { overrideExisting: true });
  // Fastify must read the body of a GET or HEAD too, because the signature covers it.
  for (const method of ['GET', 'HEAD']) app.addHttpMethod(method, { hasBody: true, overrideExisting: true });
  app.removeAllContentTypeParsers();
  // Bodies stay bytes until the signature has verified.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, bytes, done) => done(null, bytes));
  app.decorateRequest('http');
  return app;
}

function addLimits(app: FastifyInstance, { deadline, requestsAtOnce }: ServerParts, state: ServerState) {
  const requests = createConcurrencyLimit(requestsAtOnce);
  /** Bodies that are arriving, in total and for each IP address. */
  const bodies = createConcurrencyLimit(4 * requestsAtOnce, Math.max(16, Math.ceil(requestsAtOnce / 4)));
  const refuseWithoutRequestLog = ({ http }: FastifyRequest, why: Unavailability) => {
    http.mayEnterRequestLog = false;
    return refuseUnavailable(why);
  };
  const requirePath = collectPaths(app);
  const pace = createPacing(app.server);
  app.addHook('onRequest', (request, reply, done) => {
    const { http } = request;
    state.openRequests += 1;
    reply.raw.once('close', async () => {
      clearTimeout(http.deadlineTimer);
      await http.work;
      // null: no response was sent. After a response the span has already ended, and this call does nothing.
      http.trace.span?.end(null);
      http.releaseSlot();
      state.openRequests -= 1;
    });
    if (isProbe(request)) return done();
    if (state.isStopping) return done(refuseWithoutRequestLog(request, 'STOPPING'));
    if (requests.isFull()) return done(refuseWithoutRequestLog(request, 'OVERLOAD'));
    if (deadline !== undefined) startDeadline(request, reply, deadline);
    if (request.is404) requirePath(request.method, http.path);
    done();
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasBody(request)) return done(null, payload);
    // A slot that is taken after the connection has closed would never be given back.
    if (reply.raw.destroyed) return;
    const release = bodies.take(request.ip);
    if (release === null) return done(refuseWithoutRequestLog(request, 'OVERLOAD'));
    request.http.releaseSlot = release;
    done(null, payload);
  });
  app.addHook('preValidation', (request, reply, done) => {
    const { http } = request;
    http.releaseSlot();
    if (isProbe(request)) return done();
    // No slot is taken after the connection has closed, as in `preParsing`.
    if (http.isLate || reply.raw.destroyed) return;
    const release = requests.take();
    if (release === null) return done(refuseWithoutRequestLog(request, 'OVERLOAD'));
    http.releaseSlot = release;
    void pace().then((waitedMs) => {
      if (http.isLate || reply.raw.destroyed) return;
      if (deadline !== undefined && waitedMs > startWaitAtMostMs)
        return done(refuseWithoutRequestLog(request, 'OVERLOAD'));
      done();
    });
  });
  return { requests, bodies };
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function startDeadline(request: FastifyRequest, reply: FastifyReply, milliseconds: number): void {
  const { http } = request;
  const answerAtDeadline = () => {
    if (http.isDelayed || reply.sent || reply.raw.headersSent) return;
    const isIncomplete = hasBody(request) && request.body === undefined;
    // `send` puts a 408 into the request log. After a 503, the result of the work enters the log instead, when the work ends.
    http.mayEnterRequestLog = isIncomplete;
    reply
      .header('connection', 'close')
      .send(isIncomplete ? refuse('REQUEST_INCOMPLETE') : refuseUnavailable('DEADLINE'));
    // These lines follow `send`, because it calls `reply.answer`, which sends nothing for a late request.
    http.isLate = true;
    http.mayEnterRequestLog = !isIncomplete;
  };
  http.deadlineTimer = setTimeout(answerAtDeadline, milliseconds).unref();
}
