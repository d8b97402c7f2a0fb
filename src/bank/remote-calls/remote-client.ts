/** The common part of all clients of remote banks. Never make a call inside a transaction. */
import { every, type Loop } from '../../every.ts';
import { createFairQueue, type FairQueue, type ReleaseSlot } from '../../fairness/fair-queue.ts';
import { type Breakers, type CallEnding, type CallGroup, createBreakers, groupName } from './breakers.ts';
import { type CallFigures, type CallOutcome, createCounts } from './figures.ts';
import {
  openTransport,
  type RemoteAnswer,
  type RemoteRequest,
  type Transport,
  TransportFailure,
} from './http.ts';
import { crowdedRefusal, type RemoteRefusal, unavailableRefusal } from './refusals.ts';
import type { CallSettings } from './settings.ts';

export type CallFields = Readonly<Record<string, string | number>>;

interface CallStart {
  readonly method: string;
  /** The URL of the bank with its base path. */
  readonly base: string;
  /** The path below `base`, with names in place of ids. */
  readonly template: string;
  readonly earlierAttempts: number;
}

export interface CallTraces {
  begin(call: CallStart): {
    /** Headers by which the bank can continue the trace. */
    readonly headers: Readonly<Record<string, string>>;
    /** The status, or the reason why there is no response. */
    end(result: number | string): void;
  };
}

export interface CallParts<Alarm extends string> {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds; `performance.now` when absent. */
  readonly monotonic?: () => number;
  readonly random: () => number;
  /** Writes a line to the log. The line must not contain personal data. */
  readonly notice: (name: string, fields?: CallFields) => void;
  /** An operator must correct the problem. */
  readonly alarm: (kind: Alarm, fields: CallFields) => void;
  readonly traces?: CallTraces | null;
  /** Each call has its own connection; `defaultConcurrentCalls` when absent. */
  readonly maxConcurrentCalls?: number;
  /** `defaultProbeEveryMs` when absent. */
  readonly probeEveryMs?: number;
}

const defaultConcurrentCalls = 32;
/** How many calls of one TPP may wait for a slot. */
const waitingAtMost = 100;
const defaultProbeEveryMs = 5_000;

/** Metrics count `outcome`. Circuit breakers record `ending`, which is absent if no call was made. */
export type CallResult<Answer> = { readonly outcome: CallOutcome; readonly ending?: CallEnding } & (
  | { readonly answer: Answer }
  | { readonly refusal: RemoteRefusal }
);

export interface CallRequest extends RemoteRequest, Pick<CallStart, 'template'> {
  readonly earlierAttempts?: number;
  readonly isTraced?: boolean;
}

/** The call must end when `signal` aborts. */
type RunCall<Answer> = (signal: AbortSignal) => Promise<CallResult<Answer>>;

export abstract class RemoteClient<Name extends string, Alarm extends string> {
  protected settings: CallSettings;
  protected readonly parts: CallParts<Alarm>;
  readonly #transport: Transport;
  readonly #counts: ReturnType<typeof createCounts<Name, Alarm>>;
  readonly #queue: FairQueue;
  readonly #breakers: Breakers;
  /** A process without calls notices only by this probe that the bank can be reached again. */
  readonly #probe: Loop;
  readonly #monotonic: () => number;
  /**
   * By group: since when its calls are blocked, in monotonic milliseconds. The key null stands for all calls.
   * A breaker passes the same group object each time, so the object can be a key.
   */
  readonly #blockedAt = new Map<CallGroup | null, number>();
  #lastAnsweredAt: number | null = null;
  #isClosed = false;

  constructor(
    settings: CallSettings,
    parts: CallParts<Alarm>,
    names: readonly Name[],
    alarmKinds: readonly Alarm[],
  ) {
    const { maxConcurrentCalls = defaultConcurrentCalls, probeEveryMs = defaultProbeEveryMs } = parts;
    this.settings = settings;
    this.parts = parts;
    this.#monotonic = parts.monotonic ?? (() => performance.now());
    this.#transport = openTransport(settings, maxConcurrentCalls);
    this.#counts = createCounts(names, alarmKinds);
    this.#queue = createFairQueue({
      slots: () => maxConcurrentCalls,
      waitingAtMost,
      patienceMs: settings.timeoutMs / 2,
      timeoutError: crowdedRefusal,
    });
    this.#breakers = createBreakers({
      now: this.#monotonic,
      random: parts.random,
      onOpen: (group) => this.#blockCalls(group),
      onClose: (group) => this.#unblockCalls(group),
    });
    // No error can happen, because `tryToReach` never rejects.
    const ignoreError = () => undefined;
    this.#probe = every(probeEveryMs, () => this.#probeLostBank(), ignoreError);
    this.#probe.start();
  }

  /** The longest time from the start of a call to its result. */
  get timeoutMs(): number {
    return this.settings.timeoutMs;
  }

  alarm(kind: Alarm, fields: CallFields): void {
    this.#counts.alarms[kind] += 1;
    this.parts.alarm(kind, fields);
  }

  figures(): CallFigures<Name, Alarm> {
    return {
      ...this.#counts,
      breaker: this.#breakers.state(),
      blockedGroups: this.#breakers.blockedGroups(),
      running: this.#queue.slotsInUse(),
      waiting: this.#queue.waiterCount(),
      lastAnsweredAt: this.#lastAnsweredAt,
      certificateEndsAt: this.settings.certificateEndsAt,
    };
  }

  renew(settings: CallSettings): void {
    this.settings = settings;
    this.#transport.renew(settings);
  }

  /** Aborts calls in progress and refuses new ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queue.rejectWaiting(unavailableRefusal('NOT_DONE', 'closed'));
    await this.#transport.close();
    await this.#probe.stop();
  }

  /** Throws a RemoteRefusal, or ACCESS_EXCEEDED if too many calls of the TPP are waiting. */
  protected async makeCall<Answer>(
    call: { readonly name: Name; readonly tppId: string; readonly product?: string },
    runCall: RunCall<Answer>,
  ): Promise<Answer> {
    const { name, tppId, product = '' } = call;
    const group = { operation: name, product };
    const deadline = this.#monotonic() + this.timeoutMs;
    const count = (outcome: CallOutcome) => {
      this.#counts.calls[name][outcome] += 1;
    };
    if (!this.#breakers.mayBegin(group)) {
      count('HELD');
      throw this.#blockedRefusal(group);
    }
    const release = await this.#takeSlot(tppId, group).catch((error: unknown) => {
      // HELD: a breaker opened while this call waited for a slot, and `#blockCalls` has rejected the call.
      count(this.#breakers.mayBegin(group) ? 'CROWDED' : 'HELD');
      throw error;
    });
    try {
      const result = await this.#attempt(group, runCall, deadline);
      count(result.outcome);
      if (result.ending === 'ANSWERED') this.#lastAnsweredAt = this.parts.now();
      if ('refusal' in result) throw result.refusal;
      return result.answer;
    } finally {
      release();
    }
  }

  /** Each parameter becomes one segment of the path. Throws if a parameter is missing, empty, `.` or `..`. */
  protected urlOf(
    template: string,
    parameters: Readonly<Record<string, string>> = {},
    query: Readonly<Record<string, string | number>> = {},
  ): string {
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = parameters[name];
      if (value === undefined || /^\.{0,2}$/.test(value))
        throw new Error(`${template} needs the parameter ${name}`);
      return encodeURIComponent(value);
    });
    const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return `${this.settings.url}${path}${search.length === 0 ? '' : `?${search.join('&')}`}`;
  }

  /** Returns a TransportFailure instead of throwing it. */
  protected async send({
    template,
    earlierAttempts = 0,
    isTraced = true,
    ...request
  }: CallRequest): Promise<RemoteAnswer | TransportFailure> {
    const { method, headers } = request;
    const base = this.settings.url;
    const trace = isTraced ? this.parts.traces?.begin({ method, base, template, earlierAttempts }) : null;
    for (const [name, value] of Object.entries(trace?.headers ?? {})) headers.set(name, value);
    try {
      const answer = await this.#transport.send(request);
      trace?.end(answer.status);
      return answer;
    } catch (error) {
      trace?.end(error instanceof TransportFailure ? error.kind : 'UNKNOWN');
      if (error instanceof TransportFailure) return error;
      throw error;
    }
  }

  async #takeSlot(tppId: string, group: CallGroup): Promise<ReleaseSlot> {
    const release = this.#queue.tryTakeSlot(tppId) ?? (await this.#queue.wait(tppId, groupName(group)));
    if (!this.#isClosed) return release;
    release();
    throw unavailableRefusal('NOT_DONE', 'closed');
  }

  async #attempt<Answer>(
    group: CallGroup,
    runCall: RunCall<Answer>,
    deadline: number,
  ): Promise<CallResult<Answer>> {
    const reportEnding = this.#breakers.begin(group);
    if (reportEnding === null) return { outcome: 'HELD', refusal: this.#blockedRefusal(group) };
    let ending: CallEnding = 'UNRELATED';
    const timeout = new AbortController();
    // AbortSignal.timeout() would keep its timer after the response, so there could be thousands of timers.
    const timer = setTimeout(() => timeout.abort(), Math.max(1, deadline - this.#monotonic()));
    try {
      const result = await runCall(timeout.signal);
      // Calls that `close` has aborted say nothing about the bank.
      if (!this.#isClosed) ending = result.ending ?? 'UNRELATED';
      return result;
    } finally {
      clearTimeout(timer);
      reportEnding(ending);
    }
  }

  async #probeLostBank(): Promise<void> {
    if (this.#blockedAt.has(null) && (await this.#transport.tryToReach())) this.#breakers.resetBank();
  }

  #blockCalls(group: CallGroup | null): void {
    const { now, notice } = this.parts;
    this.#blockedAt.set(group, this.#monotonic());
    this.#queue.rejectWaiting(this.#blockedRefusal(group), group === null ? undefined : groupName(group));
    const lastAnsweredAt = this.#lastAnsweredAt;
    if (group === null)
      notice('bank lost', lastAnsweredAt === null ? {} : { lastAnsweredMs: now() - lastAnsweredAt });
    else notice('calls to the bank held', { ...group });
  }

  #unblockCalls(group: CallGroup | null): void {
    const { notice } = this.parts;
    const now = this.#monotonic();
    const awayMs = Math.round(now - (this.#blockedAt.get(group) ?? now));
    this.#blockedAt.delete(group);
    if (group === null) notice('bank found', { awayMs });
    else notice('calls to the bank go on', { ...group, awayMs });
  }

  #blockedRefusal(group: CallGroup | null): RemoteRefusal {
    const seconds = this.#breakers.pauseMs(group) / 1_000;
    return unavailableRefusal('NOT_DONE', 'the circuit breaker is open', seconds);
  }
}
