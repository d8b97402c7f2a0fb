/** For every creating mutation, the schema that judges its raw input when GraphQL's own types have refused it. */
import { parseFields } from '../domain/fields/parse.ts';
import type { Product } from '../domain/payments/product.ts';
import type { InputFaults } from './coercion.ts';
import { sandboxInputFaults } from './sandbox-inputs.ts';

export function inputFaultsOf(products: readonly Product[]): InputFaults {
  const byMutation = new Map<string, Product[]>();
  for (const product of products) {
    const { mutation } = product.graphql;
    byMutation.set(mutation, [...(byMutation.get(mutation) ?? []), product]);
  }
  const ofProducts: InputFaults = new Map(
    [...byMutation].map(([mutation, group]) => [
      mutation,
      (raw) => {
        const product = group.find((one) => one.code === raw.product) ?? group[0];
        if (!product) return [];
        const parsed = parseFields(product.body, raw, 'input');
        return parsed.ok ? [] : parsed.faults;
      },
    ]),
  );
  return new Map([...ofProducts, ...sandboxInputFaults]);
}
