/**
 * Sends the notifications in the outbox. It sends each at least once, and those of one payment in order. A process leases the
 * target of a payment while it sends, so that no other process sends the same. No transaction is open meanwhile. Start at
 * `createNotifier`.
 */
import { createHash } from 'node:crypto';
import { type SigningIdentity, signRequest } from '../../packages/toolkit/src/sign.ts';
import { bodyOf, type Notification, pauseAfter, retryForMs } from '../domain/notifications/notification.ts';
import { isFinal } from '../domain/payments/status.ts';
import { uuidOfHash } from '../domain/values/uuid.ts';
import { every } from '../every.ts';
import {
  firstCheckAfterMs,
  type NotificationStore,
  nextCheckAfterMs,
  type TakenTarget,
} from '../operations/notifications/ports.ts';
import type { Settings } from '../operations/operation.ts';
import type { Clock, MayWork, SharedWork } from '../operations/ports/stores.ts';
import { createPoster, postMs } from './post.ts';

export type NotificationOutcome = 'delivered' | 'failed' | 'given_up';

/** The settings of the process. */
export interface NotifierSettings {
  /** Key and certificate that sign; they may be replaced while the service runs. */
  readonly identity: () => SigningIdentity;
  /** Called when the bank gives up the notifications of a payment. */
  readonly givenUp?: (fields: { readonly tppId: string; readonly paymentId: string }) => void;
}

export interface NotifierParts extends NotifierSettings {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly mayWork?: MayWork | undefined;
  readonly onError: (error: unknown) => void;
  readonly count: (outcome: NotificationOutcome) => void;
}

export interface Notifier {
  /** Sends until nothing is due any more; returns the number of attempts. */
  tick(): Promise<number>;
  /** Call it when a payment of the TPP has changed; null: a payment of any TPP may have changed. */
  wake(tppId: string | null): void;
  start(): void;
  /** Waits up to a second for running attempts, then cuts them. */
  stop(): Promise<void>;
}

/** The notifier also polls, because it can miss the event of a change. */
const idleMs = 1_000;
/** Concurrent attempts of this process: for all TPPs, and for one TPP. */
export const atOnce = 64;
export const atOncePerTpp = 4;
/** Longer than any attempt. When it is over, another process tries again. */
const leaseMs = 30_000;
const tppsAtMost = 10_000;
const stopMs = 1_000;

interface NotifierState extends NotifierParts {
  readonly poster: ReturnType<typeof createPoster>;
  /** Number of lanes by TPP. A lane sends one notification after the other. */
  readonly lanes: Map<string, number>;
  readonly underWay: Set<Promise<void>>;
  /** TPPs that had targets at the last poll. */
  known: ReadonlySet<string>;
  attempts: number;
  stopping: boolean;
  /** Controllers that abort running attempts. */
  readonly cuts: Set<AbortController>;
  /** The process stops, and has aborted all running attempts. */
  isCut: boolean;
}

export function createNotifier(parts: NotifierParts): Notifier {
  const state: NotifierState = {
    ...parts,
    poster: createPoster({ sandbox: parts.settings.sandbox }),
    lanes: new Map(),
    underWay: new Set(),
    known: new Set(),
    attempts: 0,
    stopping: false,
    cuts: new Set(),
    isCut: false,
  };
  const loop = every(idleMs, () => poll(state), parts.onError);
  return {
    tick: () => tick(state),
    wake(tppId) {
      if (tppId === null) loop.wake();
      else if (state.known.has(tppId)) openLane(state, tppId);
    },
    start: loop.wake,
    async stop() {
      state.stopping = true;
      await loop.stop();
      const timer = setTimeout(() => cutAll(state), stopMs);
      await Promise.all(state.underWay);
      clearTimeout(timer);
      await state.poster.close();
    },
  };
}

function cutAll(state: NotifierState): void {
  state.isCut = true;
  for (const cut of state.cuts) cut.abort();
}

async function poll(state: NotifierState): Promise<void> {
  const { work, clock, mayWork = async () => true } = state;
  if (!(await mayWork())) return;
  const tpps = await work.read.notifications.tpps(clock(), tppsAtMost);
  state.known = new Set(tpps.map(({ tppId }) => tppId));
  for (const { tppId, due } of tpps) if (due) openLane(state, tppId);
}

async function tick(state: NotifierState): Promise<number> {
  const before = state.attempts;
  for (let attempts = -1; attempts !== state.attempts; ) {
    attempts = state.attempts;
    await poll(state);
    while (state.underWay.size > 0) await Promise.all(state.underWay);
  }
  return state.attempts - before;
}

/** Opens a lane for the TPP, if the limits allow it. */
function openLane(state: NotifierState, tppId: string): void {
  const { lanes, underWay } = state;
  const ofTpp = lanes.get(tppId) ?? 0;
  if (state.stopping || ofTpp >= atOncePerTpp || underWay.size >= atOnce) return;
  lanes.set(tppId, ofTpp + 1);
  const lane = sendDue(state, tppId)
    .catch(state.onError)
    .finally(() => {
      const others = (lanes.get(tppId) ?? 1) - 1;
      if (others > 0) lanes.set(tppId, others);
      else lanes.delete(tppId);
      underWay.delete(lane);
    });
  underWay.add(lane);
}

/** Sends one notification after the other. If no slot is free, it ends after one, so that other TPPs get their turn. */
async function sendDue(state: NotifierState, tppId: string): Promise<void> {
  const { work, clock, underWay } = state;
  const { notifications } = work.of(tppId).read;
  do {
    const now = clock();
    const target = await notifications.take(now, now + leaseMs);
    if (target === null) return;
    openLane(state, tppId);
    await sendNext(state, notifications, target);
  } while (!state.stopping && underWay.size < atOnce);
}

/** Sends the oldest pending notification of the target. */
async function sendNext(state: NotifierState, store: NotificationStore, target: TakenTarget): Promise<void> {
  const { clock, count } = state;
  const next = target.pending[0] ?? finalStatus(target);
  if (next === null) return store.skip(target, clock(), clock() + nextCheckAfterMs);
  state.attempts += 1;
  const { status, failure } = await post(state, target, next);
  // When the lease ends, another process sends the notification again.
  if (state.isCut && failure !== null) return;
  const at = clock();
  const attempt = { at, status, failure };
  if (failure === null) {
    await store.accept(target, attempt, at + firstCheckAfterMs);
    return count('delivered');
  }
  const isOver = at - (target.failingSince ?? at) >= retryForMs;
  await store.fail(target, attempt, isOver ? null : at + pauseAfter(target.failures + 1));
  count('failed');
  if (!isOver) return;
  count('given_up');
  state.givenUp?.({ tppId: target.tppId, paymentId: target.paymentId });
}

/**
 * The final status of a payment that a process of the previous release has changed: it did not put it into the outbox. null:
 * the status is not final, or the TPP does not want it.
 */
const finalStatus = ({ status, content }: TakenTarget): Notification | null =>
  isFinal(status) && (content.includes('PROCESS') || content.includes('LAST'))
    ? { transactionStatus: status }
    : null;

async function post(state: NotifierState, target: TakenTarget, change: Notification) {
  const { settings, clock, poster, cuts } = state;
  const product = settings.products.find(({ code }) => code === target.product);
  if (product === undefined) throw new Error(`no product ${target.product}`);
  const body = JSON.stringify(bodyOf(product, target.paymentId, change));
  const headers = signRequest(
    {
      method: 'POST',
      url: target.uri,
      headers: { 'User-Agent': 'psd2-bank', 'X-Request-ID': idOf(target) },
      body,
    },
    state.identity(),
    { now: new Date(clock()), certificateHeader: 'ASPSP-Signature-Certificate' },
  );
  const cut = new AbortController();
  // AbortSignal.timeout() keeps its timer after the response.
  const timer = setTimeout(() => cut.abort(), postMs);
  cuts.add(cut);
  try {
    return await poster.post(target.uri, headers, body, cut.signal);
  } finally {
    clearTimeout(timer);
    cuts.delete(cut);
  }
}

/** All attempts to send a notification have the same id, so that the receiver recognises a repetition. */
const idOf = ({ tppId, paymentId, delivered }: TakenTarget): string =>
  uuidOfHash(
    createHash('sha256')
      .update(JSON.stringify([tppId, paymentId, delivered]))
      .digest('hex'),
  );
