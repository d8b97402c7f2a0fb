/** The fees of a payment. A sandbox charges none; a remote bank reports its own. */

import type { CurrencyCode } from '../values/currencies.ts';
import { formatMinor } from '../values/money.ts';
import { type InstructedAmount, type Instruction, isBulk } from './instruction.ts';

export interface Fee {
  readonly transactionFees: InstructedAmount;
  readonly transactionFeeIndicator: boolean;
}

/** A bulk payment may have several currencies, so its fee is in the currency of the debtor account. */
export function feeOf({
  fee,
  instruction,
}: {
  readonly fee: Fee | null;
  readonly instruction: Instruction;
}): Fee {
  return (
    fee ?? noFeeIn((isBulk(instruction) ? instruction.debtorAccount : instruction.instructedAmount).currency)
  );
}

export function noFeeIn(code: string): Fee {
  const currency = code as CurrencyCode;
  return { transactionFees: { amount: formatMinor(0n, currency), currency }, transactionFeeIndicator: false };
}
