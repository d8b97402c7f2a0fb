import type { ListedPaymentFragment } from '../generated/graphql.ts';

interface Remittance {
  readonly remittanceInformationUnstructured?: string | null | undefined;
  readonly remittanceInformationStructured?: Reference | null | undefined;
  readonly remittanceInformationStructuredArray?: readonly Reference[] | null | undefined;
}

interface Reference {
  readonly reference: string;
}

export function referenceOf(payment: ListedPaymentFragment): string {
  if (payment.__typename === 'BulkPayment') return payment.paymentInformationId ?? '';
  const remittance = messageOrReferences(payment);
  if (remittance || !('endToEndIdentification' in payment)) return remittance;
  return payment.endToEndIdentification ?? '';
}

export const messageOrReferences = (remittance: Remittance): string =>
  remittance.remittanceInformationUnstructured || structuredReferences(remittance);

export function structuredReferences({
  remittanceInformationStructured: single,
  remittanceInformationStructuredArray: list,
}: Remittance): string {
  return [...(single ? [single] : []), ...(list ?? [])].map(({ reference }) => reference).join(', ');
}
