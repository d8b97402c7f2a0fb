/**
 * What all calls to a bank elsewhere have in common: a fair share for each TPP of what may be under way, a bound in time, a
 * circuit breaker, and figures. It opens no transaction and must be used in none. Start at `createCaller`.
 */
import { createFairQueue, type Leave } from '../../fairness/fair-queue.ts';
import { createBreaker, type Ending } from './breaker.ts';
import { type CallFigures, createCounts, type Outcome } from './figures.ts';
import { type RemoteRefusal, unavailable } from './refusals.ts';
import type { CallSettings } from './settings.ts';

export interface CallerParts {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds that only grow; those of the process where absent. */
  readonly monotonic?: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** A line for the log, without personal data. */
  readonly notice: (name: string, fields?: Readonly<Record<string, string | number>>) => void;
  /** Calls under way at a time, each on a connection of its own. */
  readonly callsAtOnce?: number;
}

export const defaultCallsAtOnce = 32;
/** How many calls of one TPP may wait for a slot. */
const waitingAtMost = 100;

/** What came of a call. `ending`: what it says about the bank; none where no call was made. */
export type Result<Answer> = { readonly outcome: Outcome; readonly ending?: Ending } & (
  | { readonly answer: Answer }
  | { readonly refusal: RemoteRefusal }
);

export interface CallOf<Name extends string> {
  readonly name: Name;
  /** Whose share of the calls it takes. */
  readonly tppId: string;
  /** Epoch milliseconds; the call ends at this time, and after the time of the settings anyway. */
  readonly deadline?: number | undefined;
}

export interface Caller<Name extends string, Alarm extends string> {
  /** `make` sends the call, and ends at `until`; a refusal in its result is thrown. */
  call<Answer>(call: CallOf<Name>, make: (until: number) => Promise<Result<Answer>>): Promise<Answer>;
  alarmed(kind: Alarm): void;
  figures(): CallFigures<Name, Alarm>;
  /** No call begins from now on. */
  close(): void;
}

export function createCaller<Name extends string, Alarm extends string>(
  settings: Pick<CallSettings, 'timeoutMs' | 'certificateEndsAt'>,
  parts: CallerParts,
  names: readonly Name[],
  alarmKinds: readonly Alarm[],
): Caller<Name, Alarm> {
  const { callsAtOnce = defaultCallsAtOnce, now, notice } = parts;
  const counts = createCounts(names, alarmKinds);
  let lastAnsweredAt: number | null = null;
  let closed = false;
  const queue = createFairQueue({
    slots: () => callsAtOnce,
    waitingAtMost,
    patienceMs: settings.timeoutMs / 2,
    tooLong: () => unavailable('NONE', 'no slot for another call'),
  });
  let lostAt = 0;
  const breaker = createBreaker({
    now: parts.monotonic ?? (() => performance.now()),
    random: parts.random,
    onOpen: () => {
      lostAt = now();
      notice('bank lost', { lastAnsweredMs: lostAt - (lastAnsweredAt ?? lostAt) });
      queue.turnAway(held());
    },
    onClose: () => notice('bank found', { awayMs: now() - lostAt }),
  });
  const held = () => unavailable('NONE', 'the circuit breaker is open', breaker.pauseMs() / 1_000);

  /** A slot among the calls under way. */
  async function enter(tppId: string, until: number): Promise<Leave> {
    const entered = queue.tryEnter(tppId) ?? (await soon(queue.wait(tppId), until - now()));
    if (closed || now() >= until) {
      entered();
      throw unavailable('NONE', closed ? 'closed' : 'late');
    }
    return entered;
  }

  /** Makes the call, and says how it ended. `own`: it has all the time of the settings. */
  async function made<Answer>(
    make: (until: number) => Promise<Result<Answer>>,
    until: number,
    own: boolean,
  ): Promise<Result<Answer>> {
    const ended = breaker.begin();
    if (ended === null) return { outcome: 'HELD', refusal: held() };
    let result: Result<Answer> | undefined;
    try {
      result = await make(until);
      return result;
    } finally {
      const ending = result?.ending ?? 'NEITHER';
      // A deadline of the caller's own says nothing about the bank.
      ended(result?.outcome === 'LATE' && !own ? 'NEITHER' : ending);
    }
  }

  return {
    async call({ name, tppId, deadline }, make) {
      const latest = now() + settings.timeoutMs;
      const until = Math.min(deadline ?? latest, latest);
      const counted = (outcome: Outcome) => {
        counts.calls[name][outcome] += 1;
      };
      if (!breaker.closed()) {
        counted('HELD');
        throw held();
      }
      const leave = await enter(tppId, until).catch((error: unknown) => {
        counted(breaker.closed() ? 'CROWDED' : 'HELD');
        throw error;
      });
      try {
        const result = await made(make, until, until === latest);
        counted(result.outcome);
        if (result.ending === 'ANSWERED') lastAnsweredAt = now();
        if ('refusal' in result) throw result.refusal;
        return result.answer;
      } finally {
        leave();
      }
    },
    alarmed(kind) {
      counts.alarms[kind] += 1;
    },
    figures: () => ({
      ...counts,
      breaker: breaker.state(),
      underWay: queue.inside(),
      waiting: queue.waiting(),
      lastAnsweredAt,
      certificateEndsAt: settings.certificateEndsAt,
    }),
    close() {
      closed = true;
      queue.turnAway(unavailable('NONE', 'closed'));
    },
  };
}

/** The slot, if it comes in time; one that comes later is given back at once. */
function soon(slot: Promise<Leave>, milliseconds: number): Promise<Leave> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(unavailable('NONE', 'no slot for another call in time'));
      slot.then((leave) => leave()).catch(() => undefined);
    }, milliseconds);
    slot.finally(() => clearTimeout(late)).then(resolve, reject);
  });
}
