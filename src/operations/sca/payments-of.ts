/** The payments that an authorisation acts upon, not locked. */
import type { AuthorisationRecord, PaymentRecord, Stores } from '../ports/stores.ts';

export async function wholePayments(
  { payments, baskets }: Stores,
  { tppId, paymentId, basketId }: AuthorisationRecord,
): Promise<readonly PaymentRecord[]> {
  if (basketId !== null) return baskets.paymentsOf(basketId);
  const found = paymentId === null ? null : await payments.find(tppId, paymentId);
  return found === null ? [] : [found];
}
