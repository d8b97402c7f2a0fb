/** The fees of a payment. A sandbox charges none; a remote bank reports its own. */

import { type CurrencyCode, isCurrencyCode } from '../values/currencies.ts';
import { formatMinorUnits } from '../values/money.ts';
import { type InstructedAmount, type Instruction, isBulk } from './instruction.ts';

export interface Fee {
  readonly transactionFees: InstructedAmount;
  readonly transactionFeeIndicator: boolean;
}

/** The fee that a remote bank has reported. If the bank has reported none (null), a fee of zero. */
export const feeOf = ({
  fee,
  instruction,
}: {
  readonly fee: Fee | null;
  readonly instruction: Instruction;
}): Fee =>
  // A bulk payment may have several currencies, so its fee is in the currency of the debtor account.
  feeOrZero(
    fee,
    isBulk(instruction) ? instruction.debtorAccount.currency : instruction.instructedAmount.currency,
  );

/**
 * The fee, or a fee of zero in `currency`. Release 1.0.0 stored fees of a core in any currency. A fee in a currency that no
 * response can show counts as zero.
 */
export function feeOrZero(fee: Fee | null, currency: string): Fee {
  if (fee !== null && isCurrencyCode(fee.transactionFees.currency)) return fee;
  const code = currency as CurrencyCode;
  return {
    transactionFees: { amount: formatMinorUnits(0n, code), currency: code },
    transactionFeeIndicator: false,
  };
}
