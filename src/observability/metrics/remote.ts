/** Metrics of calls to a remote bank. The client of the bank counts them. Labels are short fixed lists. */
import { Counter, Gauge, type Registry } from 'prom-client';

export interface RemoteFigures {
  readonly calls: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly alarms: Readonly<Record<string, number>>;
  readonly breaker: string;
  readonly held: readonly { readonly operation: string; readonly product: string }[];
  readonly underWay: number;
  readonly waiting: number;
  /** Epoch milliseconds; null: this process has had none yet. */
  readonly lastAnsweredAt: number | null;
  readonly certificateEndsAt: number;
}

export interface UpstreamMetricParts extends RemoteFigures {
  /** Malformed optional fields of responses, by call. */
  readonly leftOut: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export function upstreamInstruments(registers: Registry[], readParts: () => UpstreamMetricParts): void {
  remoteInstruments(registers, { name: 'upstream', bank: 'the bank upstream' }, readParts);
  const leftOut: Counter<'operation' | 'field'> = new Counter({
    name: 'psd2_upstream_fields_left_out_total',
    help: 'Malformed optional fields in responses of the bank upstream, which were ignored.',
    labelNames: ['operation', 'field'],
    registers,
    collect() {
      leftOut.reset();
      for (const [operation, fields] of Object.entries(readParts().leftOut))
        for (const [field, count] of Object.entries(fields)) leftOut.inc({ operation, field }, count);
    },
  });
}

/** `name` is for metric names, `bank` for help texts. */
export function remoteInstruments(
  registers: Registry[],
  { name: of, bank }: { readonly name: 'upstream' | 'core'; readonly bank: string },
  readFigures: () => RemoteFigures,
): void {
  const calls: Counter<'operation' | 'outcome'> = new Counter({
    name: `psd2_${of}_calls_total`,
    help: `Calls to ${bank}, by outcome. HELD and CROWDED calls were not sent.`,
    labelNames: ['operation', 'outcome'],
    registers,
    collect() {
      calls.reset();
      for (const [operation, outcomes] of Object.entries(readFigures().calls))
        for (const [outcome, count] of Object.entries(outcomes)) calls.inc({ operation, outcome }, count);
    },
  });
  const alarms: Counter<'kind'> = new Counter({
    name: `psd2_${of}_alarms_total`,
    help: `Problems that need an operator, such as ${bank} rejecting requests of this service.`,
    labelNames: ['kind'],
    registers,
    collect() {
      alarms.reset();
      for (const [kind, count] of Object.entries(readFigures().alarms)) alarms.inc({ kind }, count);
    },
  });
  const gauge = (name: string, help: string, of: (figures: RemoteFigures) => number): void => {
    const instrument: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: () => instrument.set(of(readFigures())),
    });
  };
  gauge(`psd2_${of}_calls_under_way`, `Calls to ${bank} that wait for a response.`, (one) => one.underWay);
  gauge(`psd2_${of}_calls_waiting`, 'Calls that wait for a slot.', (one) => one.waiting);
  gauge(
    `psd2_${of}_away`,
    `1 while calls are held because ${bank} cannot be reached or one of its operations fails.`,
    ({ breaker }) => (breaker === 'CLOSED' ? 0 : 1),
  );
  const heldGauge: Gauge<'operation' | 'product'> = new Gauge({
    name: `psd2_${of}_held`,
    help: `1 for each operation and product of ${bank} whose calls are held because it alone fails.`,
    labelNames: ['operation', 'product'],
    registers,
    collect() {
      heldGauge.reset();
      for (const part of readFigures().held) heldGauge.set(part, 1);
    },
  });
  gauge(
    `psd2_${of}_last_answer_timestamp_seconds`,
    `Time of the last response of ${bank}; 0 before the first.`,
    ({ lastAnsweredAt }) => (lastAnsweredAt ?? 0) / 1_000,
  );
  gauge(
    `psd2_${of}_certificate_end_timestamp_seconds`,
    `Time at which the certificate of this service for ${bank} expires.`,
    ({ certificateEndsAt }) => certificateEndsAt / 1_000,
  );
}
