/**
 * Follows payments at a remote bank: their statuses are asked for when somebody reads them, when a PSU comes back, and in the
 * background with pauses that grow, until they are final. Each change is one row of the history and one event, over
 * replicas too: the payment's row is locked, and a question belongs to whoever has claimed it. Start at `createFollower`.
 */
import { awaitsApproval, isFinal, type PaymentStatus, reportedStatus } from '../../domain/payments/status.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { BankDesk, RemoteStatus, StatusFollower } from '../ports/bank.ts';
import type { RemoteRecord } from '../ports/remote.ts';
import type { PaymentRecord } from '../ports/stores.ts';
import { productOf } from '../sca/targets.ts';
import { createTaker, type TakerParts } from './take.ts';

export interface FollowerParts extends TakerParts {
  readonly desk: BankDesk;
  /** Hears of failures that are no refusals of the bank. */
  readonly failed: (error: unknown) => void;
}

export interface Follower extends StatusFollower {
  /** Asks for what is due; answers how many payments that were. */
  poll(): Promise<number>;
  start(): void;
  /** Ends after the questions under way. */
  stop(): Promise<void>;
}

/** A payment is asked for on reads at most once in this time. */
const readEveryMs = 3_000;
/** For so long a read waits for the bank; then it is answered by what is known, and the question goes on. */
const readWaitsMs = 2_000;
/** A question that is not answered by then is asked again by whoever comes by. */
const leaseMs = 30_000;
/** The pause doubles from the first to the last while nothing changes. */
export const pauses = { first: 2_000, last: 15 * 60_000 } as const;
/** While the bank does not answer the pause is no longer than this, so that its return is noticed. */
const awayPauseMs = 5 * 60_000;
/** What nobody has approved within a day is asked for twice a day, and whenever somebody reads it. */
const abandoned = { afterMs: 24 * 3_600_000, pauseMs: 12 * 3_600_000 } as const;
const askedAtOnce = 16;
const idleMs = 1_000;
/** Of how many payments it is remembered that the bank was silent. */
const silentAtMost = 10_000;

/** When a payment is asked for again, after so many questions in a row that changed nothing. */
export const nextPause = (unchanged: number): number =>
  Math.min(pauses.last, pauses.first * 2 ** Math.min(unchanged, 20));

export function createFollower(parts: FollowerParts): Follower {
  const { work, desk, clock, settings } = parts;
  const take = createTaker(parts);
  /** Payments whose last question had no answer, with when the bank was last heard of them. */
  const silent = new Map<string, number | null>();
  /** Questions that this process has asked and that are not answered yet, by payment. */
  const underWay = new Map<string, RemoteRecord>();
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();

  function pauseOf(payment: PaymentRecord, status: PaymentStatus, unchanged: number): number {
    const old = clock() - payment.createdAt > abandoned.afterMs;
    return awaitsApproval(status) && old ? abandoned.pauseMs : nextPause(unchanged);
  }

  function noteSilence({ id, heardAt }: RemoteRecord): void {
    if (silent.size >= silentAtMost) silent.clear();
    silent.set(id, heardAt);
  }

  /** One question and what comes of it. A bank that is away is asked again later. */
  async function follow(record: RemoteRecord): Promise<void> {
    const { tppId, id, reference } = record;
    const payment = await work.read.payments.find(tppId, id);
    if (payment === null || reference === null) {
      await work.read.remote.heard(record, { heardAt: record.heardAt, askAt: null, unchanged: 0 });
      return;
    }
    const product = productOf({ settings }, payment);
    const tpp = { tppId, name: await work.read.tpps.name(tppId) };
    let answered: RemoteStatus;
    underWay.set(id, record);
    try {
      answered = await desk.paymentStatus(tpp, { product, reference });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      noteSilence(record);
      const unchanged = record.unchanged + 1;
      const pause = pauseOf(payment, payment.status, unchanged);
      const askAt = clock() + (pause > pauses.last ? pause : Math.min(pause, awayPauseMs));
      await work.read.remote.heard(record, { heardAt: record.heardAt, askAt, unchanged });
      throw error;
    } finally {
      underWay.delete(id);
    }
    silent.delete(id);
    await take(
      payment,
      reportedStatus(answered.status) !== payment.status,
      answered,
      async (stores, { from, status }) => {
        const unchanged = status === from ? record.unchanged + 1 : 0;
        const now = clock();
        const askAt = isFinal(status) ? null : now + pauseOf(payment, status, unchanged);
        await stores.remote.heard(record, { heardAt: now, askAt, unchanged });
      },
    );
  }

  async function followAll(records: readonly RemoteRecord[]): Promise<void> {
    const results = await Promise.allSettled(records.map(follow));
    for (const result of results)
      if (result.status === 'rejected' && !(result.reason instanceof Refusal)) parts.failed(result.reason);
  }

  async function ask(tppId: string, paymentIds: readonly string[], before: number): Promise<void> {
    const now = clock();
    await followAll(await work.read.remote.claim(tppId, paymentIds, { now, before, until: now + leaseMs }));
  }

  async function poll(): Promise<number> {
    const now = clock();
    const due = await work.read.remote.claimDue({ now, until: now + leaseMs }, askedAtOnce);
    await followAll(due);
    return due.length;
  }

  const iterate = (): void => {
    running = poll()
      .catch((error: unknown) => {
        parts.failed(error);
        return 0;
      })
      .then((asked) => {
        if (!stopping) timer = setTimeout(iterate, asked === askedAtOnce ? 0 : idleMs).unref();
      });
  };

  return {
    async refresh(tppId, paymentIds) {
      const asked = ask(tppId, paymentIds, clock() - readEveryMs).then(() => true as const);
      if (await within(readWaitsMs, asked, parts.failed)) return;
      for (const record of paymentIds.flatMap((id) => underWay.get(id) ?? [])) noteSilence(record);
    },
    unanswered: (paymentIds) =>
      new Map(
        paymentIds.flatMap((id) => {
          const heardAt = silent.get(id);
          return heardAt === undefined ? [] : [[id, heardAt] as const];
        }),
      ),
    ask: (tppId, paymentIds) => ask(tppId, paymentIds, clock()),
    poll,
    start: iterate,
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** False when the time is over first; what then comes of the work is nobody's but `failed`'s. */
async function within(
  milliseconds: number,
  work: Promise<true>,
  failed: (error: unknown) => void,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  let late = false;
  const time = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      late = true;
      resolve(false);
    }, milliseconds);
  });
  const done = work.catch((error: unknown) => {
    if (!late) throw error;
    failed(error);
    return true as const;
  });
  return Promise.race([done, time]).finally(() => clearTimeout(timer));
}
