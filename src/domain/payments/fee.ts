/** A sandbox charges no fees; a remote bank reports its own. */

import { currencyOf, isCurrencyCode } from '../values/currencies.ts';
import { formatMinorUnits } from '../values/money.ts';
import { type InstructedAmount, type Instruction, isBulk } from './instruction.ts';

export interface Fee {
  readonly transactionFees: InstructedAmount;
  readonly transactionFeeIndicator: boolean;
}

export function feeOf(payment: { readonly fee: Fee | null; readonly instruction: Instruction }): Fee {
  const { fee, instruction } = payment;
  // A bulk payment may have several currencies, so its fee is in the currency of the debtor account.
  const { currency } = isBulk(instruction) ? instruction.debtorAccount : instruction.instructedAmount;
  return feeOrZero(fee, currency);
}

/** Release 1.0.0 stored fees of a core in any currency, but responses can show only fees in a `CurrencyCode`. */
export function feeOrZero(fee: Fee | null, currency: string): Fee {
  if (fee !== null && isCurrencyCode(fee.transactionFees.currency)) return fee;
  const code = currencyOf(currency);
  return {
    transactionFees: { amount: formatMinorUnits(0n, code), currency: code },
    transactionFeeIndicator: false,
  };
}
