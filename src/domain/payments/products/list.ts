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

export function productOf(code: string): Product {
  const product = products.find((product) => product.code === code);
  if (!product) throw new Error(`no product ${code}`);
  return product;
}

/** If the payment service has no product with this name, throws a 404 that names all its products. */
export function requireProduct(service: PaymentService, name: string): Product {
  const productsOfService = products.filter((product) => product.service === service);
  const requestedProduct = productsOfService.find((product) => product.name === name);
  if (requestedProduct) return requestedProduct;
  throw refuse('PRODUCT_UNKNOWN', {
    path: 'payment-product',
    text: `the products of ${service} are ${productsOfService.map((product) => product.name).join(', ')}`,
  });
}
