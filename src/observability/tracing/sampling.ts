/** Samplers by their names in OTEL_TRACES_SAMPLER. */
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

const roots = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio: number) => new TraceIdRatioBasedSampler(ratio),
} as const satisfies Readonly<Record<string, (ratio: number) => Sampler>>;

type Root = keyof typeof roots;
export type SamplerName = Root | `parentbased_${Root}`;

/** parentbased samplers follow the parent; without one, the root sampler decides. */
export function samplerOf(name: SamplerName, ratio: number): Sampler {
  const root = roots[name.replace('parentbased_', '') as Root](ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
