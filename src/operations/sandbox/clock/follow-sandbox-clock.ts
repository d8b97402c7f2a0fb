/**
 * Moves the TPP's time to the target of its clock and lists what happened meanwhile, in order. Runs outside any
 * transaction, because every event has its own; a request that ends early leaves the rest to the bank's runner.
 */

import { tppRead } from '../../operation.ts';
import type { ClockEvent } from '../../ports/bank-work.ts';
import type { SentClock } from './send-clock.ts';

export interface FollowedClock {
  /** The time of the TPP, epoch milliseconds. */
  readonly now: number;
  /** Whether the clock has reached its target; if not, the bank is still working towards it. */
  readonly reached: boolean;
  readonly events: readonly ClockEvent[];
  /** Whether more happened than `events` holds. */
  readonly more: boolean;
}

/** A request has ten seconds. */
const budgetMs = 7_000;
const eventsAtMost = 1_000;

export const followSandboxClock = tppRead({
  name: 'followSandboxClock',
  async run({ stores, timeline, caller, time }, { from, to, lastEvent }: SentClock): Promise<FollowedClock> {
    const { realNow } = await time();
    const { offsetMs, targetMs } = await timeline.carryOn(caller.tppId, budgetMs);
    const range = { after: lastEvent, from, until: to, limit: eventsAtMost + 1 };
    const events = await stores.clock.events(caller.tppId, range);
    return {
      now: realNow + offsetMs,
      reached: targetMs === null || realNow + offsetMs >= to,
      events: events.slice(0, eventsAtMost),
      more: events.length > eventsAtMost,
    };
  },
});
