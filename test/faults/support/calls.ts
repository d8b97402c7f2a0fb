/** Calls at whose moments a process is killed: those of the facade to the bank, and two pages on the way of a PSU. */
import { products } from '../../../src/domain/payments/products/list.ts';

export const callNames = [
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
export type CallName = (typeof callNames)[number];

/** Who is called: the bank by a facade, the bank by a PSU, or the facade by a TPP or a PSU. */
export type Side = 'upstream' | 'bank' | 'facade';

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

/** The name of a call; null where none is made of it. */
export function callOf(side: Side, method: string, target: string): CallName | null {
  const path = target.split('?')[0] ?? '';
  if (side === 'bank') return method === 'POST' && path.endsWith('/decision') ? 'decide' : null;
  if (side === 'facade') return path === '/sca/return' ? 'come back' : null;
  const creation = method === 'POST' ? creations.get(path) : undefined;
  return creation ?? upstream.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? null;
}
