/**
 * Sends the notifications that wait in the outbox: at least once, those of a payment in their order, each by one process at a
 * time, which holds a lease. It opens no transaction. Start at `createNotifier`.
 */
import { createHash } from 'node:crypto';
import { type SigningIdentity, signRequest } from '../../packages/toolkit/src/sign.ts';
import { bodyOf, type Notification, patienceMs, pauseAfter } from '../domain/notifications/notification.ts';
import { isFinal } from '../domain/payments/status.ts';
import { uuidOfHash } from '../domain/values/uuid.ts';
import { every } from '../every.ts';
import {
  firstLookMs,
  laterLookMs,
  type NotificationStore,
  type TakenTarget,
} from '../operations/notifications/ports.ts';
import type { Settings } from '../operations/operation.ts';
import type { Clock, MayWork, SharedWork } from '../operations/ports/stores.ts';
import { createPoster, postMs } from './post.ts';

export type NotificationOutcome = 'delivered' | 'failed' | 'given_up';

/** What the process gives. */
export interface NotifierSettings {
  /** Key and certificate that sign; they may be replaced while the service runs. */
  readonly identity: () => SigningIdentity;
  /** Is called when a payment's notifications are given up. */
  readonly givenUp?: (fields: { readonly tppId: string; readonly paymentId: string }) => void;
}

export interface NotifierParts extends NotifierSettings {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly mayWork?: MayWork | undefined;
  readonly failed: (error: unknown) => void;
  readonly count: (outcome: NotificationOutcome) => void;
}

export interface Notifier {
  /** Sends what is due, and what becomes due by that; answers how many attempts were made. */
  tick(): Promise<number>;
  /** A payment of the TPP has changed; null: perhaps of any TPP. */
  wake(tppId: string | null): void;
  start(): void;
  /** Ends after the attempts under way, which get a second more. */
  stop(): Promise<void>;
}

/** Changes whose wake was missed are found after this time. */
const idleMs = 1_000;
/** Attempts under way at once, in this process: of all TPPs, and of one. */
export const atOnce = 64;
export const atOncePerTpp = 4;
/** Longer than any attempt lasts: after it another process tries again. */
const leaseMs = 30_000;
const tppsAtMost = 10_000;
const stopMs = 1_000;

interface NotifierState extends NotifierParts {
  readonly poster: ReturnType<typeof createPoster>;
  /** Attempts under way, by TPP. */
  readonly lanes: Map<string, number>;
  readonly underWay: Set<Promise<void>>;
  /** TPPs that had targets at the last poll. */
  known: ReadonlySet<string>;
  attempts: number;
  stopping: boolean;
  /** Of the attempts under way. */
  readonly cuts: Set<AbortController>;
  /** Nobody waits for responses any more. */
  isCut: boolean;
}

export function createNotifier(parts: NotifierParts): Notifier {
  const state: NotifierState = {
    ...parts,
    poster: createPoster({ sandbox: parts.settings.sandbox }),
    ...{ lanes: new Map(), underWay: new Set(), known: new Set(), attempts: 0 },
    ...{ stopping: false, cuts: new Set(), isCut: false },
  };
  const loop = every(idleMs, () => poll(state), parts.failed);
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

/** Begins to send what is due for the TPP, within the bounds. */
function openLane(state: NotifierState, tppId: string): void {
  const { lanes, underWay } = state;
  const ofTpp = lanes.get(tppId) ?? 0;
  if (state.stopping || ofTpp >= atOncePerTpp || underWay.size >= atOnce) return;
  lanes.set(tppId, ofTpp + 1);
  const lane = sendDue(state, tppId)
    .catch(state.failed)
    .finally(() => {
      const others = (lanes.get(tppId) ?? 1) - 1;
      if (others > 0) lanes.set(tppId, others);
      else lanes.delete(tppId);
      underWay.delete(lane);
    });
  underWay.add(lane);
}

/** Sends one notification after the other. With every slot taken it ends after one, so that other TPPs get their turn. */
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
  if (next === null) return store.skip(target, clock(), clock() + laterLookMs);
  state.attempts += 1;
  const { status, failure } = await post(state, target, next);
  // Another process sends it again when the lease ends.
  if (state.isCut && failure !== null) return;
  const at = clock();
  const attempt = { at, status, failure };
  if (failure === null) {
    await store.accept(target, attempt, at + firstLookMs);
    return count('delivered');
  }
  const isOver = at - (target.failingSince ?? at) >= patienceMs;
  await store.fail(target, attempt, isOver ? null : at + pauseAfter(target.failures + 1));
  count('failed');
  if (!isOver) return;
  count('given_up');
  state.givenUp?.({ tppId: target.tppId, paymentId: target.paymentId });
}

/** The target has not ended, so a final status is not in the outbox: the release before has written it. */
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

/** The same for every attempt of a notification, so that a receiver knows one that it has had. */
const idOf = ({ tppId, paymentId, delivered }: TakenTarget): string =>
  uuidOfHash(
    createHash('sha256')
      .update(JSON.stringify([tppId, paymentId, delivered]))
      .digest('hex'),
  );
