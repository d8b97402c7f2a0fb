/**
 * Polls the statuses of payments in the background, and when a TPP reads them. However many processes poll, claims and row locks ensure
 * that each change writes one row of history and one event.
 */
import { refuse } from '../../../domain/refusal.ts';
import { every } from '../../../every.ts';
import type { BankStatuses, StaleStatus } from '../../../operations/ports/bank.ts';
import type { MayRunTimedWork, Stores } from '../../../operations/ports/stores.ts';
import { type RemoteRecord, remoteStore } from '../ports.ts';
import { type PollParts, pollAll } from './poll.ts';
import { createRecentPolls } from './recent-polls.ts';
import { maxReadWaitMs, staleOf } from './stale.ts';

export interface StatusPollerParts
  extends Omit<PollParts, 'recentPolls' | 'runningPolls' | 'onBackgroundRefusal'> {
  readonly mayRunTimedWork: MayRunTimedWork;
}

export type StatusPoller = ReturnType<typeof createStatusPoller>;

/** Reads of a payment, by however many clients, poll the payment at most once in this time. */
const readPollIntervalMs = 3_000;
/** If the process dies during a poll, another process polls the payment in the background after this time. */
const leaseMs = 30_000;
export const pollBatchSize = 16;
/** The pause after a full batch limits the background polls of a process to 40 a second. */
const pauseMs = { afterFullBatch: 400, afterOtherBatch: 1_000 } as const;
/** The background polls of all payments pause at most this long, because a Retry-After may be long and concern one payment alone. */
const maxRateLimitPauseMs = 10_000;
/** If another process has claimed a payment, reads of this process do not poll the payment for this time. */
const otherClaimMs = 1_000;

export const pauseAfter = (pollCount: number): number =>
  pollCount === pollBatchSize ? pauseMs.afterFullBatch : pauseMs.afterOtherBatch;

export function createStatusPoller(pollerParts: StatusPollerParts) {
  const { work, clock, onError, mayRunTimedWork } = pollerParts;
  const recentPolls = createRecentPolls(readPollIntervalMs);
  const runningPolls = new Map<string, RemoteRecord>();
  const rateLimit = createRateLimitPause();
  const parts = { ...pollerParts, recentPolls, runningPolls, onBackgroundRefusal: rateLimit.savePause };

  /** Returns the number of polled payments. */
  async function pollDue(): Promise<number> {
    if (!(await mayRunTimedWork())) return 0;
    const now = clock();
    const times = { now, until: now + leaseMs };
    const records = await work.stores.get(remoteStore).claimDue(times, pollBatchSize);
    await pollAll(parts, records, { isInBackground: true });
    return records.length;
  }

  /** Polls the payments whose last poll was at `before` or earlier. null: polls all payments. */
  async function pollIfBefore(
    tppId: string,
    paymentIds: readonly string[],
    before: number | null,
  ): Promise<void> {
    const now = clock();
    // `claim` does not return the payments that another process has claimed. For them this short block stays.
    recentPolls.block(tppId, paymentIds, now + otherClaimMs);
    const times = { now, before, until: now + leaseMs };
    const records = await work.stores.get(remoteStore).claim(tppId, paymentIds, times);
    const ids = records.map(({ id }) => id);
    recentPolls.block(tppId, ids, now + readPollIntervalMs);
    await pollAll(parts, records, { isInBackground: false });
  }

  const pollAndGetPauseMs = async () => Math.max(pauseAfter(await pollDue()), rateLimit.takePauseMs());
  const loop = every(pauseMs.afterOtherBatch, pollAndGetPauseMs, onError);
  const statuses: BankStatuses = {
    async refresh(tppId, readPaymentIds) {
      const now = clock();
      const unblockedIds = recentPolls.filterUnblocked(tppId, await readPaymentIds(), now);
      if (unblockedIds.length === 0) return false;
      const polls = pollIfBefore(tppId, unblockedIds, now - readPollIntervalMs);
      const haveEnded = await endsWithin(maxReadWaitMs, polls, onError);
      const hangingRecords = haveEnded ? [] : unblockedIds.flatMap((id) => runningPolls.get(id) ?? []);
      for (const { id, reportedAt } of hangingRecords)
        recentPolls.saveResult(tppId, id, { why: 'UNANSWERED', reportedAt });
      return true;
    },

    stale: (tppId, paymentIds) => findStale(parts, tppId, paymentIds),
    findReferences: (tppId, paymentIds) => findBankReferences(work.of(tppId).readOnly, tppId, paymentIds),
  };
  return {
    ...statuses,
    /** Polls even if the last poll was a short time ago. */
    pollNow: (tppId: string, paymentIds: readonly string[]) => pollIfBefore(tppId, paymentIds, null),
    pollDue,
    /** Polls at once, and then after each pause. */
    start: loop.wake,
    /** Waits for the background polls in progress, but does not abort them. They fail when the client of the bank is closed. */
    stop: loop.stop,
  };
}

/** Polls the payments. Throws UNAVAILABLE if the bank does not answer. */
export async function requireAnsweredPoll(
  poller: Pick<StatusPoller, 'pollNow' | 'stale'>,
  tppId: string,
  paymentIds: readonly string[],
): Promise<void> {
  await poller.pollNow(tppId, paymentIds);
  const stale = await poller.stale(tppId, paymentIds);
  if ([...stale.values()].some(({ why }) => why === 'UNANSWERED'))
    throw refuse('UNAVAILABLE', { retryAfterSeconds: 2 });
}

async function findStale(
  { work, recentPolls, clock }: Pick<PollParts, 'work' | 'recentPolls' | 'clock'>,
  tppId: string,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, StaleStatus>> {
  const now = clock();
  const staleById = new Map(paymentIds.map((id) => [id, recentPolls.findResult(tppId, id, now)]));
  const uncachedIds = paymentIds.filter((id) => staleById.get(id) === undefined);
  const remote = work.of(tppId).stores.get(remoteStore);
  const rows = uncachedIds.length === 0 ? [] : await remote.findPayments(tppId, uncachedIds);
  for (const row of rows) {
    const stale = staleOf(row, now);
    recentPolls.saveResult(tppId, row.id, stale);
    staleById.set(row.id, stale);
  }
  return new Map([...staleById].flatMap(([id, stale]) => (stale ? [[id, stale]] : [])));
}

async function findBankReferences(stores: Stores, tppId: string, paymentIds: readonly string[]) {
  const rows = await stores.get(remoteStore).findPayments(tppId, paymentIds);
  return new Map(rows.map(({ id, reference, reportedAt }) => [id, { reference, reportedAt }]));
}

function createRateLimitPause() {
  let longestPauseMs = 0;
  return {
    savePause(retryAfterMs: number): void {
      longestPauseMs = Math.max(longestPauseMs, Math.min(retryAfterMs, maxRateLimitPauseMs));
    },
    /** The longest pause that the bank has asked for since the last call; 0: none. */
    takePauseMs(): number {
      const requestedPauseMs = longestPauseMs;
      longestPauseMs = 0;
      return requestedPauseMs;
    },
  };
}

/** true: `polls` ended within `milliseconds`. Later errors go to `onError`. */
async function endsWithin(
  milliseconds: number,
  polls: Promise<void>,
  onError: (error: unknown) => void,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  try {
    const haveEnded = await Promise.race([polls.then(() => true), timeout]);
    if (!haveEnded) polls.catch(onError);
    return haveEnded;
  } finally {
    clearTimeout(timer);
  }
}
