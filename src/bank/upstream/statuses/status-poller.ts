/**
 * Polls the statuses of payments at a remote bank: when somebody reads them, when a PSU comes back, and in the background with
 * growing pauses until they are final. Each change is one row of the history and one event, over replicas too: the row of
 * the payment is locked, and a poll belongs to whoever has claimed it. Start at `createStatusPoller`.
 */
import { every } from '../../../every.ts';
import type { BankStatuses, StaleStatus } from '../../../operations/ports/bank.ts';
import type { MayWork } from '../../../operations/ports/stores.ts';
import { type PollParts, pollAll } from './poll.ts';
import { createRecentPolls } from './recent-polls.ts';
import { readWaitsMs, staleOf } from './stale.ts';

export interface StatusPollerParts extends Omit<PollParts, 'recent' | 'underWay'> {
  /** Whether work that goes by the clock may begin; absent: always. */
  readonly mayWork?: MayWork | undefined;
}

export interface StatusPoller extends BankStatuses {
  /** Polls at once, however long ago the last poll was: a PSU has just come back. */
  pollNow(tppId: string, paymentIds: readonly string[]): Promise<void>;
  /** Polls what is due; answers how many payments that were. */
  pollDue(): Promise<number>;
  start(): void;
  /** Ends after the polls under way. */
  stop(): Promise<void>;
}

/** Reads poll a payment at most once in this time. */
const readEveryMs = 3_000;
/** A poll that is not answered by then may be claimed again. */
const leaseMs = 30_000;
export const pollsAtOnce = 16;
/** The next polls begin after this time: 40 a second at most, however many payments are under way. */
const pauseMs = { full: 400, idle: 1_000 } as const;
/** After this time this process tries again to claim a payment that another replica polls, or nobody any more. */
const notOursMs = 1_000;

/** How long until the next polls, when so many were due just now. */
export const pauseAfter = (polls: number): number => (polls === pollsAtOnce ? pauseMs.full : pauseMs.idle);

export function createStatusPoller(pollerParts: StatusPollerParts): StatusPoller {
  const parts = { ...pollerParts, recent: createRecentPolls(readEveryMs), underWay: new Map() };
  const loop = every(pauseAfter(0), async () => pauseAfter(await pollDue(parts)), parts.failed);
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

/** Polls those of the payments that nobody has polled since `before`. */
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
  const { clock, recent, underWay, failed } = parts;
  const now = clock();
  const dueIds = recent.due(tppId, await paymentIds(), now);
  if (dueIds.length === 0) return false;
  const polls = pollSince(parts, tppId, dueIds, now - readEveryMs).then(() => true as const);
  if (!(await within(readWaitsMs, polls, failed)))
    for (const { id, heardAt } of dueIds.flatMap((id) => underWay.get(id) ?? []))
      recent.note(tppId, id, { why: 'UNANSWERED', heardAt });
  return true;
}

/** What is noted of payments that rest, and what is stored of the others. */
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

/** False when the time is over first; what then comes of the work is nobody's but `failed`'s. */
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
