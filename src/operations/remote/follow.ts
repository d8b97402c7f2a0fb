/**
 * Polls payments at a remote bank: their statuses are requested when somebody reads them, when a PSU comes back, and
 * in the background with growing pauses, until they are final. Each change is one row of the history and one event,
 * also with several replicas: the payment's row is locked, and each poll is claimed first. Start at
 * `createFollower`.
 */
import {
  isFinal,
  type PaymentStatus,
  paymentLifecycles,
  paymentStatuses,
  toldMove,
} from '../../domain/payments/status.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Settings } from '../operation.ts';
import type { Asking, BankDesk, RemoteStatus, StatusFollower } from '../ports/bank.ts';
import type { RemoteRecord } from '../ports/remote.ts';
import type { Clock, PaymentRecord, Stores, UnitOfWork } from '../ports/stores.ts';
import { productOf } from '../sca/targets.ts';

export interface FollowerParts {
  readonly work: UnitOfWork;
  readonly desk: BankDesk;
  readonly clock: Clock;
  readonly settings: Settings;
  /** Called for a status that changes nothing: one that goes backward, or an unknown one. */
  readonly strange: (status: string) => void;
  /** Called for failures that are not refusals of the bank. */
  readonly failed: (error: unknown) => void;
}

export interface Follower extends StatusFollower {
  /** Requests the status at once, whenever it was last requested: a PSU has just come back. */
  ask(tppId: string, paymentIds: readonly string[]): Promise<void>;
  /** Requests what is due; returns how many payments that were. */
  poll(): Promise<number>;
  start(): void;
  /** Ends after the running requests. */
  stop(): Promise<void>;
}

/** Reads request the status of a payment at most once in this time. */
const readEveryMs = 3_000;
/** After this time an unanswered request may be claimed again by any replica. */
const leaseMs = 30_000;
/** The pause doubles from the first to the last while nothing changes. */
export const pauses = { first: 2_000, last: 15 * 60_000 } as const;
const askedAtOnce = 16;
const idleMs = 1_000;

/** When the status of a payment is requested again, after this many requests in a row without a change. */
export const nextPause = (unchanged: number): number =>
  Math.min(pauses.last, pauses.first * 2 ** Math.min(unchanged, 20));

export function createFollower(parts: FollowerParts): Follower {
  const { work, desk, clock, settings } = parts;
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();

  /** One request and its effect. An unreachable bank is tried again later. */
  async function follow(record: RemoteRecord): Promise<void> {
    const { tppId, id, reference } = record;
    const payment = await work.read.payments.find(tppId, id);
    if (payment === null || reference === null) {
      await work.read.remote.heard(record, { heardAt: record.heardAt, askAt: null, unchanged: 0 });
      return;
    }
    const product = productOf({ settings }, payment);
    const tpp: Asking['tpp'] = { tppId, name: await work.read.tpps.name(tppId) };
    let answered: RemoteStatus;
    try {
      answered = await desk.paymentStatus(tpp, { product, reference });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const unchanged = record.unchanged + 1;
      const askAt = clock() + nextPause(unchanged);
      await work.read.remote.heard(record, { heardAt: record.heardAt, askAt, unchanged });
      throw error;
    }
    await work.transaction(async (stores) => {
      const locked = await stores.payments.lock(id);
      if (locked === null) return;
      const status = await take(stores, locked, answered);
      const unchanged = status === locked.status ? record.unchanged + 1 : 0;
      const now = clock();
      const askAt = isFinal(status) ? null : now + nextPause(unchanged);
      await stores.remote.heard(record, { heardAt: now, askAt, unchanged });
    });
  }

  /** Moves the payment to the bank's status; returns the resulting one. */
  async function take(
    stores: Stores,
    payment: PaymentRecord,
    answered: RemoteStatus,
  ): Promise<PaymentStatus> {
    const { status: from, paymentId } = payment;
    if (answered.fundsAvailable !== null && answered.fundsAvailable !== payment.fundsAvailable)
      await stores.payments.amend(paymentId, { fundsAvailable: answered.fundsAvailable });
    const to = paymentStatuses.find((one) => one === answered.status);
    if (to === from) return from;
    const { settlement } = productOf({ settings }, payment);
    if (to === undefined || !paymentLifecycles[settlement].reachable(from).has(to)) {
      parts.strange(answered.status);
      return from;
    }
    const change = { paymentId, from, to, at: clock(), reason: 'told by the bank' };
    await stores.payments.move(toldMove(settlement, change));
    return to;
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
    refresh: (tppId, paymentIds) => ask(tppId, paymentIds, clock() - readEveryMs),
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
