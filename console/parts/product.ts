import type { PaymentProduct } from '../generated/graphql.ts';
import { productNames } from '../generated/products.ts';
import { useText } from '../preferences.ts';
import { hasText } from '../texts/index.ts';

/** Most frequent first. */
const first: readonly PaymentProduct[] = [
  'INDCTS',
  'NDCT',
  'SCT',
  'NCBCT',
  'CBCT',
  'PERIODIC_NDCT',
  'BULK_NDCT',
];

export const products: readonly PaymentProduct[] = [
  ...new Set([...first, ...(Object.keys(productNames) as PaymentProduct[])]),
];

export function useProductText(): (product: PaymentProduct) => string {
  const t = useText();
  return (product) => {
    const key = `product${product}`;
    return hasText(key) ? t(key) : productNames[product];
  };
}
