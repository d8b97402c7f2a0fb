/** Fees of a payment (specification 2.4). The bank of this service charges none; the answer says so in its currency. */
import { formatMinor } from '../values/money.ts';
import type { CurrencyCode } from '../values/currencies.ts';
import type { AccountReference, InstructedAmount } from './instruction.ts';

export interface Fee {
  readonly transactionFees: InstructedAmount;
  readonly transactionFeeIndicator: boolean;
}

/** In the payment's currency; that of the debtor account where the payment has several. */
export function feeOf(payment: { readonly currency: string | null; readonly debtorAccount: AccountReference; readonly isBulk?: boolean }): Fee {
  const currency = (payment.currency ?? payment.debtorAccount.currency) as CurrencyCode;
  return { transactionFees: { amount: formatMinor(0n, currency), currency }, transactionFeeIndicator: false };
}
