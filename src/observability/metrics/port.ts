import { Counter, Gauge, type Registry } from 'prom-client';

export interface ConnectionFigures {
  readonly connections: number;
  readonly unsentBytes: number;
  readonly cut: Readonly<Record<string, number>>;
}

export function portInstruments(registers: Registry[], readFigures: () => ConnectionFigures): void {
  const gauge = (name: string, help: string, of: (figures: ConnectionFigures) => number): void => {
    const instrument: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: () => instrument.set(of(readFigures())),
    });
  };
  gauge('psd2_connections_open', 'Connections of clients.', ({ connections }) => connections);
  gauge(
    'psd2_answers_unsent_bytes',
    'Bytes of responses that clients have not read yet.',
    ({ unsentBytes }) => unsentBytes,
  );
  const cut: Counter<'reason'> = new Counter({
    name: 'psd2_connections_cut_total',
    help: 'Connections closed because their clients read too slowly, by reason.',
    labelNames: ['reason'],
    registers,
    collect() {
      cut.reset();
      for (const [reason, count] of Object.entries(readFigures().cut)) cut.inc({ reason }, count);
    },
  });
}
