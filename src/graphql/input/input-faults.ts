/** For every creating mutation, the schema that checks its raw input when the types of GraphQL have refused it. */
import { parseFields } from '../../domain/fields/parse.ts';
import type { Product } from '../../domain/payments/product.ts';
import { psuFaults } from '../schema/types/psu.ts';
import type { InputFaults } from './coercion.ts';
import { sandboxInputFaults } from './sandbox-inputs.ts';

export function inputFaultsOf(products: readonly Product[]): InputFaults {
  const faults = new Map(sandboxInputFaults);
  for (const mutation of new Set(products.map((product) => product.graphql.mutation))) {
    const group = products.filter((product) => product.graphql.mutation === mutation);
    faults.set(mutation, (raw, state) => {
      const product = group.find((one) => one.code === raw.product) ?? group[0];
      if (!product) return [];
      // Headers answer before the body does.
      const ofHeaders = psuFaults(state, raw.psu == null ? null : textsOf(raw.psu), product.headers);
      if (ofHeaders.length > 0) return ofHeaders;
      const parsed = parseFields(product.body, raw, 'input');
      return parsed.ok ? [] : parsed.faults;
    });
  }
  return faults;
}

/** The fields of a raw `psu` input that are texts; the others are refused by their type. */
function textsOf(psu: unknown): Readonly<Record<string, string>> {
  const entries = typeof psu === 'object' && psu !== null ? Object.entries(psu) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
