/**
 * Stores the target of a move of the clock. If an earlier move has not ended, the new move begins at the target of the earlier move, not at
 * the present time of the clock.
 */
import { executionsAtMost } from '../../../domain/bank/clock-move.ts';
import { type Fault, refuseAll } from '../../../domain/refusal.ts';
import type { Context } from '../../operation.ts';

/** `from` and `to` are times of the clock of the TPP. */
export interface ClockTarget {
  readonly from: number;
  readonly to: number;
  /** The number of the newest event before the move. */
  readonly lastEvent: number;
}

export async function setClockTarget(
  context: Context,
  targetOf: (now: number) => number | Fault,
): Promise<ClockTarget> {
  const { stores, settings, realNow } = context;
  const { tppId } = context.caller;
  const clock = await stores.clock.lock(tppId, { wait: true });
  if (!clock) throw new Error('the calling TPP is not known');
  const targetOffset = clock.targetOffsetMs ?? clock.offsetMs;
  // Not from `context.now`, because its offset was read before the lock.
  const from = realNow + targetOffset;
  const to = targetOf(from);
  if (typeof to !== 'number') throw refuseAll([to]);
  await stores.clock.set(tppId, {
    offsetMs: clock.offsetMs,
    targetOffsetMs: to - realNow,
    executionsLeft: settings.executionsPerMove ?? executionsAtMost,
  });
  return { from, to, lastEvent: await stores.clock.lastEventNumber(tppId) };
}
