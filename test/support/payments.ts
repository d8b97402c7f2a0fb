/** Bodies, paths and responses of payments, for tests that try many of them. */
import { randomUUID } from 'node:crypto';
import type { Product } from '../../src/domain/payments/product.ts';
import { type Answer, psuHeaders, type RestOptions, type Tpp } from './bank.ts';

export { productOf } from '../../src/domain/payments/products/list.ts';

export type Body = Record<string, unknown>;

export const pathOf = (product: Product): string => `/v1/${product.service}/${product.name}`;

/** Headers of a new PSU: payments of different PSUs are never duplicates. */
export const freshPsu = (): Record<string, string> => ({ ...psuHeaders, 'psu-id': randomUUID() });

/** Creates the payment for a new PSU, so that only the body decides. */
export const create = (
  tpp: Tpp,
  product: Product,
  body: unknown,
  options: RestOptions = {},
): Promise<Answer> =>
  tpp.rest('POST', pathOf(product), { body, ...options, headers: { ...freshPsu(), ...options.headers } });

/** A copy of `body` with `value` at a path such as `payments[1].creditorAccount.bban`; undefined removes it. */
export function withValue(body: unknown, place: string, value: unknown): Body {
  const copy = structuredClone(body) as Body;
  const steps = place.split(/[.[\]]+/).filter((step) => step !== '');
  const last = steps.pop() as string;
  let at: Body = copy;
  for (const step of steps) {
    at[step] ??= {};
    at = at[step] as Body;
  }
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

interface Message {
  readonly category: string;
  readonly code: string;
  readonly path?: string | null;
}

/** Codes and paths of the messages, sorted, each once: `FORMAT_ERROR creditorName`. */
export const faultsOf = (messages: readonly Message[] = []): string[] =>
  [
    ...new Set(
      messages
        .filter(({ category }) => category === 'ERROR')
        .map(({ code, path }) => `${code} ${path ?? '-'}`),
    ),
  ].sort();

export const warningsOf = (messages: readonly Message[] = []): string[] =>
  [
    ...new Set(messages.filter(({ category }) => category === 'WARNING').map(({ path }) => String(path))),
  ].sort();
