/**
 * The simulated bank: settles what a PSU has approved, at once or on its day, on the books of the sandbox. It asks nobody,
 * so it has no questions before a transaction. Start at `createSimulatedBank`.
 */
import type { Bank } from '../../operations/ports/bank.ts';
import { onApproval } from './approval.ts';
import type { BankParts } from './attempt.ts';
import { runPiece } from './batch.ts';

export function createSimulatedBank(parts: BankParts): Bank {
  return {
    desk: null,
    core: null,
    orders: {
      onApproval: (...approved) => onApproval(parts, ...approved),
      // What is queued is left out when it is due: its payment has ended then.
      withdraw: async () => true,
      cancel: () => Promise.reject(new Error('the simulated bank gives back everything')),
    },
    worker: { carryOut: (...due) => runPiece(parts, ...due) },
  };
}
