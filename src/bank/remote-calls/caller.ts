/**
 * Shared by all calls to a remote bank: connections, a fair share for each TPP, a time limit, circuit breakers and metrics.
 * Never call it inside a transaction.
 */
import { createFairQueue, type FairQueue, type Leave } from '../../fairness/fair-queue.ts';
import { type BreakerPart, type Breakers, type CallEnding, createBreakers, nameOf } from './breakers.ts';
import { type CallFigures, type CallOutcome, createCounts } from './figures.ts';
import { openTransport, type Transport } from './http.ts';
import { createProbe, type Probe } from './probe.ts';
import { type RemoteRefusal, unavailable } from './refusals.ts';
import type { CallSettings } from './settings.ts';
import type { CallTraces } from './traces.ts';

export type CallFields = Readonly<Record<string, string | number>>;

export interface CallParts<Alarm extends string> {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds; those of the process when absent. */
  readonly monotonic?: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Writes a log line without personal data. */
  readonly notice: (name: string, fields?: CallFields) => void;
  /** Reports what an operator must fix. */
  readonly alarm: (kind: Alarm, fields: CallFields) => void;
  readonly traces?: CallTraces | null;
  /** Concurrent calls, each on its own connection. */
  readonly callsAtOnce?: number;
  /** How often an unreachable bank is probed; five seconds when absent. */
  readonly probeEveryMs?: number;
}

const defaultCallsAtOnce = 32;
/** Calls of one TPP that may wait for a slot. */
const waitingAtMost = 100;
const probeEveryMs = 5_000;

/** `ending`: what the call says about the bank; absent if no call was made. */
export type Result<Answer> = { readonly outcome: CallOutcome; readonly ending?: CallEnding } & (
  | { readonly answer: Answer }
  | { readonly refusal: RemoteRefusal }
);

export interface CallOf<Name extends string> {
  readonly name: Name;
  readonly tppId: string;
  readonly product?: string;
  /** Epoch milliseconds; the time limit of the settings applies too. */
  readonly deadline?: number | undefined;
}

/** Must end at `until`, epoch milliseconds. */
type Make<Answer> = (until: number) => Promise<Result<Answer>>;

export interface BankCalls<Name extends string, Alarm extends string> {
  readonly parts: CallParts<Alarm>;
  readonly timeoutMs: number;
  readonly transport: Transport;
  readonly counts: ReturnType<typeof createCounts<Name, Alarm>>;
  readonly queue: FairQueue;
  readonly breakers: Breakers;
  readonly probe: Probe;
  /** When a part was blocked; the key null is the whole bank. */
  readonly lostAt: Map<BreakerPart | null, number>;
  lastAnsweredAt: number | null;
  certificateEndsAt: number;
  closed: boolean;
}

type AnyCalls = BankCalls<never, never>;

export function openCalls<Name extends string, Alarm extends string>(
  settings: CallSettings,
  parts: CallParts<Alarm>,
  names: readonly Name[],
  alarmKinds: readonly Alarm[],
): BankCalls<Name, Alarm> {
  const { callsAtOnce = defaultCallsAtOnce, monotonic = () => performance.now(), random } = parts;
  const { timeoutMs, certificateEndsAt } = settings;
  const transport = openTransport(settings, callsAtOnce);
  const queue = createFairQueue({
    slots: () => callsAtOnce,
    waitingAtMost,
    patienceMs: timeoutMs / 2,
    tooLong: () => unavailable('NONE', 'no slot for another call'),
  });
  const breakers = createBreakers({
    now: monotonic,
    random,
    onOpen: (part) => giveUp(calls, part),
    onClose: (part) => goOn(calls, part),
  });
  const everyMs = parts.probeEveryMs ?? probeEveryMs;
  const probe = createProbe({ everyMs, reach: transport.reach, reached: breakers.reached });
  const counts = createCounts(names, alarmKinds);
  const state = { lostAt: new Map(), lastAnsweredAt: null, certificateEndsAt, closed: false };
  const calls: BankCalls<Name, Alarm> = {
    parts,
    timeoutMs,
    transport,
    counts,
    queue,
    breakers,
    probe,
    ...state,
  };
  return calls;
}

export function raiseAlarm<Alarm extends string>(
  calls: BankCalls<never, Alarm>,
  kind: Alarm,
  fields: CallFields,
): void {
  calls.counts.alarms[kind] += 1;
  calls.parts.alarm(kind, fields);
}

/** From now on, calls use this key, certificate and CAs. */
export function renewCalls(calls: AnyCalls, settings: CallSettings): void {
  calls.certificateEndsAt = settings.certificateEndsAt;
  calls.transport.renew(settings);
}

export const figuresOf = <Name extends string, Alarm extends string>(
  calls: BankCalls<Name, Alarm>,
): CallFigures<Name, Alarm> => ({
  ...calls.counts,
  breaker: calls.breakers.state(),
  held: calls.breakers.held(),
  underWay: calls.queue.inside(),
  waiting: calls.queue.waiting(),
  lastAnsweredAt: calls.lastAnsweredAt,
  certificateEndsAt: calls.certificateEndsAt,
});

/** Aborts calls in progress and refuses new ones. */
export async function closeCalls(calls: AnyCalls): Promise<void> {
  calls.closed = true;
  calls.probe.stop();
  calls.queue.turnAway(unavailable('NONE', 'closed'));
  await calls.transport.close();
}

/** Throws a refusal that `make` returns. */
export async function makeCall<Name extends string, Answer>(
  calls: BankCalls<Name, never>,
  { name, tppId, product = '', deadline }: CallOf<Name>,
  make: Make<Answer>,
): Promise<Answer> {
  const { breakers, parts, timeoutMs, counts } = calls;
  const part = { operation: name, product };
  const latest = parts.now() + timeoutMs;
  const until = Math.min(deadline ?? latest, latest);
  const count = (outcome: CallOutcome) => {
    counts.calls[name][outcome] += 1;
  };
  if (!breakers.closed(part)) {
    count('HELD');
    throw heldCall(calls, part);
  }
  const leave = await enter(calls, tppId, part, until).catch((error: unknown) => {
    count(breakers.closed(part) ? 'CROWDED' : 'HELD');
    throw error;
  });
  try {
    const result = await attempt(calls, part, make, until, until === latest);
    count(result.outcome);
    if (result.ending === 'ANSWERED') calls.lastAnsweredAt = parts.now();
    if ('refusal' in result) throw result.refusal;
    return result.answer;
  } finally {
    leave();
  }
}

async function enter(calls: AnyCalls, tppId: string, part: BreakerPart, until: number): Promise<Leave> {
  const { queue, parts } = calls;
  const leave = queue.tryEnter(tppId) ?? (await soon(queue.wait(tppId, nameOf(part)), until - parts.now()));
  if (!calls.closed && parts.now() < until) return leave;
  leave();
  throw unavailable('NONE', calls.closed ? 'closed' : 'late');
}

/** `own`: the call has the whole time limit of the settings. */
async function attempt<Answer>(
  calls: AnyCalls,
  part: BreakerPart,
  make: Make<Answer>,
  until: number,
  own: boolean,
): Promise<Result<Answer>> {
  const end = calls.breakers.begin(part);
  if (end === null) return { outcome: 'HELD', refusal: heldCall(calls, part) };
  let ending: CallEnding = 'NEITHER';
  try {
    const result = await make(until);
    // The caller's own deadline says nothing about the bank.
    if (own || result.outcome !== 'LATE') ending = result.ending ?? 'NEITHER';
    return result;
  } finally {
    end(ending);
  }
}

function giveUp(calls: AnyCalls, part: BreakerPart | null): void {
  const { queue, lastAnsweredAt, probe } = calls;
  const { now, notice } = calls.parts;
  calls.lostAt.set(part, now());
  queue.turnAway(heldCall(calls, part), part === null ? undefined : nameOf(part));
  if (part !== null) notice('calls to the bank held', { ...part });
  else {
    // Without a number: the bank has not answered since the start.
    notice('bank lost', lastAnsweredAt === null ? {} : { lastAnsweredMs: now() - lastAnsweredAt });
    probe.start();
  }
}

function goOn({ parts, lostAt, probe }: AnyCalls, part: BreakerPart | null): void {
  const { now, notice } = parts;
  const awayMs = now() - (lostAt.get(part) ?? now());
  if (part !== null) notice('calls to the bank go on', { ...part, awayMs });
  else {
    notice('bank found', { awayMs });
    probe.stop();
  }
}

const heldCall = ({ breakers }: AnyCalls, part: BreakerPart | null): RemoteRefusal =>
  unavailable('NONE', 'the circuit breaker is open', breakers.pauseMs(part) / 1_000);

/** Releases a slot that comes too late. */
function soon(slot: Promise<Leave>, milliseconds: number): Promise<Leave> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(unavailable('NONE', 'no slot for another call in time'));
      slot.then((leave) => leave()).catch(() => undefined);
    }, milliseconds);
    slot.finally(() => clearTimeout(late)).then(resolve, reject);
  });
}
