/** Metrics of the TCP port: connections of clients. */
import { Counter, Gauge, type Registry } from 'prom-client';

export interface ConnectionFigures {
  readonly connections: number;
  readonly unsentBytes: number;
  /** The numbers of connections that were closed because of slow clients, by reason. */
  readonly cut: Readonly<Record<string, number>>;
}

export function portInstruments(registers: Registry[], readFigures: () => ConnectionFigures): void {
  const gauge = (name: string, help: string, readValue: (figures: ConnectionFigures) => number): void => {
    const instrument: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: () => instrument.set(readValue(readFigures())),
    });
  };
  gauge('psd2_connections_open', 'Open connections of clients.', ({ connections }) => connections);
  gauge(
    'psd2_answers_unsent_bytes',
    'Bytes of responses that clients have not read yet.',
    ({ unsentBytes }) => unsentBytes,
  );
  const cutCounter: Counter<'reason'> = new Counter({
    name: 'psd2_connections_cut_total',
    help: 'Connections closed because their clients read too slowly, by reason.',
    labelNames: ['reason'],
    registers,
    collect() {
      cutCounter.reset();
      for (const [reason, count] of Object.entries(readFigures().cut)) cutCounter.inc({ reason }, count);
    },
  });
}
