/** Sets the target of the clock. A second request adds to it. */
import { executionsAtMost } from '../../../domain/bank/clock-move.ts';
import type { Context } from '../../operation.ts';

/** Plain data, so that the outcome can be replayed. */
export interface SentClock {
  readonly tppId: string;
  /** Epoch milliseconds by the clock of the TPP. */
  readonly from: number;
  readonly to: number;
  readonly lastEvent: number;
}

export async function sendClock(context: Context, target: (now: number) => number): Promise<SentClock> {
  const { tppId } = context.caller;
  const clock = await context.stores.clock.lock(tppId, true);
  if (!clock) throw new Error('the calling TPP is not known');
  const ahead = clock.targetMs ?? clock.offsetMs;
  // The offset in `context.now` was read before the lock; the real time is still valid.
  const real = context.realNow;
  const from = real + ahead;
  const to = target(from);
  const move = {
    targetMs: to - real,
    executionsLeft: context.settings.executionsPerMove ?? executionsAtMost,
  };
  await context.stores.clock.set(tppId, { offsetMs: clock.offsetMs, ...move });
  return { tppId, from, to, lastEvent: await context.stores.clock.lastEvent(tppId) };
}
