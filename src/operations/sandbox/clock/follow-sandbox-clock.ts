/**
 * Moves the clock, but is defined as a read: a write runs in one transaction, and here each event needs its own. Housekeeping continues the
 * move after `budgetMs`.
 */
import { executionsAtMost, shownEventsAtMost } from '../../../domain/bank/clock-move.ts';
import { hasRole } from '../../../domain/caller.ts';
import { defineReadForAnyRole } from '../../operation.ts';
import type { ClockEvent } from '../../ports/clock.ts';
import type { ClockTarget } from './set-clock-target.ts';

export interface FollowedClock {
  readonly now: number;
  /** false: the clock is still on the way to `to`, or has stopped before `to`. */
  readonly reached: boolean;
  /** The number of executions after which the clock stopped; null: it has not stopped. */
  readonly stoppedAfterExecutions: number | null;
  /** Whether the bank uses the sandbox clock. false: the bank has a clock of its own, so the move executes no payments. */
  readonly bankFollowsClock: boolean;
  readonly events: readonly ClockEvent[];
  readonly more: boolean;
}

/** Less than the deadline of a request, which is ten seconds. */
const budgetMs = 7_000;

export const followSandboxClock = defineReadForAnyRole({
  name: 'followSandboxClock',
  async run(
    { stores, bank, moveClock, caller, settings, time },
    { from, to, lastEvent }: ClockTarget,
  ): Promise<FollowedClock> {
    const { realNow } = await time();
    const { offsetMs, targetOffsetMs, executionsLeft } = await moveClock(caller.tppId, budgetMs);
    const now = realNow + offsetMs;
    const isMoving = targetOffsetMs !== null;
    // A move ends at its target, or stops when `executionsLeft` is 0. Even at the target, `now` may be less than `to`, because the process
    // that computed `to` may have a system clock ahead of this process.
    const hasEndedAtTarget = !isMoving && executionsLeft !== 0;
    const reached = hasEndedAtTarget || now >= to;
    const hasStopped = !isMoving && !reached;
    const range = { afterNumber: lastEvent, from, until: Math.min(to, now), limit: shownEventsAtMost + 1 };
    // Events are about payments and PSUs, so a caller without the payment role gets none.
    const events = hasRole(caller.roles, 'PSP_PI') ? await stores.clock.events(caller.tppId, range) : [];
    return {
      now,
      reached,
      stoppedAfterExecutions: hasStopped ? (settings.executionsPerMove ?? executionsAtMost) : null,
      bankFollowsClock: bank.followsSandboxClock,
      events: events.slice(0, shownEventsAtMost),
      more: events.length > shownEventsAtMost,
    };
  },
});
