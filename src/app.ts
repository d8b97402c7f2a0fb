/**
 * The composition root, the only place where all rooms meet. main.ts listens on the Fastify instance; tests inject
 * requests into it.
 */
import type { FastifyInstance } from 'fastify';

import { toolkitAt } from '../packages/toolkit/src/toolkit-line.ts';
import { backlogs } from './app/backlogs.ts';
import { bankOf, withBackground } from './app/bank.ts';
import { createCallers } from './app/callers.ts';
import { createSandboxSite, registerDoors } from './app/doors.ts';
import { forgetOfBanks, otherStores } from './app/other-stores.ts';
import { createPageFailure } from './app/pages.ts';
import type { AppParts } from './app/parts.ts';
import { createSetFaults } from './app/set-faults.ts';
import { timeOrderedIds } from './app/time-ordered-ids.ts';
import { consoleSession } from './browser/console-session.ts';
import { databaseRefusal, isUnavailable } from './db/connections/failure.ts';
import { createEventHub, type EventHub } from './db/events.ts';
import { createNews } from './db/news.ts';
import { createUnitOfWork } from './db/unit-of-work.ts';
import type { Caller } from './domain/caller.ts';
import { products as allProducts } from './domain/payments/products/list.ts';
import { createSubscriptionSlots } from './graphql/subscription-slots.ts';
import { createClockCheck } from './housekeeping/clock-check.ts';
import { createRunner, type Runner, type RunnerParts } from './housekeeping/runner.ts';
import { createTimeline } from './housekeeping/timeline.ts';
import { createFaults } from './http/faults.ts';
import { createServer, type HttpServer } from './http/server.ts';
import { createNotifier, type NotifierParts, type NotifierSettings } from './notifications/notifier.ts';
import { createMetrics, type Metrics, type MetricsParts } from './observability/metrics/metrics.ts';
import { createRequestLog } from './observability/request-log/request-log.ts';
import { createTraces } from './observability/request-trace.ts';
import type { Settings } from './operations/operation.ts';
import { createPerformer, type Performer, type PerformerParts } from './operations/performer.ts';
import type { Clock } from './operations/ports/stores.ts';
import { issueTicket, type TicketPage } from './operations/tokens/tickets.ts';
import { createReadMemory } from './security/read-memory.ts';

export type { AppParts } from './app/parts.ts';

/** The service as a process needs it. */
export interface App extends FastifyInstance {
  /** Runs, executions and expiries. Idle until it is started. */
  readonly runner: Runner;
  /** Notifications of payments; stopped with the process. */
  readonly events: EventHub;
  /** A ticket that opens the page once, at any replica, as this TPP. */
  issueTicket(page: TicketPage, caller: Caller): Promise<string>;
  /** /readyz is 503 from now on; other requests are served until this resolves. */
  leave(milliseconds: number): Promise<void>;
  /**
   * Refuses new requests and ends streams; resolves when no work is in progress and the port is closed. Cuts the rest
   * after this time.
   */
  stop(graceMs: number): Promise<void>;
}

export function createApp(parts: AppParts): App {
  const { sandbox, publicUrl, core = null, identity = null } = parts;
  const { clock = Date.now, onError = () => undefined } = parts;
  const settings = settingsOf(parts);
  const toolkit = parts.toolkit ?? toolkitAt({ url: publicUrl, dataDir: sandbox ? '.data' : null }, {});
  const events = createEventHub(parts.database.options);
  const clockCheck = parts.clockCheck && createClockCheck({ ...parts.clockCheck, clock });
  const subscriptions = createSubscriptionSlots();
  const keepsLog = sandbox && parts.requestLog !== false;
  const metrics = metricsOf(parts, {
    server: () => server.figures(),
    subscriptions: subscriptions.count,
    backlog: () => backlog(),
    core: core && { figures: core.client.figures, orders: () => orders(), reports: () => reports() },
    logged: keepsLog ? () => requestLog?.waiting() ?? 0 : null,
    clockOffset: () => clockCheck?.offsetMs() ?? null,
    notifies: settings.notifications === true,
  });
  const news = createNews(parts.database.session);
  const announcements = { news, isListening: events.isListening, counted: metrics.reached };
  const work = createUnitOfWork(parts.database, announcements, otherStores);
  const { backlog, orders, reports } = backlogs(work, clock, sandbox);
  const inside = { work, clock, ids: timeOrderedIds(clock), settings, mayWork: clockCheck?.compare };
  const forBank = { ...inside, onError, events, options: parts.database.options, metrics, identity };
  const { bank, approval, hasRemoteBank, background } = bankOf(parts, forBank);
  const performer = performerOf(parts, { ...inside, bank });
  const { guard, tokens, verifier } = createCallers(parts, work, clock, metrics.unsigned);
  const logParts = { store: work.read.requestLog, clock, namedBy: verifier.namedBy, onError };
  const requestLog = keepsLog
    ? createRequestLog({ ...parts.requestLog, ...logParts, mayRecover: isUnavailable })
    : null;
  const session = consoleSession(publicUrl);
  const sandboxSite = sandbox
    ? createSandboxSite({ parts, work, clock, tokens, toolkit, session, hasRemoteBank, onError })
    : null;
  const pageFailed = createPageFailure({ knownFailure: databaseRefusal, sandbox, publicUrl });
  const setFaults = sandbox ? createSetFaults({ work, clock }) : null;
  const faults = setFaults && createFaults({ ...setFaults, waitingAtMost: waitingAtMost(parts) });
  const server = serverOf(parts, { clock, metrics, requestLog, onError });
  const { app } = server;
  app.setErrorHandler((error, request, reply) => reply.answer(pageFailed(request.http, error)));
  registerDoors(app, {
    parts,
    toolkit,
    settings,
    guard,
    performer,
    events,
    tokens,
    session,
    requestLog,
    sandboxSite,
    approval,
    hasRemoteBank,
    pageFailed,
    products: settings.products,
    faults,
    faultsChanged: setFaults?.load,
    readMemory: createReadMemory(clock, parts.signatureMaxAgeSeconds),
    takeSlot: subscriptions.take,
    metricsPage: metrics.page,
    isLeaving: server.isLeaving,
    clockCheck: clockCheck ?? null,
  });

  const notifier = notifierOf(parts, { ...inside, onError, count: metrics.notified }, events);
  const runner = runnerOf(parts, { ...inside, bank, onError });
  return Object.assign(app, {
    events,
    issueTicket: (page: TicketPage, caller: Caller) =>
      work.of(caller.tppId).transaction((stores) => issueTicket(stores, page, caller, clock())),
    runner: [background, notifier, setFaults].reduce(withBackground, runner),
    leave: server.leave,
    async stop(graceMs: number) {
      faults?.end();
      await server.stop(graceMs);
      await news.flush();
      await requestLog?.stop();
    },
  });
}

const performerOf = (
  { audit = () => undefined, refused }: AppParts,
  inside: Omit<PerformerParts, 'timeline' | 'audit' | 'refused'>,
): Performer =>
  createPerformer({
    ...inside,
    timeline: createTimeline(inside),
    audit,
    ...(refused ? { refused } : {}),
  });

/** Sends notifications after each change; null where the bank has no key that signs them. */
function notifierOf(
  { notifications }: AppParts,
  inside: Omit<NotifierParts, keyof NotifierSettings>,
  events: EventHub,
) {
  if (!notifications) return null;
  const notifier = createNotifier({ ...inside, ...notifications });
  events.onChange(notifier.wake);
  return notifier;
}

const requestsAtOnce = (parts: AppParts): number => parts.requestsAtOnce ?? 100_000;
/** Delayed requests leave most slots free. */
const waitingAtMost = (parts: AppParts): number => Math.ceil(requestsAtOnce(parts) / 4);

const settingsOf = ({
  sandbox,
  publicUrl,
  products = allProducts,
  executionsPerMove,
  notifications = null,
  seed,
}: AppParts): Settings => ({
  notifications: notifications !== null,
  sandbox,
  publicUrl,
  products,
  executionsPerMove,
  seed,
});

const runnerOf = (
  { database, tracing }: AppParts,
  own: Omit<RunnerParts, 'connections' | 'forgetAlso' | 'traced'>,
): Runner =>
  createRunner({
    ...own,
    connections: database.options.poolSize,
    forgetAlso: forgetOfBanks,
    traced: tracing ? (work) => tracing.background('housekeeping', work) : undefined,
  });

/** `sources` are read when figures are, so they may be created later. */
const metricsOf = (
  { database, upstream, tracing, processMetrics }: AppParts,
  sources: Omit<MetricsParts, 'database' | 'upstream' | 'spans' | 'ofProcess'>,
): Metrics =>
  createMetrics({
    ...sources,
    database,
    upstream: upstream?.client.figures ?? null,
    spans: tracing ?? null,
    ofProcess: processMetrics ?? false,
  });

interface Observers {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly requestLog: ReturnType<typeof createRequestLog> | null;
  readonly onError: (error: unknown) => void;
}

const serverOf = (parts: AppParts, { clock, metrics, requestLog, onError }: Observers): HttpServer =>
  createServer({
    trace: createTraces(clock),
    span: parts.tracing?.requests(parts.publicUrl) ?? null,
    onAnswer: (request, answer, late) => requestLog?.note(request, answer, late),
    log(late, entry, error) {
      // A late request already has its line; a later defect is logged as failed background work.
      if (late) return entry.status === 500 ? onError(error) : undefined;
      metrics.count(entry, error);
      parts.log?.(entry, error);
    },
    deadline: parts.requestDeadlineMs,
    requestsAtOnce: requestsAtOnce(parts),
    unsent: parts.unsent,
  });
