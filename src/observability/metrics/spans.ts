/** Metrics of trace spans, if the service sends any. */
import { Counter, Gauge, type Registry } from 'prom-client';

export interface SpanFigures {
  readonly dropped: () => number;
  readonly waiting: () => number;
}

export function tracingInstruments(registers: Registry[], { dropped, waiting }: SpanFigures): void {
  const gauge: Gauge = new Gauge({
    name: 'psd2_spans_waiting',
    help: 'Spans of traces that wait to be sent.',
    registers,
    collect: () => gauge.set(waiting()),
  });
  const counter: Counter = new Counter({
    name: 'psd2_spans_dropped_total',
    help: 'Spans of traces that could not be sent.',
    registers,
    collect() {
      counter.reset();
      counter.inc(dropped());
    },
  });
}
