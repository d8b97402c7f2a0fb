/** A module for the console, which imports nothing of the source. */
import { products } from '../../src/domain/payments/products/list.ts';

/** `an instant payment` becomes `Instant payment`. */
function nameOf(title: string): string {
  const words = title.replace(/^an? /, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const productsModule = (): string =>
  [
    '/** Generated from the products by `npm run generate`. Do not edit. */',
    "import type { PaymentProduct } from './graphql.ts';",
    '',
    '/** Each product with its name in English. */',
    'export const productNames: Readonly<Record<PaymentProduct, string>> = {',
    ...products.map(({ code, title }) => `  ${code}: '${nameOf(title)}',`),
    '};',
    '',
  ].join('\n');
