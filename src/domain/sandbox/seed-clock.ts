import { newTimeOrFault } from '../bank/clock-move.ts';
import { parseIsoDate } from '../values/iso-date.ts';
import { instantAtOslo, todayInOslo } from '../values/oslo-time.ts';
import type { FaultAtPath } from './rules.ts';
import type { Seed } from './seed.ts';
import { timesOf } from './seed-payment.ts';

/** The latest of `now`, the beginning of the day in `clock`, and the times of payments on that day. */
export function sandboxStartOf(
  { clock, payments = [] }: Pick<Seed, 'clock' | 'payments'>,
  now: number,
): number {
  const day = clock === undefined ? null : parseIsoDate(clock);
  if (day === null) return now;
  let start = Math.max(now, instantAtOslo(day, '00:00'));
  for (const payment of payments) {
    const { orderedTimes, resultTimes } = timesOf(payment);
    for (const { at } of [...orderedTimes, ...resultTimes])
      if (at > start && todayInOslo(at) === day) start = at;
  }
  return start;
}

/** Checks the beginning of the day. Payments may move the start to a later time of this day, which is not checked. */
export function clockFaults({ clock }: Pick<Seed, 'clock'>, now: number): readonly FaultAtPath[] {
  const start = sandboxStartOf({ clock }, now);
  if (start <= now) return [];
  const startOrFault = newTimeOrFault(now, { to: start });
  return typeof startOrFault === 'number' ? [] : [{ path: ['clock'], text: startOrFault.text }];
}
