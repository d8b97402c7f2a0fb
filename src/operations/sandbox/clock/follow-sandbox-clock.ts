/**
 * Moves the clock until it has reached its target, or until the request has no time left; then housekeeping does the rest. This
 * operation is defined as a read, because a read runs outside any transaction, and each event has a transaction of its own.
 */
import { executionsAtMost, shownEventsAtMost } from '../../../domain/bank/clock-move.ts';
import { hasRole } from '../../../domain/caller.ts';
import { defineReadForAnyRole } from '../../operation.ts';
import type { ClockEvent } from '../../ports/clock.ts';
import type { ClockTarget } from './set-clock-target.ts';

export interface FollowedClock {
  /** The time of the TPP in epoch milliseconds. */
  readonly now: number;
  /** false: the bank is still working, or the clock has stopped. */
  readonly reached: boolean;
  /** The number of executions after which the clock stopped; null: it has not stopped. */
  readonly stoppedAfter: number | null;
  readonly events: readonly ClockEvent[];
  /** Whether there are more events than listed. */
  readonly more: boolean;
}

/** How long one request may move the clock. The deadline of a request is ten seconds. */
const budgetMs = 7_000;

export const followSandboxClock = defineReadForAnyRole({
  name: 'followSandboxClock',
  async run(
    { stores, moveClock, caller, settings, time },
    { from, to, lastEvent }: ClockTarget,
  ): Promise<FollowedClock> {
    const { realNow } = await time();
    const { offsetMs, targetOffsetMs, executionsLeft } = await moveClock(caller.tppId, budgetMs);
    const now = realNow + offsetMs;
    const hasStopped = targetOffsetMs === null && executionsLeft === 0 && now < to;
    const range = { after: lastEvent, from, until: Math.min(to, now), limit: shownEventsAtMost + 1 };
    // Events are about payments and PSUs, so only a TPP with the payment role sees them. Any TPP may move its clock.
    const events = hasRole(caller.roles, 'PSP_PI') ? await stores.clock.events(caller.tppId, range) : [];
    return {
      now,
      reached: !hasStopped && (targetOffsetMs === null || now >= to),
      stoppedAfter: hasStopped ? (settings.executionsPerMove ?? executionsAtMost) : null,
      events: events.slice(0, shownEventsAtMost),
      more: events.length > shownEventsAtMost,
    };
  },
});
