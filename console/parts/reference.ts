import type { ListedPaymentFragment } from '../generated/graphql.ts';

export function referenceOf(payment: ListedPaymentFragment): string {
  if (payment.__typename === 'BulkPayment') return payment.paymentInformationId ?? '';
  const message = payment.remittanceInformationUnstructured;
  if (message) return message;
  if (payment.__typename === 'PeriodicPayment') return '';
  const reference = payment.remittanceInformationStructured?.reference;
  if (reference || payment.__typename === 'InstantPayment') return reference ?? '';
  return payment.endToEndIdentification ?? '';
}
