/** Generated from the products by `npm run generate`. Do not edit. */
import type { PaymentProduct } from './graphql.ts';

/** Each product with its name in English. */
export const productNames: Readonly<Record<PaymentProduct, string>> = {
  NDCT: 'Domestic payment',
  INDCTS: 'Instant domestic payment',
  NCBCT: 'Cross-border payment in Norway',
  CBCT: 'Cross-border payment',
  SCT: 'SEPA payment',
  BULK_NDCT: 'Bulk payment',
  PERIODIC_NDCT: 'Periodic payment',
};
