/**
 * The common part of all calls to a remote bank: connections, fair shares of the TPPs, a time limit, circuit breakers and metrics.
 * Never make a call inside a transaction.
 */
import { createFairQueue, type FairQueue, type ReleaseSlot } from '../../fairness/fair-queue.ts';
import { type Breakers, type CallEnding, type CallGroup, createBreakers, groupName } from './breakers.ts';
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
  /** Reports a problem that an operator must correct. */
  readonly alarm: (kind: Alarm, fields: CallFields) => void;
  readonly traces?: CallTraces | null;
  /** Each call has its own connection; `defaultConcurrentCalls` when absent. */
  readonly maxConcurrentCalls?: number;
  /** The pause between probes of an unreachable bank; five seconds when absent. */
  readonly probeEveryMs?: number;
}

const defaultConcurrentCalls = 32;
/** How many calls of one TPP may wait for a slot. */
const waitingAtMost = 100;
const defaultProbeEveryMs = 5_000;

/** `ending` is for the circuit breakers; absent if no call was made. */
export type CallResult<Answer> = { readonly outcome: CallOutcome; readonly ending?: CallEnding } & (
  | { readonly answer: Answer }
  | { readonly refusal: RemoteRefusal }
);

export interface RemoteCall<Name extends string> {
  readonly name: Name;
  readonly tppId: string;
  readonly product?: string;
}

/** Makes one call, which must end at `until` (epoch milliseconds). */
type SendCall<Answer> = (until: number) => Promise<CallResult<Answer>>;

export interface BankCalls<Name extends string, Alarm extends string> {
  readonly parts: CallParts<Alarm>;
  readonly timeoutMs: number;
  readonly transport: Transport;
  readonly counts: ReturnType<typeof createCounts<Name, Alarm>>;
  readonly queue: FairQueue;
  readonly breakers: Breakers;
  readonly probe: Probe;
  /** Since when calls are blocked, by the group object that its breaker always passes; the key null is the whole bank. */
  readonly blockedAt: Map<CallGroup | null, number>;
  lastAnsweredAt: number | null;
  certificateEndsAt: number;
  isClosed: boolean;
}

type AnyCalls = BankCalls<never, never>;

export function openCalls<Name extends string, Alarm extends string>(
  settings: CallSettings,
  parts: CallParts<Alarm>,
  names: readonly Name[],
  alarmKinds: readonly Alarm[],
): BankCalls<Name, Alarm> {
  const { maxConcurrentCalls = defaultConcurrentCalls, monotonic = () => performance.now(), random } = parts;
  const { timeoutMs, certificateEndsAt } = settings;
  const transport = openTransport(settings, maxConcurrentCalls);
  const queue = createFairQueue({
    slots: () => maxConcurrentCalls,
    waitingAtMost,
    patienceMs: timeoutMs / 2,
    timeoutError: () => unavailable('NOT_DONE', 'no slot for another call'),
  });
  const breakers = createBreakers({
    now: monotonic,
    random,
    onOpen: (group) => blockCalls(calls, group),
    onClose: (group) => unblockCalls(calls, group),
  });
  const probeEveryMs = parts.probeEveryMs ?? defaultProbeEveryMs;
  const probe = createProbe({
    everyMs: probeEveryMs,
    tryToReach: transport.tryToReach,
    onReached: breakers.resetBank,
  });
  const counts = createCounts(names, alarmKinds);
  const state = { blockedAt: new Map(), lastAnsweredAt: null, certificateEndsAt, isClosed: false };
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
  blockedGroups: calls.breakers.blockedGroups(),
  running: calls.queue.slotsInUse(),
  waiting: calls.queue.waiting(),
  lastAnsweredAt: calls.lastAnsweredAt,
  certificateEndsAt: calls.certificateEndsAt,
});

/** Aborts calls in progress and refuses new ones. */
export async function closeCalls(calls: AnyCalls): Promise<void> {
  calls.isClosed = true;
  calls.probe.stop();
  calls.queue.rejectWaiting(unavailable('NOT_DONE', 'closed'));
  await calls.transport.close();
}

/** Waits for a slot, and makes the call. Throws a RemoteRefusal if there is no answer. */
export async function makeCall<Name extends string, Answer>(
  calls: BankCalls<Name, never>,
  { name, tppId, product = '' }: RemoteCall<Name>,
  send: SendCall<Answer>,
): Promise<Answer> {
  const { breakers, parts, timeoutMs, counts } = calls;
  const group = { operation: name, product };
  const until = parts.now() + timeoutMs;
  const count = (outcome: CallOutcome) => {
    counts.calls[name][outcome] += 1;
  };
  if (!breakers.mayBegin(group)) {
    count('HELD');
    throw blockedRefusal(calls, group);
  }
  const release = await takeSlot(calls, tppId, group).catch((error: unknown) => {
    count(breakers.mayBegin(group) ? 'CROWDED' : 'HELD');
    throw error;
  });
  try {
    const result = await attempt(calls, group, send, until);
    count(result.outcome);
    if (result.ending === 'ANSWERED') calls.lastAnsweredAt = parts.now();
    if ('refusal' in result) throw result.refusal;
    return result.answer;
  } finally {
    release();
  }
}

async function takeSlot(calls: AnyCalls, tppId: string, group: CallGroup): Promise<ReleaseSlot> {
  const { queue } = calls;
  const release = queue.tryTakeSlot(tppId) ?? (await queue.wait(tppId, groupName(group)));
  if (!calls.isClosed) return release;
  release();
  throw unavailable('NOT_DONE', 'closed');
}

async function attempt<Answer>(
  calls: AnyCalls,
  group: CallGroup,
  send: SendCall<Answer>,
  until: number,
): Promise<CallResult<Answer>> {
  const reportEnding = calls.breakers.begin(group);
  if (reportEnding === null) return { outcome: 'HELD', refusal: blockedRefusal(calls, group) };
  let ending: CallEnding = 'NEITHER';
  try {
    const result = await send(until);
    // A call that is aborted says nothing about the bank.
    if (!calls.isClosed) ending = result.ending ?? 'NEITHER';
    return result;
  } finally {
    reportEnding(ending);
  }
}

function blockCalls(calls: AnyCalls, group: CallGroup | null): void {
  const { queue, lastAnsweredAt, probe } = calls;
  const { now, notice } = calls.parts;
  calls.blockedAt.set(group, now());
  queue.rejectWaiting(blockedRefusal(calls, group), group === null ? undefined : groupName(group));
  if (group !== null) notice('calls to the bank held', { ...group });
  else {
    // The field is absent if the bank has not responded since the process started.
    notice('bank lost', lastAnsweredAt === null ? {} : { lastAnsweredMs: now() - lastAnsweredAt });
    probe.start();
  }
}

function unblockCalls({ parts, blockedAt, probe }: AnyCalls, group: CallGroup | null): void {
  const { now, notice } = parts;
  const awayMs = now() - (blockedAt.get(group) ?? now());
  if (group !== null) notice('calls to the bank go on', { ...group, awayMs });
  else {
    notice('bank found', { awayMs });
    probe.stop();
  }
}

const blockedRefusal = ({ breakers }: AnyCalls, group: CallGroup | null): RemoteRefusal =>
  unavailable('NOT_DONE', 'the circuit breaker is open', breakers.pauseMs(group) / 1_000);
