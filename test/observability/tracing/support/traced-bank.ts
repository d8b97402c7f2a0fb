/** A bank of the tests whose requests and statements are traced. */
import type { AppParts } from '../../../../src/app.ts';
import { defaultLimits, type SendLimits } from '../../../../src/observability/tracing/exporting.ts';
import {
  openTracing,
  type Tracing,
  type TracingSettings,
} from '../../../../src/observability/tracing/tracing.ts';
import { type Bank, startBank } from '../../../support/bank.ts';
import { type Collector, startCollector } from './collector.ts';

export interface Said {
  readonly event: 'lost' | 'found';
  readonly fields: Readonly<Record<string, string | number>>;
}

export function tracingTo(
  endpoint: string,
  settings: Partial<TracingSettings> = {},
  bounds: Partial<SendLimits> = {},
): { readonly tracing: Tracing; readonly said: Said[] } {
  const said: Said[] = [];
  const tracing = openTracing(
    {
      endpoint,
      headers: {},
      serviceName: 'psd2-bank',
      attributes: {},
      sampler: 'parentbased_always_on',
      ratio: 1,
      ...settings,
    },
    {
      onBegin: (fields) => void said.push({ event: 'lost', fields }),
      onEnd: (fields) => void said.push({ event: 'found', fields }),
    },
    { ...defaultLimits, delayMs: 1, ...bounds },
  );
  return { tracing, said };
}

export interface TracedBank extends Bank {
  readonly collector: Collector;
  readonly tracing: Tracing;
}

export async function startTracedBank(
  parts: Partial<AppParts> = {},
  settings: Partial<TracingSettings> = {},
): Promise<TracedBank> {
  const collector = await startCollector();
  const { tracing } = tracingTo(collector.url, settings);
  const bank = await startBank({ ...parts, tracing }, async (url) => ({ url, traces: tracing.statements }));
  return {
    ...bank,
    collector,
    tracing,
    async stop() {
      await bank.stop();
      await tracing.close();
      await collector.stop();
    },
  };
}
