/** Sends each notification at least once, and those of a payment in order. A lane sends notifications of one TPP one by one. */
import { createHash } from 'node:crypto';
import { type SigningIdentity, signRequest } from '../../packages/toolkit/src/sign.ts';
import {
  type Notification,
  notificationBodyOf,
  pauseMsAfter,
  retryForMs,
} from '../domain/notifications/notification.ts';
import { productOf } from '../domain/payments/products/list.ts';
import { limitKeyOf } from '../domain/sandbox/generated-tpps.ts';
import { uuidOfHash } from '../domain/values/uuid.ts';
import { every } from '../every.ts';
import { createConcurrencyLimit } from '../fairness/concurrency-limit.ts';
import {
  firstCheckAfterMs,
  type LeasedTarget,
  type NotificationStore,
  nextCheckAfterMs,
} from '../operations/notifications/ports.ts';
import type { Settings } from '../operations/operation.ts';
import type { Clock, MayRunTimedWork, SharedWork } from '../operations/ports/stores.ts';
import { createPoster } from './post.ts';

export interface NotifierSettings {
  readonly identity: () => SigningIdentity;
  /** Called when the notifications of a payment have failed for too long. */
  readonly onGivenUp?: (fields: { readonly tppId: string; readonly paymentId: string }) => void;
}

export interface NotifierParts extends NotifierSettings {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly mayRunTimedWork: MayRunTimedWork;
  readonly onError: (error: unknown) => void;
  readonly countOutcome: (outcome: 'delivered' | 'failed' | 'given_up') => void;
}

/** The notifier polls, because it may miss the event that reports a change. */
const pollPauseMs = 1_000;
export const maxLanes = 64;
/** All TPPs that one TPP has created share these lanes (`limitKeyOf`). */
export const maxLanesPerTpp = 4;
/** During its lease, only one process sends to a target. Longer than any attempt takes. */
const leaseMs = 30_000;
const maxTpps = 10_000;
/** When the notifier stops, attempts that are in progress have this time to end. */
const stopMs = 1_000;

interface NotifierState extends NotifierParts {
  readonly poster: ReturnType<typeof createPoster>;
  readonly lanes: ReturnType<typeof createConcurrencyLimit>;
  readonly runningLanes: Set<Promise<void>>;
  /** Only polls that `pollNow` started. */
  readonly runningPolls: Set<Promise<void>>;
  tppsWithTargets: ReadonlySet<string>;
  attempts: number;
  isStopping: boolean;
  isAborted: boolean;
}

export function createNotifier(parts: NotifierParts) {
  const state: NotifierState = {
    ...parts,
    poster: createPoster({ sandbox: parts.settings.sandbox }),
    lanes: createConcurrencyLimit(maxLanes, maxLanesPerTpp),
    runningLanes: new Set(),
    runningPolls: new Set(),
    tppsWithTargets: new Set(),
    attempts: 0,
    isStopping: false,
    isAborted: false,
  };
  const loop = every(pollPauseMs, () => poll(state), parts.onError);
  return {
    /** Sends until nothing is due any more. Returns the number of attempts. */
    tick: () => tick(state),
    /** null: a payment of any TPP may have changed. */
    wake(tppId: string | null) {
      if (tppId === null) loop.wake();
      else if (state.tppsWithTargets.has(tppId)) openLane(state, tppId);
    },
    /** Polls now, and then at intervals. */
    start: loop.wake,
    async stop() {
      state.isStopping = true;
      await loop.stop();
      const timer = setTimeout(() => {
        state.isAborted = true;
        void state.poster.close();
      }, stopMs);
      await Promise.all(state.runningLanes);
      clearTimeout(timer);
      await Promise.all(state.runningPolls);
      await state.poster.close();
    },
  };
}

async function poll(state: NotifierState): Promise<void> {
  const { work, clock } = state;
  const tpps = await work.stores.notifications.tpps(clock(), maxTpps);
  state.tppsWithTargets = new Set(tpps.map(({ tppId }) => tppId));
  for (const { tppId, due } of tpps) if (due) openLane(state, tppId);
}

async function tick(state: NotifierState): Promise<number> {
  const attemptsBefore = state.attempts;
  let attemptsBeforePoll: number;
  do {
    attemptsBeforePoll = state.attempts;
    await poll(state);
    while (state.runningLanes.size > 0) await Promise.all(state.runningLanes);
  } while (state.attempts !== attemptsBeforePoll);
  return state.attempts - attemptsBefore;
}

function openLane(state: NotifierState, tppId: string): void {
  const { lanes, runningLanes } = state;
  if (state.isStopping) return;
  const release = lanes.take(limitKeyOf(tppId));
  if (release === null) return;
  const lane = sendDue(state, tppId)
    .catch(state.onError)
    .then((hadTarget) => {
      release();
      runningLanes.delete(lane);
      // Another TPP with the same `limitKeyOf` may wait for this lane, and the poll opens a lane for it. A lane that had no target starts
      // no poll, because such a poll could open the same lane again and again.
      if (hadTarget && sharesLanes(tppId)) pollNow(state);
    });
  runningLanes.add(lane);
}

const sharesLanes = (tppId: string): boolean => limitKeyOf(tppId) !== tppId;

function pollNow(state: NotifierState): void {
  if (state.isStopping) return;
  const currentPoll = poll(state)
    .catch(state.onError)
    .finally(() => state.runningPolls.delete(currentPoll));
  state.runningPolls.add(currentPoll);
}

/** Ends after one notification if other TPPs may wait for a lane. false: it ended because no target is due, or timed work may not run. */
async function sendDue(state: NotifierState, tppId: string): Promise<boolean> {
  const { work, clock, mayRunTimedWork, lanes } = state;
  const { notifications } = work.of(tppId).stores;
  const mayOthersWait = () => lanes.isFull() || sharesLanes(tppId);
  do {
    if (!(await mayRunTimedWork())) return false;
    const now = clock();
    const target = await notifications.lease(now, now + leaseMs);
    if (target === null) return false;
    // Opens one more lane, because the TPP may have more due targets.
    openLane(state, tppId);
    await sendNext(state, notifications, target);
  } while (!state.isStopping && !mayOthersWait());
  return true;
}

async function sendNext(state: NotifierState, store: NotificationStore, target: LeasedTarget): Promise<void> {
  const { clock, countOutcome } = state;
  const [next] = target.pending;
  // A target without a pending notification is due for a check: `recordCheck` ends the target if its payment is final.
  if (next === undefined) return store.recordCheck(target, clock(), clock() + nextCheckAfterMs);
  state.attempts += 1;
  const { status, failure } = await post(state, target, next);
  // `stop` has aborted this attempt. When the lease ends, another process sends the notification again.
  if (state.isAborted && failure !== null) return;
  const at = clock();
  const attempt = { at, status, failure };
  if (failure === null) {
    await store.recordDelivery(target, attempt, at + firstCheckAfterMs);
    return countOutcome('delivered');
  }
  const givesUp = at - (target.failingSince ?? at) >= retryForMs;
  const nextAttemptAt = givesUp ? null : at + pauseMsAfter(target.failures + 1);
  const isRecorded = await store.recordFailure(target, attempt, nextAttemptAt);
  countOutcome('failed');
  if (!givesUp || !isRecorded) return;
  countOutcome('given_up');
  state.onGivenUp?.({ tppId: target.tppId, paymentId: target.paymentId });
}

function post(state: NotifierState, target: LeasedTarget, notification: Notification) {
  const { clock, poster } = state;
  const body = JSON.stringify(notificationBodyOf(productOf(target.product), target.paymentId, notification));
  const headers = signRequest(
    {
      method: 'POST',
      url: target.uri,
      headers: { 'User-Agent': 'psd2-bank', 'X-Request-ID': requestIdOf(target, notification) },
      body,
    },
    state.identity(),
    { now: new Date(clock()), certificateHeader: 'ASPSP-Signature-Certificate' },
  );
  return poster.post(target.uri, headers, body);
}

/** The same for all attempts. The hash includes `notification`, because `delivered` is 0 again in a target that replaces a deleted one. */
const requestIdOf = ({ tppId, paymentId, delivered }: LeasedTarget, notification: Notification): string =>
  uuidOfHash(
    createHash('sha256')
      .update(JSON.stringify([tppId, paymentId, delivered, notification]))
      .digest('hex'),
  );
