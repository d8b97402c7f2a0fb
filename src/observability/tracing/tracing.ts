/**
 * Sends OpenTelemetry traces by OTLP over HTTP. Loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set. Start at
 * `openTracing`.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT_CONTEXT } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { packageFolder } from '../../package-folder.ts';
import { createCallTraces } from './calls.ts';
import { type Bounds, createSending, defaultBounds, type SendingLog } from './exporting.ts';
import { createRequestSpans } from './requests.ts';
import { createRunning } from './running.ts';
import { type SamplerName, samplerOf } from './sampling.ts';
import { createStatementTraces } from './statements.ts';
import { TracedWork } from './traced-work.ts';

export interface TracingSettings {
  /** Base address of the collector; the path /v1/traces is added. */
  readonly endpoint: string;
  /** For the collector: they may hold secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** What is said of the service besides. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly sampler: SamplerName;
  /** From 0 to 1, for the samplers with a ratio. */
  readonly ratio: number;
}

export type Tracing = ReturnType<typeof openTracing>;

/** The longest value of an attribute: the text of a statement. */
const charactersAtMost = 2_048;
/** Batches under way: one, and those that a stop sends at once. */
const batchesAtOnce = 8;

export function openTracing(settings: TracingSettings, log: SendingLog, bounds: Bounds = defaultBounds) {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: settings.headers,
    timeoutMillis: bounds.exportMs,
    concurrencyLimit: batchesAtOnce,
  });
  const sending = createSending(exporter, bounds, log);
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.version': versionOfPackage(),
        'service.instance.id': randomUUID(),
        ...settings.attributes,
        'service.name': settings.serviceName,
      }),
    ),
    sampler: samplerOf(settings.sampler, settings.ratio),
    spanLimits: { attributeValueLengthLimit: charactersAtMost },
    spanProcessors: [sending.processor],
  });
  const tracer = provider.getTracer('psd2-bank');
  const running = createRunning();

  return {
    requests: (publicUrl: string) => createRequestSpans(tracer, running, publicUrl),
    statements: createStatementTraces(running),
    calls: createCallTraces(tracer, running),
    /** A separate trace for work outside requests. */
    async background<T>(name: string, code: () => Promise<T>): Promise<T> {
      const work = new TracedWork(tracer, ROOT_CONTEXT, name, {});
      try {
        return await running.run(work, code);
      } finally {
        work.end();
      }
    },
    dropped: sending.dropped,
    waiting: sending.waiting,
    /** Sends waiting spans for a limited time. */
    async close(): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, bounds.stopMs);
      });
      await Promise.race([provider.shutdown(), patience]);
      clearTimeout(timer);
    },
  };
}

function versionOfPackage(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  return String(version);
}
