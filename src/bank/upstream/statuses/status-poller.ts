/**
 * Polls statuses when they are read, when a PSU returns, and in the background until they are final. Claims and row locks
 * make each change one row of history and one event, over all replicas.
 */
import { every } from '../../../every.ts';
import type { BankStatuses, StaleStatus } from '../../../operations/ports/bank.ts';
import type { MayWork } from '../../../operations/ports/stores.ts';
import { type PollParts, pollAll } from './poll.ts';
import { createRecentPolls } from './recent-polls.ts';
import { readWaitsMs, staleOf } from './stale.ts';

export interface StatusPollerParts extends Omit<PollParts, 'recent' | 'underWay'> {
  /** Whether clock-driven work may begin; always when absent. */
  readonly mayWork?: MayWork | undefined;
}

export interface StatusPoller extends BankStatuses {
  /** Ignores the time of the last poll. */
  pollNow(tppId: string, paymentIds: readonly string[]): Promise<void>;
  /** Returns the number of payments polled. */
  pollDue(): Promise<number>;
  start(): void;
  /** Waits for polls in progress. */
  stop(): Promise<void>;
}

/** The shortest time between polls caused by reads. */
const readEveryMs = 3_000;
/** An unanswered poll may be claimed again after this time. */
const leaseMs = 30_000;
export const pollsAtOnce = 16;
/** Bounds background polls to 40 a second. */
const pauseMs = { full: 400, idle: 1_000 } as const;
/** Retries a claim that another replica holds. */
const notOursMs = 1_000;

export const pauseAfter = (polls: number): number => (polls === pollsAtOnce ? pauseMs.full : pauseMs.idle);

export function createStatusPoller(pollerParts: StatusPollerParts): StatusPoller {
  const parts = { ...pollerParts, recent: createRecentPolls(readEveryMs), underWay: new Map() };
  const loop = every(pauseAfter(0), async () => pauseAfter(await pollDue(parts)), parts.onError);
  return {
    refresh: (tppId, paymentIds) => refresh(parts, tppId, paymentIds),
    stale: (tppId, paymentIds) => staleStatuses(parts, tppId, paymentIds),
    async find(tppId, paymentIds) {
      const rows = await parts.work.of(tppId).readOnly.remote.findMany(tppId, 'PAYMENT', paymentIds);
      return new Map(rows.map(({ id, reference, heardAt }) => [id, { reference, heardAt }]));
    },
    pollNow: (tppId, paymentIds) => pollSince(parts, tppId, paymentIds, parts.clock()),
    pollDue: () => pollDue(parts),
    start: loop.wake,
    stop: loop.stop,
  };
}

async function pollDue(parts: PollParts & StatusPollerParts): Promise<number> {
  const { work, clock, mayWork } = parts;
  if (mayWork && !(await mayWork())) return 0;
  const now = clock();
  const records = await work.read.remote.claimDue({ now, until: now + leaseMs }, pollsAtOnce);
  await pollAll(parts, records);
  return records.length;
}

async function pollSince(
  parts: PollParts,
  tppId: string,
  paymentIds: readonly string[],
  before: number,
): Promise<void> {
  const { work, clock, recent } = parts;
  const now = clock();
  recent.rest(tppId, paymentIds, now + notOursMs);
  const claimed = await work.read.remote.claim(tppId, paymentIds, { now, before, until: now + leaseMs });
  const ids = claimed.map(({ id }) => id);
  recent.rest(tppId, ids, now + readEveryMs);
  await pollAll(parts, claimed);
}

async function refresh(
  parts: PollParts,
  tppId: string,
  paymentIds: () => Promise<readonly string[]>,
): Promise<boolean> {
  const { clock, recent, underWay, onError } = parts;
  const now = clock();
  const dueIds = recent.due(tppId, await paymentIds(), now);
  if (dueIds.length === 0) return false;
  const polls = pollSince(parts, tppId, dueIds, now - readEveryMs).then(() => true as const);
  if (!(await within(readWaitsMs, polls, onError)))
    for (const { id, heardAt } of dueIds.flatMap((id) => underWay.get(id) ?? []))
      recent.note(tppId, id, { why: 'UNANSWERED', heardAt });
  return true;
}

async function staleStatuses(
  { work, clock, recent }: PollParts,
  tppId: string,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, StaleStatus>> {
  const now = clock();
  const all = new Map(paymentIds.map((id) => [id, recent.noted(tppId, id, now)]));
  const others = paymentIds.filter((id) => all.get(id) === undefined);
  const rows = others.length === 0 ? [] : await work.of(tppId).read.remote.findMany(tppId, 'PAYMENT', others);
  for (const row of rows) {
    const stale = staleOf(row, now);
    recent.note(tppId, row.id, stale);
    all.set(row.id, stale);
  }
  return new Map([...all].flatMap(([id, stale]) => (stale ? [[id, stale]] : [])));
}

/** False if the time ends first; later failures go to `onError`. */
async function within(
  milliseconds: number,
  work: Promise<true>,
  onError: (error: unknown) => void,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  let late = false;
  const time = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      late = true;
      resolve(false);
    }, milliseconds);
  });
  const guardedWork = work.catch((error: unknown) => {
    if (!late) throw error;
    onError(error);
    return true as const;
  });
  return Promise.race([guardedWork, time]).finally(() => clearTimeout(timer));
}
