/** Payments as REST shows them (specification 2.4, contract 6). */

import { feeOf } from '../../domain/payments/fee.ts';
import { type Links, paymentLinks } from '../../domain/payments/links.ts';
import type { CreatedPayment } from '../../operations/payments/create-payment.ts';
import type { FoundPayment } from '../../operations/payments/get-payment.ts';

/** Answer to a creation (specification 2.4). */
export function createdPayment({ payment, tppMessages, links, psuMessage }: CreatedPayment) {
  return {
    paymentId: payment.paymentId,
    transactionStatus: payment.status,
    ...feeOf(payment),
    ...(tppMessages.length > 0 ? { tppMessages } : {}),
    ...(psuMessage ? { psuMessage } : {}),
    _links: links,
  };
}

/** The payment's details: the fields as sent, without a status (contract 6). */
export function paymentDetails({ payment, product }: FoundPayment) {
  const { self, status } = paymentLinks(product, payment);
  return {
    ...payment.instruction,
    paymentId: payment.paymentId,
    ...(payment.debtorName === null ? {} : { debtorName: payment.debtorName }),
    _links: { self, status } satisfies Partial<Record<keyof Links, unknown>>,
  };
}

/** The payment's status (contract 6). */
export function paymentStatus({ payment, product }: FoundPayment) {
  return {
    paymentId: payment.paymentId,
    transactionStatus: payment.status,
    ...(payment.fundsAvailable === null ? {} : { fundsAvailable: payment.fundsAvailable }),
    _links: paymentLinks(product, payment),
  };
}
