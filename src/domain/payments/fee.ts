/** Fees of a payment. This bank charges none, so the fee is zero. */

import type { CurrencyCode } from '../values/currencies.ts';
import { formatMinor } from '../values/money.ts';
import { type InstructedAmount, type Instruction, isBulk } from './instruction.ts';

export interface Fee {
  readonly transactionFees: InstructedAmount;
  readonly transactionFeeIndicator: boolean;
}

/** In the payment's currency; a bulk payment, which may hold several, in that of its debtor account. */
export function feeOf({ instruction }: { readonly instruction: Instruction }): Fee {
  return feeIn((isBulk(instruction) ? instruction.debtorAccount : instruction.instructedAmount).currency);
}

export function feeIn(code: string): Fee {
  const currency = code as CurrencyCode;
  return { transactionFees: { amount: formatMinor(0n, currency), currency }, transactionFeeIndicator: false };
}
