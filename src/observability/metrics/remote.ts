/** Metrics of calls to a remote bank. The code that calls the bank counts them. Labels have only fixed values. */
import { Counter, Gauge, type Registry } from 'prom-client';

export interface RemoteFigures {
  readonly calls: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly alarms: Readonly<Record<string, number>>;
  /** OPEN also while only a group of calls is blocked. */
  readonly breaker: string;
  readonly blockedGroups: readonly { readonly operation: string; readonly product: string }[];
  readonly running: number;
  readonly waiting: number;
  /** The time of the last response that is no failure, epoch milliseconds; null: there was none. */
  readonly lastAnsweredAt: number | null;
  readonly certificateEndsAt: number;
}

export interface UpstreamMetricParts extends RemoteFigures {
  /** The numbers of malformed optional fields in responses, by operation and field. */
  readonly ignoredFields: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export function upstreamInstruments(registers: Registry[], readParts: () => UpstreamMetricParts): void {
  remoteInstruments(registers, { prefix: 'upstream', bank: 'the bank upstream' }, readParts);
  const ignoredFields: Counter<'operation' | 'field'> = new Counter({
    name: 'psd2_upstream_fields_left_out_total',
    help: 'Malformed optional fields in responses of the bank upstream, which were ignored.',
    labelNames: ['operation', 'field'],
    registers,
    collect() {
      ignoredFields.reset();
      for (const [operation, fields] of Object.entries(readParts().ignoredFields))
        for (const [field, count] of Object.entries(fields)) ignoredFields.inc({ operation, field }, count);
    },
  });
}

/** `prefix` is a part of the names of the metrics. `bank` is for help texts. */
export function remoteInstruments(
  registers: Registry[],
  { prefix, bank }: { readonly prefix: 'upstream' | 'core'; readonly bank: string },
  readFigures: () => RemoteFigures,
): void {
  const calls: Counter<'operation' | 'outcome'> = new Counter({
    name: `psd2_${prefix}_calls_total`,
    help: `Calls to ${bank}, by outcome. Not sent: HELD calls, because earlier ones failed, and CROWDED calls, because no slot was free.`,
    labelNames: ['operation', 'outcome'],
    registers,
    collect() {
      calls.reset();
      for (const [operation, outcomes] of Object.entries(readFigures().calls))
        for (const [outcome, count] of Object.entries(outcomes)) calls.inc({ operation, outcome }, count);
    },
  });
  const alarms: Counter<'kind'> = new Counter({
    name: `psd2_${prefix}_alarms_total`,
    help: `Problems that need an operator, such as ${bank} rejecting requests of this service.`,
    labelNames: ['kind'],
    registers,
    collect() {
      alarms.reset();
      for (const [kind, count] of Object.entries(readFigures().alarms)) alarms.inc({ kind }, count);
    },
  });
  const gauge = (name: string, help: string, readValue: (figures: RemoteFigures) => number): void => {
    const instrument: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: () => instrument.set(readValue(readFigures())),
    });
  };
  gauge(`psd2_${prefix}_calls_under_way`, `Calls to ${bank} that are in progress.`, ({ running }) => running);
  gauge(`psd2_${prefix}_calls_waiting`, `Calls to ${bank} that wait for a slot.`, ({ waiting }) => waiting);
  gauge(
    `psd2_${prefix}_away`,
    `1 while calls to ${bank} are blocked: all, if it cannot be reached, or those that fail; otherwise 0.`,
    ({ breaker }) => (breaker === 'CLOSED' ? 0 : 1),
  );
  const blockedGauge: Gauge<'operation' | 'product'> = new Gauge({
    name: `psd2_${prefix}_held`,
    help: `1 for each operation and product of ${bank} whose calls are blocked because they fail.`,
    labelNames: ['operation', 'product'],
    registers,
    collect() {
      blockedGauge.reset();
      for (const group of readFigures().blockedGroups) blockedGauge.set(group, 1);
    },
  });
  gauge(
    `psd2_${prefix}_last_answer_timestamp_seconds`,
    `Time of the last response of ${bank} that is no failure; 0 before the first.`,
    ({ lastAnsweredAt }) => (lastAnsweredAt ?? 0) / 1_000,
  );
  gauge(
    `psd2_${prefix}_certificate_end_timestamp_seconds`,
    `Time at which the certificate of this service for ${bank} expires.`,
    ({ certificateEndsAt }) => certificateEndsAt / 1_000,
  );
}
