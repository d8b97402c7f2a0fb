/**
 * The composition root, the only place where all rooms meet. main.ts listens on the Fastify instance; tests inject
 * requests into it.
 */
import type { FastifyInstance } from 'fastify';

import { toolkitAt } from '../packages/toolkit/src/toolkit-line.ts';
import { createBacklogs } from './app/backlogs.ts';
import { chooseBank, withBackground } from './app/bank.ts';
import { bankStores, deleteOldBankRows } from './app/bank-stores.ts';
import { createCallers } from './app/callers.ts';
import { registerDoors } from './app/doors.ts';
import { addFailurePages, createPageFailureRenderer, createSandboxPages } from './app/pages.ts';
import type { AppParts } from './app/parts.ts';
import { createPendingFaults } from './app/pending-faults.ts';
import { timeOrderedIds } from './app/time-ordered-ids.ts';
import { consoleSession } from './browser/console-session.ts';
import { createAnnouncer } from './db/announcer.ts';
import { databaseRefusal, isUnavailable } from './db/connections/failure.ts';
import { createEventHub, type EventHub } from './db/events.ts';
import { createUnitOfWork } from './db/unit-of-work.ts';
import type { Caller } from './domain/caller.ts';
import { products as allProducts } from './domain/payments/products/list.ts';
import { createSubscriptionSlots } from './graphql/subscription-slots.ts';
import { createClockCheck } from './housekeeping/clock-check.ts';
import { createRunner, type Runner, type RunnerParts } from './housekeeping/runner.ts';
import { moveToTarget } from './housekeeping/timeline.ts';
import { createFaults } from './http/faults.ts';
import { createServer, type HttpServer } from './http/server.ts';
import { createNotifier, type NotifierParts, type NotifierSettings } from './notifications/notifier.ts';
import { createMetrics, type Metrics, type MetricsParts } from './observability/metrics/metrics.ts';
import { RequestLog, type RequestLogParts } from './observability/request-log/request-log.ts';
import { traceFactory } from './observability/request-trace.ts';
import type { Settings, SharedParts } from './operations/operation.ts';
import { createPerformer, type Performer } from './operations/performer.ts';
import type { Clock } from './operations/ports/stores.ts';
import { issueTicket, type TicketPage } from './operations/tokens/tickets.ts';
import { createReadSignatures } from './security/read-signatures.ts';

export type { AppParts } from './app/parts.ts';

/** The service as a process needs it. */
export interface App extends FastifyInstance {
  /** Batch runs, executions and expiries. Does nothing until it is started. */
  readonly runner: Runner;
  /** Reports changes of payments to listeners in this process. */
  readonly events: EventHub;
  /** Issues a ticket that opens the page once, at any replica, as this TPP. */
  issueTicket(page: TicketPage, caller: Caller): Promise<string>;
  /** Makes /readyz return 503 from now on, and resolves after `milliseconds`. All other requests are still served. */
  leave(milliseconds: number): Promise<void>;
  /**
   * Refuses new requests and ends streams; resolves when no work is in progress and the port is closed. Cuts connections
   * that are still open after `graceMs`.
   */
  stop(graceMs: number): Promise<void>;
}

export function createApp(parts: AppParts): App {
  const { sandbox, publicUrl, consoleFolder, core = null, identity = null } = parts;
  const { clock = Date.now, onError = () => undefined } = parts;
  const settings = settingsOf(parts);
  const toolkit = parts.toolkit ?? toolkitAt({ url: publicUrl, dataDir: sandbox ? '.data' : null }, {});
  const { options: databaseOptions } = parts.database;
  const events = createEventHub(databaseOptions);
  const clockCheck = parts.clockCheck && createClockCheck({ ...parts.clockCheck, clock });
  const subscriptions = createSubscriptionSlots();
  const metrics = metricsOf(parts, {
    server: () => server.figures(),
    subscriptions: subscriptions.count,
    backlog: () => backlog(),
    core: core && { figures: () => core.client.figures(), orders: () => orders(), reports: () => reports() },
    unwrittenLogEntries: keepsRequestLog(parts) ? () => requestLog?.unwritten() ?? 0 : null,
    clockOffset: () => clockCheck?.offsetMs() ?? null,
    notifies: settings.notifications === true,
  });
  const announcer = createAnnouncer(parts.database.session);
  const announcing = { announcer, isListening: events.isListening, onStatuses: metrics.countStatuses };
  const work = createUnitOfWork(parts.database, announcing, bankStores);
  const { backlog, orders, reports } = createBacklogs(work, clock, sandbox);
  const common = { work, clock, ids: timeOrderedIds(clock), settings, mayWork: clockCheck?.compare };
  const bankParts = { ...common, onError, events, databaseOptions, metrics, identity };
  const { bank, approval, hasUpstreamBank, background } = chooseBank(parts, bankParts);
  const performer = performerOf(parts, { ...common, bank });
  const { guard, doorGuard, tokens } = createCallers(parts, work, clock, metrics.countSignatureRefusal);
  const { tppOfCertificate } = guard;
  const requestLog = requestLogOf(parts, { store: work.stores.requestLog, tppOfCertificate, onError });
  const session = consoleSession(publicUrl);
  const sandboxSite = sandbox
    ? createSandboxPages({
        ...common,
        publicUrl,
        consoleFolder,
        tokens,
        toolkit,
        session,
        hasUpstreamBank,
        onError,
      })
    : null;
  const renderPageFailure = createPageFailureRenderer({
    refusalOfError: databaseRefusal,
    sandbox,
    publicUrl,
  });
  const pendingFaults = sandbox ? createPendingFaults(work, clock) : null;
  const faults = pendingFaults && createFaults({ ...pendingFaults, waitingAtMost: waitingAtMost(parts) });
  const server = serverOf(parts, { clock, metrics, requestLog, onError });
  const { app } = server;
  addFailurePages(app, renderPageFailure);
  const doorParts = { parts, toolkit, settings, events, renderPageFailure, clockCheck: clockCheck ?? null };
  const callerParts = { guard: doorGuard, tokens, session };
  const operationParts = { performer, approval, hasUpstreamBank, products: settings.products };
  const sandboxParts = { requestLog, sandboxSite, faults, reloadFaults: pendingFaults?.load };
  const serverParts = {
    signaturesOfReads: createReadSignatures(clock, parts.signatureMaxAgeSeconds),
    takeSlot: subscriptions.take,
    metricsPage: metrics.page,
    isLeaving: server.isLeaving,
  };
  registerDoors(app, { ...doorParts, ...callerParts, ...operationParts, ...sandboxParts, ...serverParts });
  const notifier = notifierOf(parts, { ...common, onError, count: metrics.countNotification }, events);
  const runner = runnerOf(parts, { ...common, bank, onError });
  return Object.assign(app, {
    events,
    issueTicket: (page: TicketPage, caller: Caller) =>
      work.of(caller.tppId).transaction((stores) => issueTicket(stores, page, caller, clock())),
    runner: [background, notifier, pendingFaults].reduce(withBackground, runner),
    leave: server.leave,
    async stop(graceMs: number) {
      faults?.end();
      await server.stop(graceMs);
      await announcer.flush();
      await requestLog?.stop();
    },
  });
}

const performerOf = ({ audit = () => undefined, onRefusal }: AppParts, common: SharedParts): Performer =>
  createPerformer({
    ...common,
    moveClock: (...args) => moveToTarget(common, ...args),
    audit,
    ...(onRefusal ? { onRefusal } : {}),
  });

const keepsRequestLog = ({ sandbox, requestLog }: AppParts) => sandbox && requestLog !== false;

const requestLogOf = (parts: AppParts, common: Omit<RequestLogParts, 'mayRecover' | 'pauses'>) =>
  keepsRequestLog(parts)
    ? new RequestLog({ ...parts.requestLog, ...common, mayRecover: isUnavailable })
    : null;

/** Sends notifications after each change; null where the bank has no key that signs them. */
function notifierOf(
  { notifications }: AppParts,
  common: Omit<NotifierParts, keyof NotifierSettings>,
  events: EventHub,
) {
  if (!notifications) return null;
  const notifier = createNotifier({ ...common, ...notifications });
  events.onChange(notifier.wake);
  return notifier;
}

const requestsAtOnce = (parts: AppParts): number => parts.requestsAtOnce ?? 100_000;
/** At most a quarter of the running requests may wait because of a fault. */
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
  own: Omit<RunnerParts, 'connections' | 'bankDeletions' | 'traced'>,
): Runner =>
  createRunner({
    ...own,
    connections: database.options.poolSize,
    bankDeletions: deleteOldBankRows,
    traced: tracing ? (task) => tracing.background('housekeeping', task) : undefined,
  });

/** The functions in `sources` run when /metrics is read, so the parts that they use may be created later. */
const metricsOf = (
  { database, upstream, tracing, processMetrics }: AppParts,
  sources: Omit<MetricsParts, 'database' | 'upstream' | 'spans' | 'includeProcessMetrics'>,
): Metrics =>
  createMetrics({
    ...sources,
    database,
    upstream: upstream ? () => upstream.client.figures() : null,
    spans: tracing ?? null,
    includeProcessMetrics: processMetrics ?? false,
  });

interface Observers {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly requestLog: RequestLog | null;
  readonly onError: (error: unknown) => void;
}

const serverOf = (parts: AppParts, { clock, metrics, requestLog, onError }: Observers): HttpServer =>
  createServer({
    trace: traceFactory(clock),
    span: parts.tracing?.requests(parts.publicUrl) ?? null,
    onAnswer: (request, answer, isLate) => requestLog?.add(request, answer, isLate),
    log(isLate, entry, error) {
      // The 503 of the deadline has already been logged. A later defect is reported like one of background work.
      if (isLate) return entry.status === 500 ? onError(error) : undefined;
      metrics.countRequest(entry, error);
      parts.log?.(entry, error);
    },
    deadline: parts.requestDeadlineMs,
    requestsAtOnce: requestsAtOnce(parts),
    unsent: parts.unsent,
  });
