/**
 * What all calls to a bank elsewhere have in common: a fair share for each TPP of what may be under way, a bound in time, a
 * circuit breaker, and figures. It opens no transaction and must be used in none. Start at `createCaller`.
 */
import { createFairQueue, type Leave } from '../../fairness/fair-queue.ts';
import { type CallEnding, createBreakers, nameOf, type Part } from './breakers.ts';
import { type CallFigures, createCounts, type Outcome } from './figures.ts';
import type { Transport } from './http.ts';
import { createProbe } from './probe.ts';
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
  /** How often a bank that was given up is tried; every five seconds when absent. */
  readonly probeEveryMs?: number;
}

export const defaultCallsAtOnce = 32;
/** How many calls of one TPP may wait for a slot. */
const waitingAtMost = 100;

/** What came of a call. `ending`: what it says about the bank; none where no call was made. */
export type Result<Answer> = { readonly outcome: Outcome; readonly ending?: CallEnding } & (
  | { readonly answer: Answer }
  | { readonly refusal: RemoteRefusal }
);

export interface CallOf<Name extends string> {
  readonly name: Name;
  /** Whose share of the calls it takes. */
  readonly tppId: string;
  /** Of which product it is, where it is of one. */
  readonly product?: string;
  /** Epoch milliseconds; the call ends at this time, and after the time of the settings anyway. */
  readonly deadline?: number | undefined;
}

export interface Caller<Name extends string, Alarm extends string> {
  /** `make` sends the call, and ends at `until`; a refusal in its result is thrown. */
  call<Answer>(call: CallOf<Name>, make: (until: number) => Promise<Result<Answer>>): Promise<Answer>;
  alarmed(kind: Alarm): void;
  /** The certificate by which the bank knows this service is another one from now on. */
  renew(settings: Pick<CallSettings, 'certificateEndsAt'>): void;
  figures(): CallFigures<Name, Alarm>;
  /** No call begins from now on. */
  close(): void;
}

const probeEveryMs = 5_000;

/** `transport`: over which the calls are sent. */
export function createCaller<Name extends string, Alarm extends string>(
  settings: Pick<CallSettings, 'timeoutMs' | 'certificateEndsAt'>,
  transport: Pick<Transport, 'reach'>,
  parts: CallerParts,
  names: readonly Name[],
  alarmKinds: readonly Alarm[],
): Caller<Name, Alarm> {
  const { callsAtOnce = defaultCallsAtOnce, now, notice } = parts;
  const counts = createCounts(names, alarmKinds);
  let lastAnsweredAt: number | null = null;
  let { certificateEndsAt } = settings;
  let closed = false;
  const queue = createFairQueue({
    slots: () => callsAtOnce,
    waitingAtMost,
    patienceMs: settings.timeoutMs / 2,
    tooLong: () => unavailable('NONE', 'no slot for another call'),
  });
  /** When a part was given up; null: the bank as a whole. */
  const lostAt = new Map<Part | null, number>();
  const breakers = createBreakers({
    now: parts.monotonic ?? (() => performance.now()),
    random: parts.random,
    onOpen(part) {
      lostAt.set(part, now());
      queue.turnAway(held(part), part === null ? undefined : nameOf(part));
      if (part !== null) return notice('calls to the bank held', { ...part });
      notice('bank lost', { lastAnsweredMs: now() - (lastAnsweredAt ?? now()) });
      probe.start();
    },
    onClose(part) {
      const awayMs = now() - (lostAt.get(part) ?? now());
      if (part !== null) return notice('calls to the bank go on', { ...part, awayMs });
      notice('bank found', { awayMs });
      probe.stop();
    },
  });
  const probe = createProbe({
    everyMs: parts.probeEveryMs ?? probeEveryMs,
    reach: transport.reach,
    reached: breakers.reached,
  });
  const held = (part: Part | null) =>
    unavailable('NONE', 'the circuit breaker is open', breakers.pauseMs(part) / 1_000);

  /** A slot among the calls under way. */
  async function enter(tppId: string, part: Part, until: number): Promise<Leave> {
    const entered = queue.tryEnter(tppId) ?? (await soon(queue.wait(tppId, nameOf(part)), until - now()));
    if (closed || now() >= until) {
      entered();
      throw unavailable('NONE', closed ? 'closed' : 'late');
    }
    return entered;
  }

  /** Makes the call, and says how it ended. `own`: it has all the time of the settings. */
  async function made<Answer>(
    part: Part,
    make: (until: number) => Promise<Result<Answer>>,
    until: number,
    own: boolean,
  ): Promise<Result<Answer>> {
    const ended = breakers.begin(part);
    if (ended === null) return { outcome: 'HELD', refusal: held(part) };
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
    async call({ name, tppId, product = '', deadline }, make) {
      const part = { operation: name, product };
      const latest = now() + settings.timeoutMs;
      const until = Math.min(deadline ?? latest, latest);
      const counted = (outcome: Outcome) => {
        counts.calls[name][outcome] += 1;
      };
      if (!breakers.closed(part)) {
        counted('HELD');
        throw held(part);
      }
      const leave = await enter(tppId, part, until).catch((error: unknown) => {
        counted(breakers.closed(part) ? 'CROWDED' : 'HELD');
        throw error;
      });
      try {
        const result = await made(part, make, until, until === latest);
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
    renew(next) {
      certificateEndsAt = next.certificateEndsAt;
    },
    figures: () => ({
      ...counts,
      breaker: breakers.state(),
      held: breakers.held(),
      underWay: queue.inside(),
      waiting: queue.waiting(),
      lastAnsweredAt,
      certificateEndsAt,
    }),
    close() {
      closed = true;
      probe.stop();
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
