/** The fees of a payment. A sandbox charges none; a remote bank reports its own. */

import type { CurrencyCode } from '../values/currencies.ts';
import { formatMinor } from '../values/money.ts';
import { type InstructedAmount, type Instruction, isBulk } from './instruction.ts';

export interface Fee {
  readonly transactionFees: InstructedAmount;
  readonly transactionFeeIndicator: boolean;
}

/** The fee that a remote bank has reported. Without one (null), a fee of zero. */
export function feeOf({
  fee,
  instruction,
}: {
  readonly fee: Fee | null;
  readonly instruction: Instruction;
}): Fee {
  if (fee !== null) return fee;
  // A bulk payment may have several currencies, so its fee is in the currency of the debtor account.
  return noFeeIn(
    isBulk(instruction) ? instruction.debtorAccount.currency : instruction.instructedAmount.currency,
  );
}

/** A fee of zero. */
export function noFeeIn(code: string): Fee {
  const currency = code as CurrencyCode;
  return { transactionFees: { amount: formatMinor(0n, currency), currency }, transactionFeeIndicator: false };
}
