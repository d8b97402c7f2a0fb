/** Collects the times in a payment of a seed. */
import type { PlacedFault } from './rules.ts';
import { type SeedPayment, seedInstant } from './seed-payment.ts';

export const timeOf = (text: string | undefined): number | null =>
  text === undefined ? null : seedInstant(text);

interface WrittenTime {
  readonly path: PlacedFault['path'];
  readonly at: number;
}

/** `inOrder`: the creation and the status changes, each no earlier than the one before. `others`: entries and executions. */
export function timesOf({ createdAt, history = [], entries = [], executions = [] }: SeedPayment): {
  readonly inOrder: readonly WrittenTime[];
  readonly others: readonly WrittenTime[];
} {
  const timeAt = (path: PlacedFault['path'], text: string | undefined): WrittenTime[] => {
    const at = timeOf(text);
    return at === null ? [] : [{ path, at }];
  };
  return {
    inOrder: [
      ...timeAt(['createdAt'], createdAt),
      ...history.flatMap((step, index) => timeAt(['history', index, 'at'], step.at)),
    ],
    others: [
      ...entries.flatMap((entry, index) => timeAt(['entries', index, 'at'], entry.at)),
      ...executions.flatMap((execution, index) => timeAt(['executions', index, 'at'], execution.at)),
    ],
  };
}
