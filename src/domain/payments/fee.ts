/** Fees of a payment. The bank of a sandbox charges none, so the fee is zero; a remote bank tells its own. */

import type { CurrencyCode } from '../values/currencies.ts';
import { formatMinor } from '../values/money.ts';
import { type InstructedAmount, type Instruction, isBulk } from './instruction.ts';

export interface Fee {
  readonly transactionFees: InstructedAmount;
  readonly transactionFeeIndicator: boolean;
}

/** In the payment's currency; a bulk payment, which may hold several, in that of its debtor account. */
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
