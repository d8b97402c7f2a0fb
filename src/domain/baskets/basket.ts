import { z } from 'zod';
import { list } from '../fields/list.ts';
import { text } from '../fields/shared.ts';
import { opaqueId } from '../fields/shown.ts';
import { viewOf } from '../fields/view.ts';
import { type Links, link } from '../payments/links.ts';
import { awaitsApproval, type PaymentStatus } from '../payments/status.ts';

export const basketStatuses = ['RJCT', 'RCVD', 'PATC', 'ACTC'] as const;
export type BasketStatus = (typeof basketStatuses)[number];

export const basketStatusMeanings: Readonly<Record<BasketStatus, string>> = {
  RJCT: 'Rejected: a payment in the basket was rejected or cancelled.',
  RCVD: 'Received: no payment in the basket has been approved.',
  PATC: 'Partially accepted: some payments in the basket have been approved.',
  ACTC: 'Accepted: all payments in the basket have been approved.',
};

export const paymentsPerBasket = 10;

export const basketBody = z
  .object({
    paymentIds: list(text(1, 512).meta({ description: 'Identifier of a payment.' }), 1, paymentsPerBasket)
      .refine((ids) => new Set(ids).size === ids.length, { error: 'must not contain a payment twice' })
      .meta({
        description:
          'The payments to sign together: 1 to 10 different payments with the status RCVD, of one PSU and from one debtor account. Bulk and periodic payments cannot be in a basket.',
        uniqueItems: true,
      }),
  })
  .meta({ id: 'SigningBasketBody', description: 'A signing basket to create.' });

export function basketStatus(statuses: readonly PaymentStatus[]): BasketStatus {
  if (statuses.some((status) => status === 'RJCT' || status === 'CANC')) return 'RJCT';
  const pendingCount = statuses.filter(awaitsApproval).length;
  if (pendingCount === statuses.length) return 'RCVD';
  return pendingCount === 0 ? 'ACTC' : 'PATC';
}

interface ShownBasket {
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

export const basketPath = (basketId: string): string => `/v1/signing-baskets/${basketId}`;

export function basketLinks(basket: { readonly basketId: string; readonly state: string }): Links {
  const self = basketPath(basket.basketId);
  const isOpen = basket.state === 'OPEN';
  return {
    self: isOpen ? link(self, 'GET', 'DELETE') : link(self, 'GET'),
    status: link(`${self}/status`, 'GET'),
    ...(isOpen ? { startAuthorisation: link(`${self}/authorisations`, 'POST') } : {}),
  };
}
