/**
 * Follows payments at a remote bank: their statuses are asked for when somebody reads them, when a PSU comes back, and in the
 * background with pauses that grow, until they are final. Each change is one row of the history and one event, over
 * replicas too: the payment's row is locked, and a question belongs to whoever has claimed it. Start at `createFollower`.
 */
import { awaitsApproval, isFinal, type PaymentStatus, reportedStatus } from '../../domain/payments/status.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { BankDesk, RemoteStatus, StatusFollower } from '../ports/bank.ts';
import type { HeardStatus, RemoteRecord } from '../ports/remote.ts';
import type { FollowedPayment } from '../ports/stores.ts';
import { productOf } from '../sca/targets.ts';
import { nextPause, pauses } from './pauses.ts';
import { createRecentlyAsked } from './recently-asked.ts';
import { createTaker, type Taken, type TakerParts } from './take.ts';

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
/** While the bank does not answer the pause is no longer than this, so that its return is noticed. */
const awayPauseMs = 5 * 60_000;
/** What nobody has approved within a day is asked for twice a day, and whenever somebody reads it. */
const abandoned = { afterMs: 24 * 3_600_000, pauseMs: 12 * 3_600_000 } as const;
export const questionsAtOnce = 16;
/** The next questions come after this time: 40 a second at most, however many payments are under way. */
const pauseMs = { full: 400, idle: 1_000 } as const;
/** A payment that another replica has asked for, or that is not asked for any more, is looked at again after this time. */
const notOursMs = 1_000;
/** Of how many payments it is remembered that the bank was silent. */
const silentAtMost = 10_000;

/** How long until the next questions, when so many were due just now. */
export const pauseAfter = (asked: number): number =>
  asked === questionsAtOnce ? pauseMs.full : pauseMs.idle;

export function createFollower(parts: FollowerParts): Follower {
  const { work, desk, clock, settings } = parts;
  const take = createTaker(parts);
  /** Payments whose last question had no answer, with when the bank was last heard of them. */
  const silent = new Map<string, number | null>();
  const recent = createRecentlyAsked(readEveryMs);
  /** Questions that this process has asked and that are not answered yet, by payment. */
  const underWay = new Map<string, RemoteRecord>();
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();

  function pauseOf(
    { createdAt }: FollowedPayment,
    status: PaymentStatus,
    unchanged: number,
    atMost: number,
  ): number {
    const old = clock() - createdAt > abandoned.afterMs;
    return awaitsApproval(status) && old ? abandoned.pauseMs : Math.min(nextPause(unchanged), atMost);
  }

  function noteSilence({ id, heardAt }: Pick<RemoteRecord, 'id' | 'heardAt'>): void {
    if (silent.size >= silentAtMost) silent.clear();
    silent.set(id, heardAt);
  }

  /** When the bank was heard of, now or earlier, and when the payment is asked for again. */
  function heardOf(
    { tppId, id, ...record }: RemoteRecord,
    payment: FollowedPayment,
    { from, status }: Taken,
    heardAt: number | null,
    pauseAtMost: number = pauses.last,
  ): HeardStatus {
    const unchanged = status === from ? record.unchanged + 1 : 0;
    const askAt = isFinal(status) ? null : clock() + pauseOf(payment, status, unchanged, pauseAtMost);
    return { tppId, id, heardAt, askAt, unchanged };
  }

  /**
   * One question and what comes of it: what is to be stored, or null when that is done. A bank that is away is asked again
   * later.
   */
  async function follow(record: RemoteRecord, nameOf: (tppId: string) => Promise<string>): Promise<Heard> {
    const { tppId, id, reference, heardAt } = record;
    const [payment, name] = await Promise.all([work.read.payments.followed(tppId, id), nameOf(tppId)]);
    if (payment === null || reference === null)
      return { heard: { tppId, id, heardAt, askAt: null, unchanged: 0 } };
    const { status } = payment;
    const asWas = { from: status, status };
    let answered: RemoteStatus;
    underWay.set(id, record);
    try {
      const product = productOf({ settings }, payment);
      answered = await desk.paymentStatus({ tppId, name }, { product, reference });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      noteSilence(record);
      return { heard: heardOf(record, payment, asWas, heardAt, awayPauseMs) };
    } finally {
      underWay.delete(id);
    }
    silent.delete(id);
    const moves = reportedStatus(answered.status) !== status;
    // Most questions change nothing, and need no transaction. A move meanwhile is found by the next question.
    if (!moves && !isNew(answered, payment)) return { heard: heardOf(record, payment, asWas, clock()) };
    await take(payment, moves, answered, (stores, taken) =>
      stores.remote.heard([heardOf(record, payment, taken, clock())]),
    );
    return { heard: null };
  }

  async function followAll(records: readonly RemoteRecord[]): Promise<void> {
    const names = new Map<string, Promise<string>>();
    const nameOf = (tppId: string): Promise<string> => {
      const name = names.get(tppId) ?? work.read.tpps.name(tppId);
      names.set(tppId, name);
      return name;
    };
    const results = await Promise.allSettled(records.map((record) => follow(record, nameOf)));
    const all = results.flatMap((result) =>
      result.status === 'fulfilled' ? (result.value.heard ?? []) : [],
    );
    if (all.length > 0) await work.read.remote.heard(all);
    for (const result of results) if (result.status === 'rejected') parts.failed(result.reason);
  }

  async function ask(tppId: string, paymentIds: readonly string[], before: number): Promise<void> {
    const now = clock();
    recent.rest(tppId, paymentIds, now + notOursMs);
    const ours = await work.read.remote.claim(tppId, paymentIds, { now, before, until: now + leaseMs });
    recent.rest(
      tppId,
      ours.map(({ id }) => id),
      now + readEveryMs,
    );
    await followAll(ours);
  }

  async function poll(): Promise<number> {
    const now = clock();
    const due = await work.read.remote.claimDue({ now, until: now + leaseMs }, questionsAtOnce);
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
        if (!stopping) timer = setTimeout(iterate, pauseAfter(asked)).unref();
      });
  };

  return {
    async refresh(tppId, paymentIds) {
      const begun = clock();
      const due = recent.due(tppId, paymentIds, begun);
      if (due.length === 0) return false;
      const asked = ask(tppId, due, begun - readEveryMs).then(() => true as const);
      if (!(await within(readWaitsMs, asked, parts.failed)))
        for (const record of due.flatMap((id) => underWay.get(id) ?? [])) noteSilence(record);
      return true;
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

/** What has come of a question; null: it is stored already. */
interface Heard {
  readonly heard: HeardStatus | null;
}

/** Whether the bank says of the cover what is not known here. */
const isNew = ({ fundsAvailable }: RemoteStatus, payment: FollowedPayment): boolean =>
  fundsAvailable !== null && fundsAvailable !== payment.fundsAvailable;

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
