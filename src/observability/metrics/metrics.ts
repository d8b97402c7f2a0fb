/** Labels have only fixed values: no client input, no id of a TPP, no personal data. */
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { OpenDatabase } from '../../db/connections/client.ts';
import { refusalOfFailure } from '../../db/connections/failure.ts';
import { type PaymentStatus, paymentStatuses } from '../../domain/payments/status.ts';
import { type HttpAnswer, textAnswer } from '../../http/message.ts';
import type { ServerFigures } from '../../http/server.ts';
import { type DoorLogEntry, knownMethods } from '../request-trace.ts';
import { addBacklogInstruments, type Backlog } from './backlog.ts';
import { Instruments } from './instruments.ts';
import {
  addCoreInstruments,
  addUpstreamInstruments,
  type CoreBacklogs,
  type RemoteFigures,
  type UpstreamMetricParts,
} from './remote.ts';
import { signatureReasonOf, signatureReasons } from './signature-reasons.ts';

interface SpanFigures {
  readonly dropped: () => number;
  readonly waiting: () => number;
}

export interface MetricsParts extends CoreBacklogs {
  readonly server: () => ServerFigures;
  readonly subscriptions: () => number;
  readonly database: Pick<OpenDatabase, 'usage' | 'failures'>;
  readonly backlog: () => Promise<Backlog>;
  readonly upstream: (() => UpstreamMetricParts) | null;
  readonly core: (() => RemoteFigures) | null;
  readonly unwrittenLogEntries: (() => number) | null;
  readonly spans: SpanFigures | null;
  /** In epoch milliseconds. */
  readonly revocationListsEnd: (() => number) | null;
  /** Whether the service notifies TPPs. */
  readonly notifies: boolean;
  /** Milliseconds by which this process is ahead of the database; null before the first comparison. */
  readonly clockOffset: () => number | null;
  /** May be true for only one app of a process. */
  readonly includeProcessMetrics: boolean;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Above the number of routes. The metrics reach this limit only if a defect lets clients choose the route. */
const routesAtMost = 500;
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const bankBacklogMetrics = {
  count: ['psd2_bank_backlog', 'Payments and executions that are due but not done, counted up to 10,000.'],
  late: ['psd2_bank_lateness_seconds', 'By how many seconds the most overdue payment or execution is late.'],
} as const;

function createCounters(instruments: Instruments) {
  return {
    requests: instruments.addCounter('psd2_requests_total', 'Requests that got a response.', [
      'door',
      'method',
      'route',
      'status',
    ]),
    refusals: instruments.addCounter(
      'psd2_refusals_total',
      'Requests that were refused or failed, by the code in the response and the stage of the request.',
      ['door', 'code', 'stage'],
    ),
    signatures: instruments.addCounter(
      'psd2_signature_refusals_total',
      'Requests that were refused because of their certificate or signature, by the first fault.',
      ['reason'],
    ),
    payments: instruments.addCounter(
      'psd2_payments_total',
      'Changes of payment status by this process; RCVD counts new payments.',
      ['status'],
    ),
    ignoredStatuses: instruments.addCounter(
      'psd2_bank_strange_statuses_total',
      'Statuses from a remote bank that were ignored because they are unknown or go backwards.',
      ['status'],
    ),
    unknownPayments: instruments.addCounter(
      'psd2_bank_unknown_payments_total',
      'Responses in which a remote bank does not know a payment that it had accepted.',
    ),
  };
}

function addServerInstruments(instruments: Instruments, figures: MetricsParts['server']): void {
  instruments.addGauge('psd2_requests_under_way', 'Requests in progress.', () => figures().running);
  instruments.addGauge(
    'psd2_requests_incomplete',
    'Requests whose bodies have not arrived completely.',
    () => figures().incomplete,
  );
  instruments.addGauge('psd2_streams_open', 'Open response streams.', () => figures().streams);
  instruments.addGauge('psd2_connections_open', 'Open connections of clients.', () => figures().connections);
  instruments.addGauge(
    'psd2_answers_unsent_bytes',
    'Bytes of responses that clients have not read yet.',
    () => figures().unsentBytes,
  );
  instruments.addExternalCounter(
    'psd2_connections_cut_total',
    'Connections closed because their clients read too slowly, by reason.',
    ['reason'],
    () => figures().closuresByReason,
  );
}

function addDatabaseInstruments(
  instruments: Instruments,
  { database, clockOffset, backlog }: MetricsParts,
): void {
  instruments.addGauge(
    'psd2_database_connections',
    'Connections of this process to PostgreSQL: busy and idle ones, and requests that wait for one.',
    database.usage,
    ['state'],
  );
  instruments.addExternalCounter(
    'psd2_database_errors_total',
    'Statements and connections that failed, by kind. Failures of the kinds constraint and lock are expected: they decide which of two concurrent writes succeeds.',
    ['kind'],
    database.failures,
  );
  instruments.addGauge(
    'psd2_clock_offset_seconds',
    'Seconds by which the clock of this process was ahead of the clock of the database at the last comparison.',
    () => {
      const milliseconds = clockOffset();
      return milliseconds === null ? null : milliseconds / 1_000;
    },
  );
  addBacklogInstruments(instruments, backlog, bankBacklogMetrics);
}

export function addTracingInstruments(instruments: Instruments, { dropped, waiting }: SpanFigures): void {
  instruments.addGauge('psd2_spans_waiting', 'Spans of traces that wait to be sent.', waiting);
  instruments.addExternalCounter(
    'psd2_spans_dropped_total',
    'Spans of traces that could not be sent.',
    [],
    dropped,
  );
}

const notificationOutcomes = ['delivered', 'failed', 'given_up'] as const;

/** Returns the function that counts the outcome of an attempt. */
export function addNotificationCounter(
  instruments: Instruments,
): (outcome: (typeof notificationOutcomes)[number]) => void {
  const counter = instruments.addCounter(
    'psd2_notifications_total',
    'Attempts to notify TPPs, by outcome: delivered, failed, or given_up after a day of failures.',
    ['outcome'],
  );
  for (const outcome of notificationOutcomes) counter.inc({ outcome }, 0);
  return (outcome) => counter.inc({ outcome });
}

function addOptionalInstruments(instruments: Instruments, parts: MetricsParts): void {
  const { upstream, core, unwrittenLogEntries, spans, revocationListsEnd } = parts;
  if (upstream) addUpstreamInstruments(instruments, upstream);
  if (core) addCoreInstruments(instruments, core, parts);
  if (unwrittenLogEntries)
    instruments.addGauge(
      'psd2_request_log_waiting',
      'Entries of the request log that are not written yet.',
      unwrittenLogEntries,
    );
  if (spans) addTracingInstruments(instruments, spans);
  if (revocationListsEnd)
    instruments.addGauge(
      'psd2_revocation_lists_end_timestamp_seconds',
      'Time at which a revocation list ends: the earliest nextUpdate of all lists.',
      () => revocationListsEnd() / 1_000,
    );
}

export function createMetrics(parts: MetricsParts) {
  const registry = new Registry();
  if (parts.includeProcessMetrics) collectDefaultMetrics({ register: registry });
  const instruments = new Instruments(registry);
  const { requests, refusals, signatures, payments, ignoredStatuses, unknownPayments } =
    createCounters(instruments);
  const duration = new Histogram({
    name: 'psd2_request_duration_seconds',
    help: 'Time until the response to a request.',
    labelNames: ['door', 'method', 'route'],
    buckets: durationBuckets,
    registers: [registry],
  });
  addServerInstruments(instruments, parts.server);
  instruments.addGauge('psd2_subscriptions_open', 'Open GraphQL subscriptions.', parts.subscriptions);
  addDatabaseInstruments(instruments, parts);
  addOptionalInstruments(instruments, parts);
  // Counters begin with 0, because the rate in an alert needs an earlier value.
  for (const status of paymentStatuses) payments.inc({ status }, 0);
  for (const reason of signatureReasons) signatures.inc({ reason }, 0);
  const limitRoute = createLabelLimiter(routesAtMost);
  return {
    countRequest(entry: DoorLogEntry, error?: unknown): void {
      const { door, status } = entry;
      // The GraphQL door may log a failure of the database without a code.
      const code = entry.code ?? refusalOfFailure(error)?.code;
      const stage = entry.stage ?? 'none';
      const codes = entry.codes ?? (code === undefined ? [] : [code]);
      for (const refusalCode of codes) refusals.inc({ door, code: refusalCode, stage });
      // This entry reports a defect in a resolver. It counts as a refusal only, because the request has an entry of its own.
      if (door === 'graphql' && entry.route === 'resolver') return;
      // The client chooses the fields in the route of a GraphQL entry, so only the type of the operation is a label.
      const route = limitRoute(door === 'graphql' ? (entry.route.split(' ')[0] ?? '') : entry.route);
      const labels = { door, method: knownMethods.has(entry.method) ? entry.method : 'other', route };
      requests.inc({ ...labels, status });
      duration.observe(labels, entry.milliseconds / 1_000);
    },
    countStatuses: (statuses: readonly PaymentStatus[]) => {
      for (const status of statuses) payments.inc({ status });
    },
    countUnknownPayment: () => unknownPayments.inc(),
    countNotification: parts.notifies ? addNotificationCounter(instruments) : () => undefined,
    countIgnoredStatus: (status: string) => {
      const isKnown = paymentStatuses.some((known) => known === status);
      ignoredStatuses.inc({ status: isKnown ? status : 'other' });
    },
    countSignatureRefusal: (error: unknown) => {
      const reason = signatureReasonOf(error);
      if (reason !== null) signatures.inc({ reason });
    },
    async page(): Promise<HttpAnswer> {
      const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' };
      return textAnswer(200, await registry.metrics(), headers);
    },
  };
}

/** After `valuesAtMost` different values, new values become `other`, so that the memory has a limit. */
export function createLabelLimiter(valuesAtMost: number): (value: string) => string {
  const values = new Set<string>();
  return (value) => {
    if (values.size < valuesAtMost) values.add(value);
    return values.has(value) ? value : 'other';
  };
}
