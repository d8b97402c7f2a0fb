import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

/** By the values of OTEL_TRACES_SAMPLER without the prefix `parentbased_`. */
const rootSamplers = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio: number) => new TraceIdRatioBasedSampler(ratio),
} as const satisfies Readonly<Record<string, (ratio: number) => Sampler>>;

type RootName = keyof typeof rootSamplers;
export type SamplerName = RootName | `parentbased_${RootName}`;

/** A parentbased sampler samples a span if its parent was sampled. Without a parent, the root sampler decides. */
export function samplerOf(name: SamplerName, ratio: number): Sampler {
  const root = rootSamplers[name.replace('parentbased_', '') as RootName](ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
