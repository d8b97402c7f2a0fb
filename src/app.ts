/**
 * The composition root: the only place where all rooms meet. `createApp` turns parts into one `handle`, which
 * main.ts puts behind a port, and a `fetch`, which tests call without a socket.
 */

import { toolkitAt } from '../packages/toolkit/src/toolkit-line.ts';
import { backlogs } from './app/backlogs.ts';
import { bankOf, type UpstreamBehind } from './app/bank.ts';
import { type CallerParts, createCallers } from './app/callers.ts';
import { type CoreBehind, waitsForEnd, withCore } from './app/core.ts';
import { createFailurePage, createUnavailable, doorOf } from './app/early-refusals.ts';
import { createPageDoor, createPageFailure, createSandboxPages, type Pages } from './app/pages.ts';
import type { ProviderBehind } from './app/provider.ts';
import { followerOf, withFollower } from './app/remote.ts';
import { signedTextOf } from './app/signed-text.ts';
import { timeOrderedIds } from './app/time-ordered-ids.ts';
import type { OpenDatabase } from './db/connections/client.ts';
import { databaseRefusal, isUnavailable } from './db/connections/failure.ts';
import { createEventHub, type EventHub } from './db/events.ts';
import { createNews } from './db/news.ts';
import { createUnitOfWork } from './db/unit-of-work.ts';
import type { Caller } from './domain/caller.ts';
import type { Product } from './domain/payments/product.ts';
import { products as allProducts } from './domain/payments/products/list.ts';
import { createGraphQLDoor } from './graphql/door.ts';
import { inputFaultsOf } from './graphql/input/input-faults.ts';
import type { StreamPauses } from './graphql/plugins/answers.ts';
import type { CompilationLimits } from './graphql/plugins/compiled-execution.ts';
import { buildSchema } from './graphql/schema/schema.ts';
import { type ClockCheckParts, createClockCheck } from './housekeeping/clock-check.ts';
import { createRunner, type Runner } from './housekeeping/runner.ts';
import { createTimeline } from './housekeeping/timeline.ts';
import { consoleSession } from './http/callers/console-session.ts';
import type { DoorLog } from './http/door.ts';
import { createGate, type Gate } from './http/gate/gate.ts';
import { createProbes } from './http/gate/probes.ts';
import { toFetch } from './http/messages/fetch.ts';
import { type Handler, reads } from './http/messages/message.ts';
import { createReadMemory } from './http/messages/request-key.ts';
import type { Toolkit } from './http/messages/toolkit.ts';
import { createTraces } from './http/request-trace.ts';
import type { PortFigures } from './http/server/server.ts';
import { createMetrics } from './metrics/metrics.ts';
import type { Settings } from './operations/operation.ts';
import { type AuditEntry, createPerformer, type PerformerParts } from './operations/performer.ts';
import type { Clock } from './operations/ports/stores.ts';
import { createLead } from './operations/remote/lead.ts';
import type { CertificateIssuer } from './operations/sandbox/create-sandbox-certificate.ts';
import { createProviderSteps, type ProviderSteps } from './operations/sca/provider-steps.ts';
import { readReturned } from './operations/sca/returned.ts';
import { createSteps } from './operations/sca/steps.ts';
import { issueSession, issueToken } from './operations/tokens/create-console-token.ts';
import { createTickets } from './pages/tickets.ts';
import { createRequestLog, type Pauses } from './request-log/request-log.ts';
import { createDocuments } from './rest/documents.ts';
import { createRestDoor } from './rest/router.ts';
import { routes } from './rest/routes.ts';
import { returnPath } from './sca/browser.ts';
import { createScaDoor } from './sca/door.ts';
import { formBytesAtMost } from './sca/form.ts';
import type { Tracing } from './tracing/tracing.ts';

export interface AppParts extends CallerParts {
  readonly database: OpenDatabase;
  readonly publicUrl: string;
  readonly clock?: Clock;
  readonly products?: readonly Product[];
  readonly log?: DoorLog;
  /** When GraphQL queries are compiled; tests want it sooner. */
  readonly compilation?: CompilationLimits;
  readonly audit?: (entry: AuditEntry) => void;
  readonly refused?: PerformerParts['refused'];
  /** Is told when the bank's own work fails; it is tried again. */
  readonly failed?: (error: unknown) => void;
  /** Limits on requests, none when absent: the settings hold the defaults. */
  readonly requestDeadlineMs?: number;
  readonly requestsAtOnce?: number;
  /** Makes certificates of the sandbox's CA; absent: none are made. */
  readonly issueCertificate?: CertificateIssuer;
  /** Where the console was built; dist/console when absent. */
  readonly consoleFolder?: string;
  /** How pages print the command line of the toolkit; as it runs with the usual settings when absent. */
  readonly toolkit?: Toolkit;
  /** How often an idle stream of events gets a comment and its caller is looked at; tests set it lower. */
  readonly streams?: StreamPauses;
  /** How the log of requests is written, in a sandbox; false: none is kept, to measure what it costs. */
  readonly requestLog?: { readonly pauses?: Pauses } | false;
  /** A bank elsewhere behind the service; the simulated one when absent. */
  readonly upstream?: UpstreamBehind | null;
  /** A core system behind the service. */
  readonly core?: CoreBehind | null;
  /** Who authenticates PSUs; the pages of this service when absent. */
  readonly identity?: ProviderBehind | null;
  /** The clock is compared with that of the database; absent: it is trusted. */
  readonly clockCheck?: Omit<ClockCheckParts, 'clock'>;
  /** Whether /metrics has figures of the process as well. */
  readonly processMetrics?: boolean;
  /** Of the port in front; absent: there is none. */
  readonly portFigures?: () => PortFigures;
  /** Absent: nothing is traced. */
  readonly tracing?: Pick<Tracing, 'requests' | 'background' | 'dropped' | 'waiting'> | null;
}

export interface App {
  /** The bank's own work: runs, executions, expiries. Does nothing until it is started. */
  readonly runner: Runner;
  /** News of payments; stopped with the process. */
  readonly events: EventHub;
  /** A ticket that opens the explorer once, with a token of this TPP filled in. */
  explorerTicket(caller: Caller): string;
  /** A ticket that opens the console once, with a session of this TPP. */
  consoleTicket(caller: Caller): string;
  /** The port has accepted a connection, or refused a request of it: `read` is called when it may be read. */
  readonly accepted: Gate['accepted'];
  /** Answers a request that has arrived: what the port hands over. */
  readonly handle: Handler;
  /** The same in the terms of the Fetch standard. */
  fetch(request: Request): Promise<Response>;
  /** /readyz answers 503 from now on; resolves after this time, in which requests are answered as before. */
  leave(milliseconds: number): Promise<void>;
  /** Refuses new requests and ends streams from now on; resolves when nothing is under way. */
  drain(): Promise<void>;
}

const noConnections: PortFigures = { connections: 0, unsentBytes: 0, cut: { stalled: 0, crowded: 0 } };

export function createApp(parts: AppParts): App {
  const { sandbox, publicUrl, core = null, identity = null, tracing = null } = parts;
  const { clock = Date.now, products = allProducts, failed = () => undefined } = parts;
  const settings: Settings = { sandbox, publicUrl, products, identityProvider: identity !== null };
  const toolkit = parts.toolkit ?? toolkitAt({ url: publicUrl, dataDir: sandbox ? '.data' : null }, {});
  const events = createEventHub(parts.database.options);
  const clockCheck = parts.clockCheck && createClockCheck({ ...parts.clockCheck, clock });
  const keepsLog = sandbox && parts.requestLog !== false;
  const metrics = createMetrics({
    requests: () => gate.figures(),
    subscriptions: () => graphql.subscriptions(),
    portFigures: parts.portFigures ?? (() => noConnections),
    database: parts.database,
    backlog: () => backlog(),
    upstream: parts.upstream?.client.figures ?? null,
    core: core && { figures: core.client.figures, orders: () => orders(), reports: () => reports() },
    logged: keepsLog ? () => requestLog?.waiting() ?? 0 : null,
    spans: tracing,
    clockOffset: () => clockCheck?.offsetMs() ?? null,
    ofProcess: parts.processMetrics ?? false,
  });
  const log: DoorLog = (entry, error) => {
    metrics.count(entry, error);
    parts.log?.(entry, error);
  };
  const news = createNews(parts.database.session);
  const work = createUnitOfWork(parts.database, {
    news,
    isListening: events.isListening,
    counted: metrics.reached,
  });
  const { backlog, orders, reports } = backlogs(work, clock, sandbox);
  const inside = { work, clock, ids: timeOrderedIds(clock), settings, mayWork: clockCheck?.compare };
  const bank = bankOf(parts, inside);
  const { desk } = bank;
  const follower = followerOf(parts, { ...inside, desk, failed }, metrics);
  const timeline = createTimeline({ ...inside, bank });
  const performer = createPerformer({
    ...inside,
    bank,
    timeline,
    follower,
    audit: parts.audit ?? (() => undefined),
    ...(parts.refused ? { refused: parts.refused } : {}),
  });
  const { guard, tokens, verifier } = createCallers(parts, work, clock, metrics.unsigned);
  const requestLog = keepsLog
    ? createRequestLog({
        ...parts.requestLog,
        store: work.read.requestLog,
        clock,
        namedBy: verifier.namedBy,
        mayRecover: isUnavailable,
        failed,
      })
    : null;
  const shared = {
    guard,
    performer,
    settings,
    readMemory: createReadMemory(clock, parts.signatureMaxAgeSeconds),
    knownFailure: databaseRefusal,
  };
  const session = consoleSession(publicUrl);
  const tickets = { explorer: createTickets(), console: createTickets() };
  const ofSandbox = sandbox
    ? createSandboxPages({
        tickets,
        publicUrl,
        toolkit,
        consoleFolder: parts.consoleFolder,
        session,
        tokenFor: async (caller) =>
          (await work.of(caller.tppId).transaction((stores) => issueToken(stores, caller, clock()))).token,
        secretFor: async (caller) =>
          (await work.of(caller.tppId).transaction((stores) => issueSession(stores, caller, clock()))).secret,
        knows: async (text) => (await tokens.callerOf({ kind: 'SESSION', text })) !== null,
        read: (linkToken, secret) => readReturned(work, linkToken, secret),
        failed,
      })
    : null;
  const failurePage = createFailurePage(sandbox, publicUrl);
  const pageFailed = createPageFailure({ knownFailure: databaseRefusal, failurePage });
  const rest = createRestDoor({ ...shared, routes });
  const graphql = createGraphQLDoor({
    ...shared,
    events,
    ...(parts.compilation ? { compilation: parts.compilation } : {}),
    schema: buildSchema({ products, sandbox, identityProvider: identity !== null }),
    tokens,
    session,
    ...(parts.streams ? { streams: parts.streams } : {}),
    ...(parts.issueCertificate ? { issuer: parts.issueCertificate } : {}),
    ...(ofSandbox ? { explorer: { ...ofSandbox.explorer, failed: pageFailed } } : {}),
    inputFaults: inputFaultsOf(products),
    ...(requestLog ? { requestLog: { written: requestLog.written, signedText: signedTextOf } } : {}),
  });
  const waitForEnd = waitsForEnd(events, work);
  const sca = createScaDoor({
    steps: createSteps({ ...inside, bank, waitForEnd }),
    lead: desk && follower && createLead({ ...inside, desk, follower }),
    identity: identity && providerSteps(identity),
    sandbox,
    publicUrl,
    knownFailure: databaseRefusal,
  });

  function providerSteps({ connect, checkFailed }: ProviderBehind): ProviderSteps {
    const provider = connect(`${publicUrl}${returnPath}`);
    return createProviderSteps({ ...inside, bank, provider, checkFailed, waitForEnd });
  }
  const probes: Pages = {
    ...createProbes({
      ping: parts.database.ping,
      stopping: () => gate.leaving(),
      inStep: () => clockCheck?.agreed() ?? true,
    }),
    '/metrics': metrics.page,
  };
  const documents = createDocuments({ routes, products, sandbox, publicUrl, toolkit, remote: desk !== null });
  const answerOfPage = createPageDoor({ ...documents, ...ofSandbox?.pages, ...probes }, pageFailed);
  const doors = { rest: rest.answer, graphql: graphql.answer, sca };
  const gate: Gate = createGate({
    answer: (request) => answerOfPage(request) ?? doors[doorOf(request.path)](request),
    bytesAtMost(arrival, path) {
      const door = doorOf(path);
      if (door === 'rest') return rest.bytesAtMost(arrival.method, path);
      return door === 'graphql' ? graphql.bytesAtMost(arrival.headers) : formBytesAtMost;
    },
    trace: createTraces(clock),
    span: tracing?.requests(publicUrl) ?? null,
    answered: (request, made, late) => requestLog?.note(request, made, late),
    exempt: ({ method }, path) => reads(method) && Object.hasOwn(probes, path),
    unavailable: createUnavailable({ failurePage, log }),
    // A late request has its line already; a defect after that is logged as a failure of background work.
    log: (late, entry, error) => {
      if (!late) log(entry, error);
      else if (entry.status === 500) failed(error);
    },
    deadline: parts.requestDeadlineMs,
    requestsAtOnce: parts.requestsAtOnce ?? 100_000,
  });

  const runner = createRunner({
    ...inside,
    bank,
    failed,
    connections: parts.database.options.poolSize,
    traced: tracing ? (work) => tracing.background('housekeeping', work) : undefined,
  });
  return {
    events,
    explorerTicket: (caller) => tickets.explorer.issue(caller),
    consoleTicket: (caller) => tickets.console.issue(caller),
    runner: withCore(withFollower(runner, follower), core, {
      ...inside,
      failed,
      options: parts.database.options,
    }),
    accepted: gate.accepted,
    handle: gate.handle,
    fetch: toFetch(gate.handle),
    leave: gate.leave,
    async drain() {
      await gate.drain();
      await news.flush();
      await requestLog?.stop();
    },
  };
}
