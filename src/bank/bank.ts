/**
 * The simulated bank: settles what a PSU has approved, at once or on its day. Start at `createBank`; timeline.ts works
 * through the events of a TPP in the order of time, and runner.ts does that regularly for all TPPs.
 */
import type { Bank } from '../operations/ports/stores.ts';
import { onApproval } from './approval.ts';
import { carryOn, type TimelineParts } from './timeline.ts';

export function createBank(parts: Omit<TimelineParts, 'bank'>): Bank {
  const bank: Bank = {
    onApproval: (...approved) => onApproval(parts, ...approved),
    carryOn: (tppId, budgetMs) => carryOn({ ...parts, bank }, tppId, budgetMs),
  };
  return bank;
}
