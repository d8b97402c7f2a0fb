/**
 * Moves the time of a TPP forward event by event: expiries, batch runs and executions of standing orders. Each step is
 * one transaction that locks the TPP's row, so events happen once and in order in any process. Start at `step`.
 */

import { eventsShown, executionsAtMost } from '../domain/bank/clock-move.ts';
import type { Settings } from '../operations/operation.ts';
import type { Bank, PieceSize, Timeline } from '../operations/ports/bank.ts';
import type { ClockEvent, NextEvent, SandboxClock } from '../operations/ports/clock.ts';
import type { Clock, Ids, SharedWork, Stores } from '../operations/ports/stores.ts';
import { abandon, lockAll } from '../operations/sca/finish.ts';

export interface TimelineParts {
  readonly ids: Ids;
  readonly settings: Settings;
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly bank: Bank;
  /** Limit of events per step; tests that kill processes set 1. */
  readonly eventsPerStep?: number;
}

export type TimelineStep =
  | { readonly kind: 'IDLE' | 'WORKED'; readonly clock: SandboxClock }
  /** Another process runs events of this TPP. */
  | { readonly kind: 'BUSY' };

/** These limits keep a step short: it holds locks for a short time, and a kill loses little work. */
const eventsPerStep = 20;
const paymentsAtMost = 300;

/** Runs the next due events of the TPP. If another process runs them: waits for it with `wait`, and else returns BUSY. */
export function step(parts: TimelineParts, tppId: string, wait: boolean): Promise<TimelineStep> {
  return parts.work.of(tppId).transaction(async (stores) => {
    const clock = await stores.clock.lock(tppId, wait);
    if (clock === null) return { kind: 'BUSY' };
    const now = parts.clock();
    const until = now + (parts.settings.sandbox ? (clock.targetMs ?? clock.offsetMs) : 0);
    const moving = parts.settings.sandbox && clock.targetMs !== null;
    const eventsAtMost = parts.eventsPerStep ?? eventsPerStep;
    let remainder = moving ? clock.executionsLeft : null;
    let reached: number | null = null;
    for (let events = 0, payments = 0; events < eventsAtMost && payments < paymentsAtMost; events += 1) {
      const next = remainder === 0 ? null : await stores.clock.next(tppId, until);
      if (next === null) break;
      const piece = await runEvent(parts, stores, tppId, next, moving && isShown(parts.settings, remainder));
      payments += piece.payments;
      if (remainder !== null) remainder = Math.max(0, remainder - piece.executions);
      reached = next.at;
    }
    if (reached === null) return { kind: 'IDLE', clock: await endMove(stores, tppId, clock) };
    if (!moving) return { kind: 'WORKED', clock };
    // A clock that stops shows the time of its last event.
    const nextClock = {
      offsetMs: Math.max(clock.offsetMs, reached - now),
      targetMs: remainder === 0 ? null : clock.targetMs,
      executionsLeft: remainder,
    };
    if (nextClock.offsetMs !== clock.offsetMs || remainder !== clock.executionsLeft)
      await stores.clock.set(tppId, nextClock);
    return { kind: 'WORKED', clock: nextClock };
  });
}

/** Whether a response may still list the event. */
const isShown = (
  { executionsPerMove = executionsAtMost }: Settings,
  executionsLeft: number | null,
): boolean => executionsLeft === null || executionsPerMove - executionsLeft <= eventsShown;

async function runEvent(
  parts: TimelineParts,
  stores: Stores,
  tppId: string,
  next: NextEvent,
  recording: boolean,
): Promise<PieceSize> {
  if (next.kind === 'WORK') {
    const { carryOut } = parts.bank;
    if (carryOut === null) throw new Error('work is queued for a bank that has no queue');
    return carryOut(stores, tppId, next.at, recording);
  }
  await expire(parts, stores, tppId, next.at, recording);
  return { payments: 0, executions: 0 };
}

async function endMove(stores: Stores, tppId: string, clock: SandboxClock): Promise<SandboxClock> {
  if (clock.targetMs === null) return clock;
  const nextClock = { offsetMs: clock.targetMs, targetMs: null, executionsLeft: null };
  await stores.clock.set(tppId, nextClock);
  return nextClock;
}

const expiriesAtMost = 100;

async function expire(
  parts: TimelineParts,
  stores: Stores,
  tppId: string,
  at: number,
  recording: boolean,
): Promise<void> {
  const expired = await stores.clock.expired(tppId, at, expiriesAtMost);
  const events: ClockEvent[] = [];
  for (const candidate of expired) {
    const context = { ...parts, stores, now: candidate.expiresAt };
    const lockedRows = await lockAll(context, candidate);
    // The authorisation may have ended, or got more time, before this transaction locked it.
    if (!lockedRows || lockedRows.authorisation.endedAt !== null || lockedRows.authorisation.expiresAt > at)
      continue;
    const { authorisationId, paymentId, expiresAt } = lockedRows.authorisation;
    await abandon(context, lockedRows.authorisation, lockedRows.payments, 'EXPIRED');
    const [payment] = paymentId === null ? [] : [await stores.payments.find(tppId, paymentId)];
    events.push({
      at: expiresAt,
      kind: 'AUTHORISATION_EXPIRED',
      paymentId,
      authorisationId,
      psuId: null,
      status: payment?.status ?? null,
      text: 'an authorisation was not finished within 15 minutes',
    });
  }
  if (recording) await stores.clock.record(tppId, events);
}

/** Repeats `step` until no event is due or the time budget is spent; returns the clock. */
export async function carryOn(parts: TimelineParts, tppId: string, budgetMs: number): Promise<SandboxClock> {
  const start = performance.now();
  for (;;) {
    const outcome = await step(parts, tppId, true);
    if (outcome.kind === 'BUSY') return { offsetMs: 0, targetMs: null, executionsLeft: null };
    if (outcome.kind === 'IDLE' || performance.now() - start > budgetMs) return outcome.clock;
  }
}

export const createTimeline = (parts: TimelineParts): Timeline => ({
  carryOn: (...args) => carryOn(parts, ...args),
});
