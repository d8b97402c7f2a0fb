/** Collects the times in a payment of a seed. */
import type { FaultAtPath } from './rules.ts';
import { type SeedPayment, seedInstant } from './seed-payment.ts';

export const optionalInstant = (text: string | undefined): number | null =>
  text === undefined ? null : seedInstant(text);

interface TimeAtPath {
  readonly path: FaultAtPath['path'];
  readonly at: number;
}

/** `orderedTimes`: the creation and the status changes, in the order of the seed. `resultTimes`: entries and executions. */
export function timesOf({ createdAt, history = [], entries = [], executions = [] }: SeedPayment): {
  readonly orderedTimes: readonly TimeAtPath[];
  readonly resultTimes: readonly TimeAtPath[];
} {
  const timeAt = (path: FaultAtPath['path'], text: string | undefined): TimeAtPath[] => {
    const at = optionalInstant(text);
    return at === null ? [] : [{ path, at }];
  };
  return {
    orderedTimes: [
      ...timeAt(['createdAt'], createdAt),
      ...history.flatMap((step, index) => timeAt(['history', index, 'at'], step.at)),
    ],
    resultTimes: [
      ...entries.flatMap((entry, index) => timeAt(['entries', index, 'at'], entry.at)),
      ...executions.flatMap((execution, index) => timeAt(['executions', index, 'at'], execution.at)),
    ],
  };
}
