/** All products, in the order of the specification. */
import { refuse } from '../../refusal.ts';
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

/** Throws 404 with the names of the products. */
export function requireProduct(list: readonly Product[], service: PaymentService, name: string): Product {
  const product = findProduct(list, service, name);
  if (product) return product;
  const productNames = list.filter((one) => one.service === service).map((one) => one.name);
  throw refuse('PRODUCT_UNKNOWN', {
    path: 'payment-product',
    text: `the products of ${service} are ${productNames.join(', ')}`,
  });
}
