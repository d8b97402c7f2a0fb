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

/** The product of a stored payment. Throws if there is no product with this code. */
export function productOf(code: string): Product {
  const product = products.find((product) => product.code === code);
  if (!product) throw new Error(`no product ${code}`);
  return product;
}

/** Finds a product by its name. Throws a 404 with all names of the service. */
export function requireProduct(service: PaymentService, name: string): Product {
  const productsOfService = products.filter((product) => product.service === service);
  const requestedProduct = productsOfService.find((product) => product.name === name);
  if (requestedProduct) return requestedProduct;
  throw refuse('PRODUCT_UNKNOWN', {
    path: 'payment-product',
    text: `the products of ${service} are ${productsOfService.map((product) => product.name).join(', ')}`,
  });
}
