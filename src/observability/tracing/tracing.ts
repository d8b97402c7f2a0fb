/** OpenTelemetry. The service loads it only if OTEL_EXPORTER_OTLP_ENDPOINT is set. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT_CONTEXT } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { packageFolder } from '../../package-folder.ts';
import { createCallTraces } from './calls.ts';
import { createSpanSender, defaultLimits, type OutageLog, type SendLimits } from './exporting.ts';
import { createRequestSpans } from './requests.ts';
import { type SamplerName, samplerOf } from './sampling.ts';
import { createStatementTraces } from './statements.ts';
import { TracedWork, type WorkStorage } from './traced-work.ts';

export interface TracingSettings {
  /** Without the path /v1/traces. */
  readonly endpoint: string;
  /** For each request to the collector; they may contain secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly sampler: SamplerName;
  /** From 0 to 1. Only samplers with a ratio use it. */
  readonly ratio: number;
}

export type Tracing = ReturnType<typeof openTracing>;

const maxAttributeLength = 2_048;
/** Enough for all batches that are left when the process stops. */
const maxConcurrentBatches = 8;

export function openTracing(settings: TracingSettings, log: OutageLog, limits: SendLimits = defaultLimits) {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: settings.headers,
    timeoutMillis: limits.exportMs,
    concurrencyLimit: maxConcurrentBatches,
    // Node 20 would keep a connection whose response came before the end of its request. An error of this connection would end the process.
    httpAgentOptions: { keepAlive: false },
  });
  const sender = createSpanSender(exporter, limits, log);
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.version': versionOfPackage(),
        'service.instance.id': randomUUID(),
        // The attributes of the settings may replace the values above, but not `service.name`.
        ...settings.attributes,
        'service.name': settings.serviceName,
      }),
    ),
    sampler: samplerOf(settings.sampler, settings.ratio),
    spanLimits: { attributeValueLengthLimit: maxAttributeLength },
    spanProcessors: [sender.processor],
  });
  const tracer = provider.getTracer('psd2-bank');
  const storage: WorkStorage = new AsyncLocalStorage();
  return {
    requests: (publicUrl: string) => createRequestSpans(tracer, storage, publicUrl),
    statements: createStatementTraces(storage),
    calls: createCallTraces(tracer, storage),
    /** Runs work that belongs to no request. */
    async traceInBackground<T>(name: string, code: () => Promise<T>): Promise<T> {
      const work = new TracedWork(tracer, ROOT_CONTEXT, name, {});
      try {
        return await storage.run(work, code);
      } finally {
        work.end();
      }
    },
    /** `dropped` and `waiting` return numbers of spans. */
    dropped: sender.dropped,
    waiting: sender.waiting,
    async close(): Promise<void> {
      await Promise.race([provider.shutdown(), sleep(limits.stopMs)]);
    },
  };
}

function versionOfPackage(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  return String(version);
}
