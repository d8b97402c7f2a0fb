/** All products, in the order of the specification. */
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

export function findProduct(
  list: readonly Product[],
  service: PaymentService,
  name: string,
): Product | undefined {
  return list.find((product) => product.service === service && product.name === name);
}
