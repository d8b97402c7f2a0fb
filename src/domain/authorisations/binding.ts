/** What a one-time code is bound to: amounts and payees, so that a code for one payment never approves another. */
import { accountKey, type Instruction, transfersOf } from '../payments/instruction.ts';

/** A text that changes whenever an amount, a payee or the debtor account of the instructions changes. */
export function bindingText(instructions: readonly Instruction[]): string {
  return JSON.stringify(
    instructions.map((instruction) => [
      accountKey(instruction.debtorAccount),
      transfersOf(instruction).map((transfer) => [
        transfer.instructedAmount.amount,
        transfer.instructedAmount.currency,
        transfer.creditorName,
        accountKey(transfer.creditorAccount),
      ]),
    ]),
  );
}
