/** The fields of a signing basket in responses. */
import { z } from 'zod';
import { opaqueId } from '../fields/shown.ts';
import { viewOf } from '../fields/view.ts';
import type { PaymentStatus } from '../payments/status.ts';
import { basketStatus, basketStatuses, paymentsPerBasket } from './basket.ts';

/** Its payments are in the order of the basket. */
export interface ShownBasket {
  readonly payments: readonly { readonly paymentId: string; readonly status: PaymentStatus }[];
}

export const basketView = viewOf<ShownBasket>()(
  z.strictObject({
    paymentIds: z.array(opaqueId).min(1).max(paymentsPerBasket),
    transactionStatus: z.enum(basketStatuses).meta({
      graphqlType: 'SigningBasketStatus',
      description: 'Status of a signing basket: whether its payments have been approved or rejected.',
    }),
  }),
  {
    paymentIds: ({ payments }) => payments.map(({ paymentId }) => paymentId),
    transactionStatus: ({ payments }) => basketStatus(payments.map(({ status }) => status)),
  },
);
