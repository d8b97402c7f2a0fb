/** Calls at whose moments a process is killed: those to a remote bank, and pages of a PSU. */
import { products } from '../../../src/domain/payments/products/list.ts';

/** Those of a facade. */
export const facadeCalls = [
  'create instant',
  'create single',
  'create periodic',
  'create bulk',
  'status',
  'start approval',
  'start cancellation',
  'delete',
  'create basket',
  'start basket',
  'decide',
  'come back',
] as const;
/** Those of a service before a core system. */
export const coreCalls = [
  'create',
  'cancel',
  'decide',
  'check',
  'customer',
  'rights',
  'cover',
  'put order',
  'get order',
  'reports',
] as const;
export type CallName = (typeof facadeCalls)[number] | (typeof coreCalls)[number];

/**
 * The called side: the bank by a facade, the bank by a PSU, or the facade by a TPP or a PSU; or a core system, or its
 * service.
 */
export type Side = 'upstream' | 'bank' | 'facade' | 'core' | 'service';

const creations = new Map<string, CallName>(
  products.map(({ service, name, settlement }) => [
    `/v1/${service}/${name}`,
    settlement === 'INSTANT'
      ? 'create instant'
      : settlement === 'SCHEDULE'
        ? 'create periodic'
        : settlement === 'ENTRIES'
          ? 'create bulk'
          : 'create single',
  ]),
);

const upstream: readonly (readonly [RegExp, CallName])[] = [
  [/^GET \/v1\/.*\/status$/, 'status'],
  [/^POST \/v1\/signing-baskets$/, 'create basket'],
  [/^POST \/v1\/signing-baskets\/.*\/authorisations$/, 'start basket'],
  [/^POST \/v1\/.*\/cancellation-authorisations$/, 'start cancellation'],
  [/^POST \/v1\/.*\/authorisations$/, 'start approval'],
  [/^DELETE /, 'delete'],
];

const core: readonly (readonly [RegExp, CallName])[] = [
  [/^POST .*\/payments\/check$/, 'check'],
  [/^POST .*\/customers\/query$/, 'customer'],
  [/^POST .*\/rights\/query$/, 'rights'],
  [/^POST .*\/funds\/query$/, 'cover'],
  [/^PUT .*\/orders\//, 'put order'],
  [/^GET .*\/orders\//, 'get order'],
  [/^GET .*\/reports$/, 'reports'],
];

const service: readonly (readonly [RegExp, CallName])[] = [
  [/^POST .*\/decision$/, 'decide'],
  [/^DELETE \/v1\/.*payments\//, 'cancel'],
  [/^POST \/v1\/[a-z-]*payments\/[a-z-]+$/, 'create'],
];

const named = (
  table: readonly (readonly [RegExp, CallName])[],
  method: string,
  path: string,
): CallName | null => table.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? null;

export function callOf(side: Side, method: string, target: string): CallName | null {
  const path = target.split('?')[0] ?? '';
  if (side === 'bank') return method === 'POST' && path.endsWith('/decision') ? 'decide' : null;
  if (side === 'facade') return path === '/sca/return' ? 'come back' : null;
  if (side === 'core') return named(core, method, path);
  if (side === 'service') return named(service, method, path);
  const creation = method === 'POST' ? creations.get(path) : undefined;
  return creation ?? named(upstream, method, path);
}
