/**
 * The HTTP server: Fastify with the hooks that every request passes, whatever door it is for. ARCHITECTURE.md has the table of
 * hooks, stages and refusals. Start at `createServer`.
 */
import { METHODS } from 'node:http';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type preParsingHookHandler,
} from 'fastify';
import { decorateReply, type ServerState } from './answering.ts';
import { answerClientErrors } from './client-errors.ts';
import { type ConcurrencyLimit, createConcurrencyLimit } from './concurrency-limit.ts';
import { addArrival, type ExchangeParts } from './exchange.ts';
import { type HttpAnswer, type HttpRequest, idCharactersAtMost } from './message.ts';
import { createPacing } from './pacing.ts';
import { collectPaths, routable } from './path-table.ts';
import { createStreams } from './streams.ts';
import { type Unavailability, unavailable } from './unavailable.ts';
import { type CutCounts, countUnsent, type UnsentBounds, unsentBounds } from './unsent.ts';

export interface ServerParts extends ExchangeParts {
  /** The answer is made, on time or `late`. */
  readonly answered: (request: HttpRequest, answer: HttpAnswer, late: boolean) => void;
  /** Milliseconds; undefined: no bound. */
  readonly deadline: number | undefined;
  readonly requestsAtOnce: number;
  /** What may wait for clients that read slowly; those of the service where absent. */
  readonly unsent?: Partial<UnsentBounds> | undefined;
}

export interface ServerFigures {
  /** Requests whose work has not ended, including those that their deadline has answered. */
  readonly underWay: number;
  /** Requests whose bodies have not arrived in full. */
  readonly incomplete: number;
  /** Answers that stay open. */
  readonly streams: number;
  /** Of clients. */
  readonly connections: number;
  /** Of answers that their clients have not taken yet. */
  readonly unsentBytes: number;
  /** Connections whose clients did not read. */
  readonly cut: CutCounts;
}

interface Limits {
  readonly requests: ConcurrencyLimit;
  readonly bodies: ConcurrencyLimit;
}

export interface HttpServer {
  readonly app: FastifyInstance;
  figures(): ServerFigures;
  /** Whether the process is stopping, or about to: it should get no more requests (readiness). */
  isLeaving(): boolean;
  /** Continues to answer for this time, and closes each connection after its answer. */
  leave(milliseconds: number): Promise<void>;
  /** Refuses new requests, ends the streams, and closes the port when nothing is under way; cuts what is after this time. */
  stop(graceMs: number): Promise<void>;
}

export const headerBytesAtMost = 16 * 1_024;
/** A request with a deadline that is not begun within this is refused: it would not be answered within two seconds. */
const begunWithinMs = 1_000;

export function createServer(parts: ServerParts): HttpServer {
  const state: ServerState = { isLeaving: false, isStopping: false };
  const { requestsAtOnce } = parts;
  const limits: Limits = {
    requests: createConcurrencyLimit(requestsAtOnce),
    bodies: createConcurrencyLimit(4 * requestsAtOnce, Math.max(16, Math.ceil(requestsAtOnce / 4))),
  };
  const streams = createStreams();
  const bounds = { ...unsentBounds, ...parts.unsent };
  const unsent = countUnsent(bounds);
  const app = createFastify(parts, bounds.stallMs);
  app.server.on('timeout', unsent.stalled);
  const connections = countConnections(app);
  decorateReply(app, { answered: parts.answered, state, streams, unsent });
  addArrival(app, parts);
  addLimits(app, parts, state, limits);
  return {
    app,
    figures: () => ({
      underWay: limits.requests.used(),
      incomplete: limits.bodies.used(),
      streams: streams.count(),
      connections: connections(),
      unsentBytes: unsent.bytes(),
      cut: unsent.cut(),
    }),
    isLeaving: () => state.isLeaving,
    async leave(milliseconds) {
      state.isLeaving = true;
      if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
    },
    async stop(graceMs) {
      state.isLeaving = true;
      state.isStopping = true;
      streams.end();
      let timer: NodeJS.Timeout | undefined;
      const grace = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs);
      });
      await Promise.race([limits.requests.empty(), grace]);
      void grace.then(() => app.server.closeAllConnections());
      await app.close();
      clearTimeout(timer);
    },
  };
}

function createFastify({ deadline, log }: ServerParts, stallMs: number): FastifyInstance {
  const app = fastify({
    // A missing or repeated Host is refused by `rawFault`, with the other faults of a request.
    http: { maxHeaderSize: headerBytesAtMost, headersTimeout: 10_000, requireHostHeader: false },
    // A little longer than the deadline, whose answer is better.
    requestTimeout: (deadline ?? 10_000) + 10_000,
    keepAliveTimeout: 65_000,
    // Without progress in either direction; the deadline of an answer comes first.
    connectionTimeout: Math.max(stallMs, deadline === undefined ? 0 : deadline + 5_000),
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: idCharactersAtMost },
    rewriteUrl: ({ url = '/' }) => routable(url),
    clientErrorHandler: (error, socket) => clientErrors(error, socket),
  });
  const clientErrors = answerClientErrors(app.server, (...line) => log(false, ...line));
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  // A body of GET is signed too.
  for (const method of ['GET', 'HEAD']) app.addHttpMethod(method, { hasBody: true, overrideExisting: true });
  app.removeAllContentTypeParsers();
  // Until the signature has verified, a body is bytes.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, bytes, done) => done(null, bytes));
  app.decorateRequest('http');
  app.decorateRequest('exchange');
  return app;
}

/** What is refused with 503, and the slots of what is not; last, a path or method that there is not. */
function addLimits(
  app: FastifyInstance,
  { deadline }: ServerParts,
  state: ServerState,
  { requests, bodies }: Limits,
): void {
  const refuseUnseen = ({ exchange }: FastifyRequest, why: Unavailability) => {
    exchange.isUnseen = true;
    return unavailable(why);
  };
  const requirePath = collectPaths(app);
  const pace = createPacing(app.server);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.exchange.isProbe) return done();
    if (state.isStopping) return done(refuseUnseen(request, 'STOPPING'));
    if (requests.isFull()) return done(refuseUnseen(request, 'OVERLOAD'));
    if (deadline !== undefined) limitTime(request, reply, deadline);
    if (request.is404) requirePath(request.method, request.http.path);
    done();
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasBody(request)) return done(null, payload);
    if (reply.raw.destroyed) return;
    const give = bodies.take(request.ip);
    if (give === null) return done(refuseUnseen(request, 'OVERLOAD'));
    request.exchange.giveBodySlot = give;
    done(null, payload);
  });
  // After the hooks of a door, which may refuse the request without its body.
  app.addHook('onRoute', (route) => {
    route.preParsing = [route.preParsing ?? [], sendContinue].flat();
  });
  app.addHook('preValidation', (request, reply, done) => {
    const { exchange } = request;
    exchange.giveBodySlot();
    if (exchange.isProbe) return done();
    // Nobody waits for the answer, and what is taken after the connection has closed would never be given back.
    if (exchange.isLate || reply.raw.destroyed) return;
    const give = requests.take();
    if (give === null) return done(refuseUnseen(request, 'OVERLOAD'));
    exchange.giveSlot = give;
    pace((waitedMs) => {
      if (exchange.isLate || reply.raw.destroyed) return;
      if (deadline !== undefined && waitedMs > begunWithinMs) return done(refuseUnseen(request, 'OVERLOAD'));
      done();
    });
  });
}

/** Asks a client that waits for it to send the body. */
const sendContinue: preParsingHookHandler = (request, reply, payload, done) => {
  if (expectsContinue(request)) reply.raw.writeContinue();
  done(null, payload);
};

/** Whether the client sends its body only when it is asked to. */
export const expectsContinue = (request: FastifyRequest): boolean =>
  request.headers.expect !== undefined && request.raw.httpVersion !== '1.0' && hasBody(request);

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Answers 503 when the time of a request is over. Its work goes on, and ends with its transaction. */
function limitTime(request: FastifyRequest, reply: FastifyReply, milliseconds: number): void {
  const { exchange } = request;
  exchange.deadline = setTimeout(() => {
    if (reply.sent || reply.raw.headersSent) return;
    exchange.isUnseen = true;
    // The rest of the body is not waited for.
    reply.header('connection', 'close').send(unavailable('DEADLINE'));
    exchange.isLate = true;
    exchange.isUnseen = false;
  }, milliseconds).unref();
}

function countConnections({ server }: FastifyInstance): () => number {
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  return () => open;
}
