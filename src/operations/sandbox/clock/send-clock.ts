/**
 * Sends a sandbox clock somewhere: the wish is stored in the transaction of the request, and the bank carries time there
 * event by event, in this process or another, whatever happens to this one. Wishes add up: a second one starts where the
 * first will end.
 */
import type { Context } from '../../operation.ts';

/** A clock that has been sent somewhere. Plain data, so that the outcome can be given again. */
export interface SentClock {
  readonly tppId: string;
  /** The time before and the time to come, epoch milliseconds by the clock of the TPP. */
  readonly from: number;
  readonly to: number;
  /** The number of the last event before. */
  readonly lastEvent: number;
}

export async function sendClock(context: Context, whither: (now: number) => number): Promise<SentClock> {
  const { tppId } = context.caller;
  const clock = await context.stores.clock.lock(tppId, true);
  if (!clock) throw new Error('the calling TPP is not known');
  const ahead = clock.targetMs ?? clock.offsetMs;
  // `context.now` was read before the lock was ours; the real time in it stands.
  const real = context.realNow;
  const from = real + ahead;
  const to = whither(from);
  await context.stores.clock.set(tppId, { offsetMs: clock.offsetMs, targetMs: to - real });
  return { tppId, from, to, lastEvent: await context.stores.clock.lastEvent(tppId) };
}
