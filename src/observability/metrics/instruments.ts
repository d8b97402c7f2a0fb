import { Counter, Gauge, type Registry } from 'prom-client';

/** A number for each combination of label values: the outer keys are values of the first label, the inner keys of the second. */
type Values = number | { readonly [label: string]: Values };

type Labels = Readonly<Record<string, string>>;

export class Instruments {
  readonly #registers: Registry[];

  constructor(registry: Registry) {
    this.#registers = [registry];
  }

  addCounter(name: string, help: string, labelNames: readonly string[] = []): Counter {
    return new Counter({ name, help, labelNames, registers: this.#registers });
  }

  /** A counter whose values other code counts. */
  addExternalCounter(name: string, help: string, labelNames: readonly string[], read: () => Values): void {
    const counter: Counter = new Counter({
      name,
      help,
      labelNames,
      registers: this.#registers,
      collect() {
        counter.reset();
        setValues(read(), labelNames, (labels, count) => counter.inc(labels, count));
      },
    });
  }

  /** If `read` returns null, the metric has no value. */
  addGauge(
    name: string,
    help: string,
    read: () => Values | null | Promise<Values | null>,
    labelNames: readonly string[] = [],
  ): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: this.#registers,
      async collect() {
        const values = await read();
        gauge.reset();
        // After `reset`, a gauge without labels has the value 0.
        if (values === null) gauge.remove();
        else setValues(values, labelNames, (labels, value) => gauge.set(labels, value));
      },
    });
  }
}

function setValues(
  values: Values,
  [labelName = '', ...innerNames]: readonly string[],
  set: (labels: Labels, value: number) => void,
  outerLabels: Labels = {},
): void {
  if (typeof values === 'number') set(outerLabels, values);
  else
    for (const [label, inner] of Object.entries(values))
      setValues(inner, innerNames, set, { ...outerLabels, [labelName]: label });
}
