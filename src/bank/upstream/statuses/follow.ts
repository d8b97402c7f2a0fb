/**
 * Follows payments at a remote bank: their statuses are asked for when somebody reads them, when a PSU comes back, and in the
 * background with pauses that grow, until they are final. Each change is one row of the history and one event, over
 * replicas too: the payment's row is locked, and a question belongs to whoever has claimed it. Start at `createFollower`.
 */
import { isFinal, noMove, reportedStatus } from '../../../domain/payments/status.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { every } from '../../../every.ts';
import type { BankStatuses, StaleStatus } from '../../../operations/ports/bank.ts';
import type { MayWork, PaymentHead } from '../../../operations/ports/stores.ts';
import { productOf } from '../../../operations/sca/targets.ts';
import { tppTime } from '../../../operations/tpp-time.ts';
import type { BankClient, RemoteStatus } from '../client-port.ts';
import type { HeardStatus, RemoteRecord } from '../ports.ts';
import { type EndedQuestion, neverAgain, notAnswered, paymentUnknown, statusTold } from './heard.ts';
import { createRecentlyAsked } from './recently-asked.ts';
import { readWaitsMs, staleOf } from './stale.ts';
import { createTaker, type TakerParts } from './take.ts';

export interface FollowerParts extends TakerParts {
  readonly client: Pick<BankClient, 'paymentStatus'>;
  /** Whether work that goes by the clock may begin; absent: always. */
  readonly mayWork?: MayWork | undefined;
  /** Hears of failures that are no refusals of the bank. */
  readonly failed: (error: unknown) => void;
  /** Hears of each answer by which the bank does not know a payment. */
  readonly unknown: () => void;
  /** Hears of a payment that is not asked for any more, because the bank does not know it. */
  readonly givenUp: (paymentId: string) => void;
}

export interface Follower extends BankStatuses {
  /** Asks at once, however long ago the last question was: a PSU has just come back. */
  ask(tppId: string, paymentIds: readonly string[]): Promise<void>;
  /** Asks for what is due; answers how many payments that were. */
  poll(): Promise<number>;
  start(): void;
  /** Ends after the questions under way. */
  stop(): Promise<void>;
}

/** A payment is asked for on reads at most once in this time. */
const readEveryMs = 3_000;
/** A question that is not answered by then is asked again by whoever comes by. */
const leaseMs = 30_000;
/** Why a payment whose status stays as it is has a row in its history. */
const unknownThere = 'the bank no longer knows it; its status is not asked for any more';
export const questionsAtOnce = 16;
/** The next questions come after this time: 40 a second at most, however many payments are under way. */
const pauseMs = { full: 400, idle: 1_000 } as const;
/** A payment that another replica has asked for, or that is not asked for any more, is looked at again after this time. */
const notOursMs = 1_000;

/** How long until the next questions, when so many were due just now. */
export const pauseAfter = (asked: number): number =>
  asked === questionsAtOnce ? pauseMs.full : pauseMs.idle;

export function createFollower(parts: FollowerParts): Follower {
  const { work, client, clock, settings, mayWork = async () => true } = parts;
  const take = createTaker(parts);
  const recent = createRecentlyAsked(readEveryMs);
  /** Questions that this process has asked and that are not answered yet, by payment. */
  const underWay = new Map<string, RemoteRecord>();

  /**
   * One question and what comes of it: what is to be stored, or null when that is done. A bank that is away is asked again
   * later.
   */
  async function follow(record: RemoteRecord, nameOf: (tppId: string) => Promise<string>): Promise<Heard> {
    const { tppId, id, reference } = record;
    const [payment, name] = await Promise.all([work.read.payments.head(tppId, id), nameOf(tppId)]);
    if (payment === null || reference === null) return { heard: neverAgain(record) };
    let answered: RemoteStatus;
    underWay.set(id, record);
    try {
      const product = productOf({ settings }, payment);
      answered = await client.paymentStatus({ tppId, name }, { product, reference });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return applyRefusal({ record, payment, at: clock() }, error);
    } finally {
      underWay.delete(id);
    }
    return applyStatus({ record, payment, at: clock() }, answered);
  }

  async function applyStatus(question: EndedQuestion, answered: RemoteStatus): Promise<Heard> {
    const { record, payment } = question;
    const { status } = payment;
    recent.note(record.tppId, record.id, null);
    const moves = reportedStatus(answered.status) !== status;
    // Most questions change nothing, and need no transaction. A move meanwhile is found by the next question.
    if (!moves && !isNew(answered, payment)) return { heard: statusTold(question, { from: status, status }) };
    await take(payment, moves, answered, (stores, taken) =>
      stores.remote.heard([statusTold(question, taken)]),
    );
    return { heard: null };
  }

  async function applyRefusal(question: EndedQuestion, { reason }: Refusal): Promise<Heard> {
    const { record, payment, at } = question;
    const isUnknown = reason === 'RESOURCE_UNKNOWN';
    if (isUnknown) parts.unknown();
    const heard = isUnknown ? paymentUnknown(question) : notAnswered(question);
    recent.note(record.tppId, record.id, staleOf({ ...record, ...heard }, at));
    if (!isUnknown || heard.askAt !== null || isFinal(payment.status)) return { heard };
    await giveUp(payment, heard);
    return { heard: null };
  }

  /** Ends the questions for a payment. It stays as it is: what became of its money, nobody here knows. */
  async function giveUp({ tppId, paymentId }: PaymentHead, heard: HeardStatus): Promise<void> {
    await work.of(tppId).transaction(async (stores) => {
      const payment = await stores.payments.lock(paymentId);
      const at = await tppTime({ clock, settings }, stores, tppId);
      if (payment !== null && !isFinal(payment.status))
        await stores.payments.move(noMove({ paymentId, status: payment.status, at, reason: unknownThere }));
      await stores.remote.heard([heard]);
    });
    parts.givenUp(paymentId);
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
    if (!(await mayWork())) return 0;
    const now = clock();
    const due = await work.read.remote.claimDue({ now, until: now + leaseMs }, questionsAtOnce);
    await followAll(due);
    return due.length;
  }

  const loop = every(pauseAfter(0), async () => pauseAfter(await poll()), parts.failed);

  /** What is stored of payments that nothing was noted of while they rest. */
  async function staleRows(tppId: string, paymentIds: readonly string[], now: number) {
    const rows = await work.of(tppId).read.remote.findMany(tppId, 'PAYMENT', paymentIds);
    return rows.map((row) => {
      const stale = staleOf(row, now);
      recent.note(tppId, row.id, stale);
      return [row.id, stale] as const;
    });
  }

  return {
    async refresh(tppId, paymentIds) {
      const begun = clock();
      const due = recent.due(tppId, await paymentIds(), begun);
      if (due.length === 0) return false;
      const asked = ask(tppId, due, begun - readEveryMs).then(() => true as const);
      if (!(await within(readWaitsMs, asked, parts.failed)))
        for (const { id, heardAt } of due.flatMap((id) => underWay.get(id) ?? []))
          recent.note(tppId, id, { why: 'UNANSWERED', heardAt });
      return true;
    },
    async stale(tppId, paymentIds) {
      const now = clock();
      const noted = paymentIds.map((id) => [id, recent.noted(tppId, id, now)] as const);
      const others = noted.flatMap(([id, stale]) => (stale === undefined ? [id] : []));
      const rows = others.length === 0 ? [] : await staleRows(tppId, others, now);
      return new Map([...noted, ...rows].filter(isStale));
    },
    async find(tppId, paymentIds) {
      const rows = await work.of(tppId).readOnly.remote.findMany(tppId, 'PAYMENT', paymentIds);
      return new Map(rows.map(({ id, reference, heardAt }) => [id, { reference, heardAt }]));
    },
    ask: (tppId, paymentIds) => ask(tppId, paymentIds, clock()),
    poll,
    start: loop.wake,
    stop: loop.stop,
  };
}

/** What has come of a question; null: it is stored already. */
interface Heard {
  readonly heard: HeardStatus | null;
}

const isStale = (
  one: readonly [string, StaleStatus | null | undefined],
): one is readonly [string, StaleStatus] => one[1] !== null && one[1] !== undefined;

/** Whether the bank says of the cover what is not known here. */
const isNew = ({ fundsAvailable }: RemoteStatus, payment: PaymentHead): boolean =>
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
