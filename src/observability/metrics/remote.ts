/** Metrics of a remote bank: of a bank upstream, or of a core system. */
import { addBacklogInstruments, type Backlog, createReadCache } from './backlog.ts';
import type { Instruments } from './instruments.ts';

export interface RemoteFigures {
  /** By operation and outcome. */
  readonly calls: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** By kind. */
  readonly alarms: Readonly<Record<string, number>>;
  /** CLOSED: no call is blocked. */
  readonly breaker: string;
  readonly blockedGroups: readonly { readonly operation: string; readonly product: string }[];
  readonly running: number;
  readonly waiting: number;
  /** Epoch milliseconds of the last response other than a 502, 503 or 504 of a gateway; null: there was none yet. */
  readonly lastAnsweredAt: number | null;
  readonly certificateEndsAt: number;
}

export interface UpstreamMetricParts extends RemoteFigures {
  /** Malformed optional fields in responses, by operation and field. */
  readonly ignoredFields: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface CoreBacklogs {
  readonly orders: () => Promise<Backlog>;
  readonly stoppedOrderCount: () => Promise<number>;
  readonly unreportedOrderCount: () => Promise<number>;
  /** For how long the service cannot read reports although the core system responds; 0: it reads them. */
  readonly stalledReportSeconds: () => Promise<number>;
}

export function addUpstreamInstruments(instruments: Instruments, readParts: () => UpstreamMetricParts): void {
  addRemoteInstruments(instruments, { prefix: 'upstream', bank: 'the bank upstream' }, readParts);
  instruments.addExternalCounter(
    'psd2_upstream_fields_left_out_total',
    'Malformed optional fields in responses of the bank upstream, which were ignored.',
    ['operation', 'field'],
    () => readParts().ignoredFields,
  );
}

const orderMetrics = {
  count: ['psd2_core_orders_waiting', 'Orders that the core system has not confirmed, counted up to 10,000.'],
  late: [
    'psd2_core_orders_waiting_seconds',
    'Seconds since the oldest order that the core system has not confirmed was created.',
  ],
} as const;

export function addCoreInstruments(
  instruments: Instruments,
  readFigures: () => RemoteFigures,
  { orders, stoppedOrderCount, unreportedOrderCount, stalledReportSeconds }: CoreBacklogs,
): void {
  addRemoteInstruments(instruments, { prefix: 'core', bank: 'the core system' }, readFigures);
  addBacklogInstruments(instruments, orders, orderMetrics);
  instruments.addGauge(
    'psd2_core_orders_stopped',
    'Orders that this service no longer sends, because they wait for an operator, counted up to 10,000.',
    createReadCache(stoppedOrderCount),
  );
  instruments.addGauge(
    'psd2_core_orders_unreported',
    'Orders that the core system has accepted, but whose end it has not reported two bank days after their day of execution, counted up to 10,000.',
    createReadCache(unreportedOrderCount),
  );
  instruments.addGauge(
    'psd2_core_reports_stalled_seconds',
    'Seconds since this service stopped reading the reports of the core system although the core system responds; 0 while it reads them.',
    createReadCache(stalledReportSeconds),
  );
}

function addRemoteInstruments(
  instruments: Instruments,
  { prefix, bank }: { readonly prefix: 'upstream' | 'core'; readonly bank: string },
  readFigures: () => RemoteFigures,
): void {
  instruments.addExternalCounter(
    `psd2_${prefix}_calls_total`,
    `Calls to ${bank}, by outcome. Two outcomes are calls that were not sent: HELD because earlier calls failed, CROWDED because no slot was free.`,
    ['operation', 'outcome'],
    () => readFigures().calls,
  );
  instruments.addExternalCounter(
    `psd2_${prefix}_alarms_total`,
    `Problems that need an operator, such as ${bank} rejecting requests of this service.`,
    ['kind'],
    () => readFigures().alarms,
  );
  instruments.addGauge(
    `psd2_${prefix}_calls_under_way`,
    `Calls to ${bank} that are in progress.`,
    () => readFigures().running,
  );
  instruments.addGauge(
    `psd2_${prefix}_calls_waiting`,
    `Calls to ${bank} that wait for a slot.`,
    () => readFigures().waiting,
  );
  instruments.addGauge(
    `psd2_${prefix}_away`,
    `1 while calls to ${bank} are blocked: all because it cannot be reached, or some because they fail. Otherwise 0.`,
    () => (readFigures().breaker === 'CLOSED' ? 0 : 1),
  );
  instruments.addGauge(
    `psd2_${prefix}_held`,
    `1 for each operation and product of ${bank} whose calls are blocked because they fail.`,
    () => {
      const values: Record<string, Record<string, number>> = {};
      for (const { operation, product } of readFigures().blockedGroups)
        values[operation] = { ...values[operation], [product]: 1 };
      return values;
    },
    ['operation', 'product'],
  );
  instruments.addGauge(
    `psd2_${prefix}_last_answer_timestamp_seconds`,
    `Time of the last response of ${bank}, not of a gateway before it (502, 503, 504); 0 before the first.`,
    () => (readFigures().lastAnsweredAt ?? 0) / 1_000,
  );
  instruments.addGauge(
    `psd2_${prefix}_certificate_end_timestamp_seconds`,
    `Time at which the certificate of this service for ${bank} expires.`,
    () => readFigures().certificateEndsAt / 1_000,
  );
}
