/**
 * The client of a bank upstream that speaks the interface of this service. A call is signed, bounded in time, given its TPP's
 * fair share of what may be under way, and answered by a checked body, a challenge, or a refusal of the catalogue. It opens
 * no transaction and must be made in none. Start at `createUpstream`.
 */
import { createFairQueue, type Leave } from '../../fairness/fair-queue.ts';
import { createBreaker } from './breaker.ts';
import { type CallName, callOf, type Parameters, pathOf, type Success } from './calls.ts';
import { createCounts, type Outcome, type UpstreamFigures } from './figures.ts';
import { headersOf, noHeaders, type PassedHeaders, type Tpp } from './headers.ts';
import { openTransport } from './http.ts';
import type { UpstreamPsu } from './ids.ts';
import { type Asked, createReader, type Reading } from './reading.ts';
import { type AlarmKind, type Challenge, unavailable } from './refusals.ts';
import { type CallTraces, createSender } from './sending.ts';
import type { UpstreamSettings } from './settings.ts';

export interface UpstreamCall<Name extends CallName = CallName> {
  /** For whom the call is made: the TPP as its certificate has it. */
  readonly tpp: Tpp;
  readonly operation: Name;
  readonly parameters: Parameters<Name>;
  readonly query?: Readonly<Record<string, string>>;
  /** What the TPP has said of its PSU, by `passedHeaders`. */
  readonly headers?: PassedHeaders;
  /** Who the PSU is upstream, by `upstreamPsu`. */
  readonly psu?: UpstreamPsu;
  /** Where the bank sends the PSU back to: an address of this service, never one of a TPP. */
  readonly redirectUri?: string;
  /** JSON. */
  readonly body?: unknown;
  /** By `upstreamRequestId` where the call changes something: a repetition carries the same. Random when absent. */
  readonly requestId?: string;
  /** Epoch milliseconds; the call ends at this time, and after UPSTREAM_TIMEOUT anyway. */
  readonly deadline?: number;
}

/** A success, with its status and its checked body, which is null where a success has none. */
export type Answered<Name extends CallName> = Success<Name> & {
  /** Epoch milliseconds. */
  readonly receivedAt: number;
};

export interface Upstream {
  /** Rejects with an UpstreamRefusal, whose `effect` says whether the bank may have acted; or 429 for the TPP's own load. */
  call<Name extends CallName>(call: UpstreamCall<Name>): Promise<Answered<Name> | Challenge>;
  figures(): UpstreamFigures;
  /** Ends all connections; what is under way is refused. */
  close(): Promise<void>;
}

export interface UpstreamParts {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds that only grow; those of the process where absent. */
  readonly monotonic?: () => number;
  readonly newId: () => string;
  /** From 0 to 1. */
  readonly random: () => number;
  /** A line for the log, without personal data. */
  readonly notice: (name: string, fields?: Readonly<Record<string, string | number>>) => void;
  /** Something that an operator has to mend. */
  readonly alarm: (kind: AlarmKind, fields: Readonly<Record<string, string | number>>) => void;
  /** Calls under way at a time, each on a connection of its own. */
  readonly callsAtOnce?: number;
  /** Absent: calls are not traced. */
  readonly traces?: CallTraces | null;
}

const defaultCallsAtOnce = 32;
/** How many calls of one TPP may wait for a slot. */
const waitingAtMost = 100;

export function createUpstream(settings: UpstreamSettings, parts: UpstreamParts): Upstream {
  const { callsAtOnce = defaultCallsAtOnce, now, notice } = parts;
  const counts = createCounts();
  let lastAnsweredAt: number | null = null;
  let closed = false;
  const transport = openTransport(settings, callsAtOnce);
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
  const send = createSender(settings, transport, now, parts.traces ?? null);
  const read = createReader({
    base: settings.url,
    notice,
    alarm: (kind, fields) => {
      counts.alarms[kind] += 1;
      parts.alarm(kind, fields);
    },
    renew: transport.renew,
    now,
  });

  /** A slot among the calls under way. */
  async function enter(tppId: string, until: number): Promise<Leave> {
    const entered = queue.tryEnter(tppId) ?? (await soon(queue.wait(tppId), until - now()));
    if (closed || now() >= until) {
      entered();
      throw unavailable('NONE', closed ? 'closed' : 'late');
    }
    return entered;
  }

  /** Makes the call, and says how it ended. */
  async function made(asked: Asked, until: number, own: boolean): Promise<Reading> {
    const ended = breaker.begin();
    if (ended === null) return { outcome: 'HELD', refusal: held() };
    let reading: Reading | undefined;
    try {
      reading = read(asked, await send(asked, until));
      return reading;
    } finally {
      const ending = reading?.ending ?? 'NEITHER';
      // A deadline of the caller's own says nothing about the bank.
      ended(reading?.outcome === 'LATE' && !own ? 'NEITHER' : ending);
    }
  }

  async function call<Name extends CallName>(given: UpstreamCall<Name>): Promise<Answered<Name> | Challenge> {
    const asked = askedOf(given, settings.url, parts.newId);
    const latest = now() + settings.timeoutMs;
    const until = Math.min(given.deadline ?? latest, latest);
    const counted = (outcome: Outcome) => counts.count(asked.operation, outcome);
    if (!breaker.closed()) {
      counted('HELD');
      throw held();
    }
    const leave = await enter(asked.tppId, until).catch((error: unknown) => {
      counted(breaker.closed() ? 'CROWDED' : 'HELD');
      throw error;
    });
    try {
      const reading = await made(asked, until, until === latest);
      counted(reading.outcome);
      if (reading.ending === 'ANSWERED') lastAnsweredAt = now();
      if ('refusal' in reading) throw reading.refusal;
      return reading.answer as Answered<Name> | Challenge;
    } finally {
      leave();
    }
  }

  return {
    call,
    figures: () => ({
      calls: counts.calls,
      alarms: counts.alarms,
      breaker: breaker.state(),
      underWay: queue.inside(),
      waiting: queue.waiting(),
      lastAnsweredAt,
      certificateEndsAt: settings.certificateEndsAt,
    }),
    async close() {
      closed = true;
      queue.turnAway(unavailable('NONE', 'closed'));
      await transport.close();
    },
  };
}

/** The call as it will be sent, but for its signature. */
function askedOf(given: UpstreamCall, url: string, newId: () => string): Asked {
  const {
    tpp,
    operation,
    parameters,
    query = {},
    headers = noHeaders,
    psu = null,
    redirectUri = null,
  } = given;
  const search = new URLSearchParams(query).toString();
  const requestId = given.requestId ?? newId();
  return {
    operation,
    parameters,
    tppId: tpp.tppId,
    requestId,
    method: callOf(operation).method,
    url: `${url}${pathOf(operation, parameters)}${search === '' ? '' : `?${search}`}`,
    headers: headersOf({ tpp, headers, psu, redirectUri, requestId }),
    body: given.body === undefined ? null : JSON.stringify(given.body),
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
