/** Every payment product, in the order of the specification. A product that is not in this list does not exist. */
import type { PaymentService, Product } from '../product.ts';
import { bulkDomestic } from './bulk-domestic.ts';
import { crossBorder, norwegianCrossBorder } from './cross-border.ts';
import { domestic } from './domestic.ts';
import { instantDomestic } from './instant-domestic.ts';
import { periodicDomestic } from './periodic.ts';
import { sepa } from './sepa.ts';

export const products: readonly Product[] = [
  domestic,
  instantDomestic,
  norwegianCrossBorder,
  crossBorder,
  sepa,
  bulkDomestic,
  periodicDomestic,
];

/** The product of a service by its name, in a list that the caller was given. */
export function findProduct(
  list: readonly Product[],
  service: PaymentService,
  name: string,
): Product | undefined {
  return list.find((product) => product.service === service && product.name === name);
}
