/**
 * Runs what is due for a TPP, one event at a time: the expiry of up to `maxExpiries` authorisations, or a call of the bank's `executeDue`.
 * Each event has its own transaction, which locks the row of the TPP. Two events in one transaction would break the order of locks.
 */
import { executionsAtMost, shownEventsAtMost } from '../domain/bank/clock-move.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Settings, SharedParts } from '../operations/operation.ts';
import type { ClockEvent, SandboxClock } from '../operations/ports/clock.ts';
import type { Stores } from '../operations/ports/stores.ts';
import { abandon, lockPaymentsAndAuthorisation, lockPaymentsOf } from '../operations/sca/finish.ts';

/** IDLE: no event is due. `clock` is the clock after the call. */
export type EventRun =
  | { readonly kind: 'IDLE' | 'RAN_EVENT'; readonly clock: SandboxClock }
  /** Another process runs events of this TPP, or the TPP does not exist. */
  | { readonly kind: 'BUSY' };

/** If another process runs an event of the TPP, this call waits for it (`wait` is true), or returns BUSY (`wait` is false). */
export function runNextEvent(
  parts: SharedParts,
  tppId: string,
  { wait }: { readonly wait: boolean },
): Promise<EventRun> {
  return parts.work.of(tppId).transaction(async (stores) => {
    const clock = await stores.clock.lock(tppId, { wait });
    if (clock === null) return { kind: 'BUSY' };
    const { sandbox } = parts.settings;
    const now = parts.clock();
    const isMoving = sandbox && clock.targetOffsetMs !== null;
    const dueUntil = now + (sandbox ? (clock.targetOffsetMs ?? clock.offsetMs) : 0);
    const [next] = await stores.clock.upcoming(tppId, 1);
    if (next === undefined || next.at > dueUntil)
      return { kind: 'IDLE', clock: await endMove(stores, tppId, clock) };
    const recordsEvents = isMoving && recordsNextEvent(parts.settings, clock.executionsLeft);
    const executionCount = await applyEvent(parts, stores, tppId, next, recordsEvents);
    if (!isMoving) return { kind: 'RAN_EVENT', clock };
    const executionsLeft =
      clock.executionsLeft === null ? null : Math.max(0, clock.executionsLeft - executionCount);
    // A move without executions left ends at this event.
    const targetOffsetMs = executionsLeft === 0 ? null : clock.targetOffsetMs;
    // Until the next event runs, the clock shows the time of this event.
    const offsetMs = Math.max(clock.offsetMs, next.at - now);
    const nextClock = { offsetMs, targetOffsetMs, executionsLeft };
    if (offsetMs !== clock.offsetMs || executionsLeft !== clock.executionsLeft)
      await stores.clock.set(tppId, nextClock);
    return { kind: 'RAN_EVENT', clock: nextClock };
  });
}

/**
 * The response to a move shows only its first `shownEventsAtMost` events. Each execution makes at least one event, so once the move has
 * made more executions than `shownEventsAtMost`, the response needs no further event.
 */
const recordsNextEvent = (
  { executionsPerMove = executionsAtMost }: Settings,
  executionsLeft: number | null,
): boolean => executionsLeft === null || executionsPerMove - executionsLeft <= shownEventsAtMost;

/** Returns the number of executions of standing orders. `runNextEvent` subtracts it from `executionsLeft`. */
async function applyEvent(
  parts: SharedParts,
  stores: Stores,
  tppId: string,
  next: Pick<ClockEvent, 'at' | 'kind'>,
  recordsEvents: boolean,
): Promise<number> {
  if (next.kind === 'AUTHORISATION_EXPIRED') {
    await expire(parts, stores, tppId, next.at, recordsEvents);
    return 0;
  }
  const { executeDue } = parts.bank;
  if (executeDue === null) throw new Error('work is queued for a bank that has no queue');
  return executeDue(stores, tppId, next.at, recordsEvents);
}

async function endMove(stores: Stores, tppId: string, clock: SandboxClock): Promise<SandboxClock> {
  if (clock.targetOffsetMs === null) return clock;
  const nextClock = { offsetMs: clock.targetOffsetMs, targetOffsetMs: null, executionsLeft: null };
  await stores.clock.set(tppId, nextClock);
  return nextClock;
}

const maxExpiries = 100;

async function expire(
  parts: SharedParts,
  stores: Stores,
  tppId: string,
  at: number,
  recordsEvents: boolean,
): Promise<void> {
  const candidates = await stores.clock.expiredAuthorisations(tppId, at, maxExpiries);
  await lockPaymentsOf(stores, tppId, candidates);
  const events: ClockEvent[] = [];
  for (const candidate of candidates) {
    const context = { ...parts, stores, now: candidate.expiresAt };
    const lockedRows = await lockPaymentsAndAuthorisation(context, candidate);
    // The authorisation may have ended, or got more time, before this transaction locked it.
    if (!lockedRows || lockedRows.authorisation.endedAt !== null || lockedRows.authorisation.expiresAt > at)
      continue;
    const { authorisationId, paymentId, expiresAt } = lockedRows.authorisation;
    await abandon(context, lockedRows.authorisation, lockedRows.payments, 'EXPIRED');
    const payment = paymentId === null ? null : await stores.payments.head(paymentId);
    events.push({
      at: expiresAt,
      kind: 'AUTHORISATION_EXPIRED',
      paymentId,
      authorisationId,
      psuId: null,
      status: payment?.status ?? null,
      text: 'an authorisation was not finished in time',
    });
  }
  if (recordsEvents) await stores.clock.record(tppId, events);
}

/**
 * Runs the events until the clock has reached its target. Ends early after `budgetMs`, or if other transactions hold the locks of the next
 * event. Housekeeping runs the events that are left.
 */
export async function moveToTarget(
  parts: SharedParts,
  tppId: string,
  budgetMs: number,
): Promise<SandboxClock> {
  const start = performance.now();
  for (;;) {
    const eventRun = await runNextEvent(parts, tppId, { wait: true }).catch(nullIfContended);
    if (eventRun === null) return (await parts.work.of(tppId).stores.clock.find(tppId)) ?? clockOfNobody;
    // This loop waits for other processes, so BUSY means that the TPP no longer exists.
    if (eventRun.kind === 'BUSY') return clockOfNobody;
    if (eventRun.kind === 'IDLE' || performance.now() - start > budgetMs) return eventRun.clock;
  }
}

const clockOfNobody: SandboxClock = { offsetMs: 0, targetOffsetMs: null, executionsLeft: null };

/** Turns CONFLICT into null: CONFLICT would say that nothing has changed, but the move is stored already. */
function nullIfContended(error: unknown): null {
  if (error instanceof Refusal && error.reason === 'CONFLICT') return null;
  throw error;
}
