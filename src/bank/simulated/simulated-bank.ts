/**
 * The simulated bank: settles what a PSU has approved, at once or on its day, on the books of the sandbox. It answers at once.
 * Start at `createSimulatedBank`.
 */
import type { Bank } from '../../operations/ports/bank.ts';
import { approvedHere, creationHere, judgeCreation } from '../approved-here.ts';
import { onApproval } from './approval.ts';
import type { BankParts } from './attempt.ts';
import { runPiece } from './batch.ts';
import { judgeByBank } from './creation.ts';

export const createSimulatedBank = (parts: BankParts): Bank => ({
  ...approvedHere,
  async prepareCreation(context, input) {
    judgeCreation(context, input);
    await judgeByBank(context, input.instruction);
    return creationHere;
  },
  commitApproval: (...approval) => onApproval(parts, ...approval),
  // What is queued is left out when it is due: its payment has ended then.
  commitCancellation: async () => true,
  carryOut: (...piece) => runPiece(parts, ...piece),
});
