/** Builds the service from all rooms. */
import type { FastifyInstance } from 'fastify';
import { createBacklogs } from './app/backlogs.ts';
import { chooseBank } from './app/bank.ts';
import { bankStores, deleteOldBankRows } from './app/bank-stores.ts';
import { createCallers } from './app/callers.ts';
import { registerDoors } from './app/doors.ts';
import type { AppParts } from './app/parts.ts';
import { createSandboxFaults } from './app/sandbox-faults.ts';
import { createTimeOrderedIds } from './app/time-ordered-ids.ts';
import { isUnavailable, refusalOfFailure } from './db/connections/failure.ts';
import { createEventHub, type EventHub } from './db/events.ts';
import { createUnitOfWork } from './db/unit-of-work.ts';
import type { Caller } from './domain/caller.ts';
import { createSubscriptionSlots } from './graphql/subscription-slots.ts';
import { createClockCheck } from './housekeeping/clock-check.ts';
import { combineRunners, createRunner, type Runner, type RunnerParts } from './housekeeping/runner.ts';
import { moveToTarget } from './housekeeping/timeline.ts';
import { createServer, type HttpServer, type ServerParts } from './http/server.ts';
import { createNotifier, type NotifierParts, type NotifierSettings } from './notifications/notifier.ts';
import { createMetrics, type Metrics, type MetricsParts } from './observability/metrics/metrics.ts';
import { RequestLog, type RequestLogParts } from './observability/request-log/request-log.ts';
import type { Settings } from './operations/operation.ts';
import { createPerformer } from './operations/performer.ts';
import type { MoveClock } from './operations/ports/clock.ts';
import { issueTicket, type TicketPage } from './operations/tokens/tickets.ts';

export type { AppParts } from './app/parts.ts';

export interface App extends FastifyInstance {
  /** All background work. */
  readonly runner: Runner;
  readonly events: EventHub;
  /** The ticket opens `page` once, at any replica, in the name of `caller`. */
  issueTicket(page: TicketPage, caller: Caller): Promise<string>;
  /** From now on /readyz is 503. Resolves after `milliseconds`. */
  leave(milliseconds: number): Promise<void>;
  /** Refuses new requests, ends streams, and closes the port when no work is in progress, at the latest after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

export function createApp(parts: AppParts): App {
  const { sandbox, database, identity = null, clock = Date.now, onError = () => undefined } = parts;
  const { requestsAtOnce = 100_000 } = parts;
  const settings = settingsOf(parts);
  const clockCheck = parts.clockCheck ? createClockCheck({ ...parts.clockCheck, clock }) : null;
  const subscriptions = createSubscriptionSlots();
  // These functions run later, so they may use parts that are created below.
  const metrics = metricsOf(parts, {
    server: () => server.figures(),
    subscriptions: subscriptions.count,
    ...createBacklogs(() => work.stores, clock, sandbox),
    unwrittenLogEntries: keepsRequestLog(parts) ? () => requestLog?.unwritten() ?? 0 : null,
    clockOffset: () => clockCheck?.offsetMs() ?? null,
    notifies: settings.notifications === true,
  });

  const events = createEventHub(database.options);
  const work = createUnitOfWork(database, bankStores, metrics.countStatuses);
  const ids = createTimeOrderedIds(clock);
  const mayRunTimedWork = clockCheck?.agreesNow ?? (async () => true);
  const common = { work, clock, ids, settings, mayRunTimedWork, onError };

  const bankParts = { ...common, events, databaseOptions: database.options, metrics, identity };
  const { background, ...chosenBank } = chooseBank(parts, bankParts);
  const shared = { ...common, bank: chosenBank.bank };
  const moveClock: MoveClock = (tppId, budgetMs) => moveToTarget(shared, tppId, budgetMs);
  const performer = createPerformer({ ...shared, moveClock, audit: parts.audit });
  const { tppOfCertificate, ...callers } = createCallers(parts, work, clock, metrics.countSignatureRefusal);
  const requestLog = requestLogOf(parts, { store: work.stores.requestLog, tppOfCertificate, onError });
  const delayedRequestsAtMost = Math.ceil(requestsAtOnce / 4);
  const faults = sandbox ? createSandboxFaults(work, clock, delayedRequestsAtMost) : null;

  const onAnswer: ServerParts['onAnswer'] = (request, answer) => requestLog?.add(request, answer);
  const server = serverOf(parts, { clock, onError, onAnswer, requestsAtOnce }, metrics);
  registerDoors(server.app, {
    ...common,
    ...chosenBank,
    ...callers,
    parts,
    performer,
    events,
    requestLog,
    faults,
    clockCheck,
    takeSubscriptionSlot: subscriptions.take,
    metricsPage: metrics.page,
    isLeaving: server.isLeaving,
    isStopping: server.isStopping,
  });

  const notifier = notifierOf(parts, { ...common, countOutcome: metrics.countNotification }, events);
  return Object.assign(server.app, {
    events,
    issueTicket: (page: TicketPage, caller: Caller) =>
      work.of(caller.tppId).transaction((stores) => issueTicket(stores, page, caller, clock())),
    runner: combineRunners([housekeepingOf(parts, shared), background, notifier, faults]),
    leave: server.leave,
    async stop(graceMs: number) {
      faults?.endWaits();
      await server.stop(graceMs);
      await requestLog?.stop();
    },
  });
}

const keepsRequestLog = ({ sandbox, requestLog }: AppParts) => sandbox && requestLog !== false;

const requestLogOf = (parts: AppParts, otherParts: Omit<RequestLogParts, 'mayRecover' | 'pauses'>) =>
  keepsRequestLog(parts)
    ? new RequestLog({ ...parts.requestLog, ...otherParts, mayRecover: isUnavailable })
    : null;

function notifierOf(
  { notifications }: AppParts,
  otherParts: Omit<NotifierParts, keyof NotifierSettings>,
  events: EventHub,
) {
  if (!notifications) return null;
  const notifier = createNotifier({ ...otherParts, ...notifications });
  events.onChange(notifier.wake);
  return notifier;
}

const settingsOf = ({ sandbox, publicUrl, executionsPerMove, seed, notifications }: AppParts): Settings => ({
  sandbox,
  publicUrl,
  executionsPerMove,
  seed,
  notifications: notifications != null,
});

const housekeepingOf = (
  { database, tracing }: AppParts,
  otherParts: Omit<RunnerParts, 'connections' | 'bankDeletions' | 'traced'>,
): Runner =>
  createRunner({
    ...otherParts,
    connections: database.options.poolSize,
    bankDeletions: deleteOldBankRows,
    traced: tracing ? (task) => tracing.traceInBackground('housekeeping', task) : undefined,
  });

const metricsOf = (
  { database, upstream, core, tracing, revocations, includeProcessMetrics = false }: AppParts,
  sources: Omit<
    MetricsParts,
    'database' | 'upstream' | 'core' | 'spans' | 'revocationListsEnd' | 'includeProcessMetrics'
  >,
): Metrics =>
  createMetrics({
    ...sources,
    database,
    upstream: upstream ? () => upstream.client.figures() : null,
    core: core ? () => core.client.figures() : null,
    spans: tracing ?? null,
    revocationListsEnd: revocations ? () => revocations.validUntil() : null,
    includeProcessMetrics,
  });

const serverOf = (
  { tracing, publicUrl, log, requestDeadlineMs, unsentLimits }: AppParts,
  otherParts: Pick<ServerParts, 'clock' | 'onError' | 'onAnswer' | 'requestsAtOnce'>,
  metrics: Metrics,
): HttpServer =>
  createServer({
    ...otherParts,
    beginSpan: tracing?.requests(publicUrl) ?? null,
    log(entry, error) {
      metrics.countRequest(entry, error);
      log?.(entry, error);
    },
    refusalOfError: refusalOfFailure,
    deadline: requestDeadlineMs,
    unsentLimits,
  });
