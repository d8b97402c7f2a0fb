/**
 * What all calls to a bank elsewhere have in common: connections, a fair share for each TPP of what may be under way, a bound
 * in time, a circuit breaker, and figures. It opens no transaction and must be used in none. Start at `createCaller`.
 */
import { createFairQueue, type FairQueue, type Leave } from '../../fairness/fair-queue.ts';
import { type Breakers, type CallEnding, createBreakers, nameOf, type Part } from './breakers.ts';
import { type CallFigures, createCounts, type Outcome } from './figures.ts';
import { openTransport, type Transport } from './http.ts';
import { createProbe, type Probe } from './probe.ts';
import { type RemoteRefusal, unavailable } from './refusals.ts';
import type { CallSettings } from './settings.ts';
import type { CallTraces } from './traces.ts';

type Fields = Readonly<Record<string, string | number>>;

export interface CallParts<Alarm extends string> {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds that only grow; those of the process where absent. */
  readonly monotonic?: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** A line for the log, without personal data. */
  readonly notice: (name: string, fields?: Fields) => void;
  /** Something that an operator has to mend. */
  readonly alarm: (kind: Alarm, fields: Fields) => void;
  /** Absent: calls are not traced. */
  readonly traces?: CallTraces | null;
  /** Calls under way at a time, each on a connection of its own. */
  readonly callsAtOnce?: number;
  /** How often a bank that was given up is tried; every five seconds when absent. */
  readonly probeEveryMs?: number;
}

const defaultCallsAtOnce = 32;
/** How many calls of one TPP may wait for a slot. */
const waitingAtMost = 100;
const probeEveryMs = 5_000;

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

/** Sends a call, and ends at `until`. */
type Make<Answer> = (until: number) => Promise<Result<Answer>>;

export interface Caller<Name extends string, Alarm extends string> {
  /** Over which the calls are sent. */
  readonly transport: Transport;
  /** A refusal in the result of `make` is thrown. */
  call<Answer>(call: CallOf<Name>, make: Make<Answer>): Promise<Answer>;
  /** Counts and reports something that an operator has to mend. */
  alarm(kind: Alarm, fields: Fields): void;
  /** Calls with another key, certificate and CAs from now on. */
  renew(settings: CallSettings): void;
  figures(): CallFigures<Name, Alarm>;
  /** Ends all connections; what is under way is refused, and no call begins from now on. */
  close(): Promise<void>;
}

/** What all calls to one bank share. */
interface Bank<Name extends string> {
  readonly timeoutMs: number;
  readonly now: () => number;
  readonly notice: CallParts<string>['notice'];
  readonly transport: Transport;
  readonly calls: Readonly<Record<Name, Record<Outcome, number>>>;
  readonly queue: FairQueue;
  readonly breakers: Breakers;
  readonly probe: Probe;
  /** When a part was given up; null: the bank as a whole. */
  readonly lostAt: Map<Part | null, number>;
  lastAnsweredAt: number | null;
  closed: boolean;
}

export function createCaller<Name extends string, Alarm extends string>(
  settings: CallSettings,
  parts: CallParts<Alarm>,
  names: readonly Name[],
  alarmKinds: readonly Alarm[],
): Caller<Name, Alarm> {
  const { calls, alarms } = createCounts(names, alarmKinds);
  const bank = openBank(settings, parts, calls);
  const { transport, queue, breakers, probe } = bank;
  let { certificateEndsAt } = settings;
  return {
    transport,
    call: (call, make) => makeCall(bank, call, make),
    alarm(kind, fields) {
      alarms[kind] += 1;
      parts.alarm(kind, fields);
    },
    renew(next) {
      certificateEndsAt = next.certificateEndsAt;
      transport.renew(next);
    },
    figures: () => ({
      calls,
      alarms,
      breaker: breakers.state(),
      held: breakers.held(),
      underWay: queue.inside(),
      waiting: queue.waiting(),
      lastAnsweredAt: bank.lastAnsweredAt,
      certificateEndsAt,
    }),
    async close() {
      bank.closed = true;
      probe.stop();
      queue.turnAway(unavailable('NONE', 'closed'));
      await transport.close();
    },
  };
}

function openBank<Name extends string>(
  settings: CallSettings,
  { now, notice, random, callsAtOnce = defaultCallsAtOnce, ...parts }: CallParts<never>,
  calls: Bank<Name>['calls'],
): Bank<Name> {
  const { timeoutMs } = settings;
  const transport = openTransport(settings, callsAtOnce);
  const queue = createFairQueue({
    slots: () => callsAtOnce,
    waitingAtMost,
    patienceMs: timeoutMs / 2,
    tooLong: () => unavailable('NONE', 'no slot for another call'),
  });
  const breakers = createBreakers({
    now: parts.monotonic ?? (() => performance.now()),
    random,
    onOpen: (part) => giveUp(bank, part),
    onClose: (part) => goOn(bank, part),
  });
  const probe = createProbe({
    everyMs: parts.probeEveryMs ?? probeEveryMs,
    reach: transport.reach,
    reached: breakers.reached,
  });
  const state = { lostAt: new Map(), lastAnsweredAt: null, closed: false };
  const bank: Bank<Name> = { timeoutMs, now, notice, transport, calls, queue, breakers, probe, ...state };
  return bank;
}

type AnyBank = Bank<string>;

function giveUp(bank: AnyBank, part: Part | null): void {
  const { now, notice, queue, lastAnsweredAt } = bank;
  bank.lostAt.set(part, now());
  queue.turnAway(heldCall(bank, part), part === null ? undefined : nameOf(part));
  if (part !== null) notice('calls to the bank held', { ...part });
  else {
    notice('bank lost', { lastAnsweredMs: now() - (lastAnsweredAt ?? now()) });
    bank.probe.start();
  }
}

function goOn({ now, notice, lostAt, probe }: AnyBank, part: Part | null): void {
  const awayMs = now() - (lostAt.get(part) ?? now());
  if (part !== null) notice('calls to the bank go on', { ...part, awayMs });
  else {
    notice('bank found', { awayMs });
    probe.stop();
  }
}

const heldCall = ({ breakers }: AnyBank, part: Part | null): RemoteRefusal =>
  unavailable('NONE', 'the circuit breaker is open', breakers.pauseMs(part) / 1_000);

async function makeCall<Name extends string, Answer>(
  bank: Bank<Name>,
  { name, tppId, product = '', deadline }: CallOf<Name>,
  make: Make<Answer>,
): Promise<Answer> {
  const part = { operation: name, product };
  const latest = bank.now() + bank.timeoutMs;
  const until = Math.min(deadline ?? latest, latest);
  const count = (outcome: Outcome) => {
    bank.calls[name][outcome] += 1;
  };
  if (!bank.breakers.closed(part)) {
    count('HELD');
    throw heldCall(bank, part);
  }
  const leave = await enter(bank, tppId, part, until).catch((error: unknown) => {
    count(bank.breakers.closed(part) ? 'CROWDED' : 'HELD');
    throw error;
  });
  try {
    const result = await attempt(bank, part, make, until, until === latest);
    count(result.outcome);
    if (result.ending === 'ANSWERED') bank.lastAnsweredAt = bank.now();
    if ('refusal' in result) throw result.refusal;
    return result.answer;
  } finally {
    leave();
  }
}

/** A slot among the calls under way. */
async function enter(bank: AnyBank, tppId: string, part: Part, until: number): Promise<Leave> {
  const { queue, now } = bank;
  const leave = queue.tryEnter(tppId) ?? (await soon(queue.wait(tppId, nameOf(part)), until - now()));
  if (!bank.closed && now() < until) return leave;
  leave();
  throw unavailable('NONE', bank.closed ? 'closed' : 'late');
}

/** Makes the call, and reports to the breakers how it ended. `own`: it has all the time of the settings. */
async function attempt<Answer>(
  bank: AnyBank,
  part: Part,
  make: Make<Answer>,
  until: number,
  own: boolean,
): Promise<Result<Answer>> {
  const end = bank.breakers.begin(part);
  if (end === null) return { outcome: 'HELD', refusal: heldCall(bank, part) };
  let ending: CallEnding = 'NEITHER';
  try {
    const result = await make(until);
    // A deadline of the caller's own says nothing about the bank.
    if (own || result.outcome !== 'LATE') ending = result.ending ?? 'NEITHER';
    return result;
  } finally {
    end(ending);
  }
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
