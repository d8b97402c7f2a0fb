/**
 * In front of the doors: reads the body, limits how many requests run at once and how long each may take, and stops
 * the process in order. A request counts once its body is complete, so an incomplete one takes no slot.
 */
import { shareOf } from '../../domain/sandbox/made-tpps.ts';
import type { DoorLog } from '../door.ts';
import {
  type Arrival,
  type Body,
  type Door,
  type Handler,
  type HttpAnswer,
  HttpRequest,
  pathOf,
} from '../messages/message.ts';
import type { RequestSpan, RequestTrace } from '../request-trace.ts';
import { createIncompleteRequests } from './incomplete.ts';
import { createLine, type Line } from './line.ts';
import { createStreams, discard } from './streams.ts';

export type Unavailability = 'OVERLOAD' | 'DEADLINE' | 'STOPPING';

export interface GateParts {
  readonly answer: Door;
  /** How many bytes of the body may be read for this request. */
  readonly bytesAtMost: (arrival: Arrival, path: string) => number;
  /** Probes and metrics, which are answered even when no other request is. */
  readonly exempt: (arrival: Arrival, path: string) => boolean;
  /** Makes and logs the 503. */
  readonly unavailable: (arrival: Arrival, why: Unavailability, milliseconds: number) => HttpAnswer;
  /** `late`: the deadline has answered for the request already. */
  readonly log: (late: boolean, ...line: Parameters<DoorLog>) => void;
  /** Begins to note a request. */
  readonly trace: (span: RequestSpan | null) => RequestTrace;
  /** Begins the span of a request; null: nothing is traced. */
  readonly span: ((arrival: Arrival) => RequestSpan) | null;
  /** The answer is made, on time or `late`. */
  readonly answered: (request: HttpRequest, answer: HttpAnswer, late: boolean) => void;
  /** Milliseconds; undefined: no bound. */
  readonly deadline: number | undefined;
  readonly requestsAtOnce: number;
}

export interface GateFigures {
  /** Requests whose work has not ended, including those that their deadline has answered. */
  readonly underWay: number;
  /** Complete requests that have not begun. */
  readonly waiting: number;
  /** Requests whose bodies have not arrived in full. */
  readonly incomplete: number;
  /** Answers that stay open. */
  readonly streams: number;
}

export interface Gate {
  readonly handle: Handler;
  figures(): GateFigures;
  readonly accepted: Line['accepted'];
  /** Whether the process is stopping, or about to: it should get no more requests (readiness). */
  leaving(): boolean;
  /** Sets `leaving`, and continues to answer for this time. */
  leave(milliseconds: number): Promise<void>;
  /** Refuses new requests and ends the streams; resolves when nothing is under way. */
  drain(): Promise<void>;
}

export function createGate(parts: GateParts): Gate {
  const streams = createStreams();
  const { requestsAtOnce } = parts;
  const incomplete = createIncompleteRequests(
    4 * requestsAtOnce,
    Math.max(16, Math.ceil(requestsAtOnce / 4)),
  );
  const line = createLine();
  let underWay = 0;
  let leaving = false;
  let stopping = false;
  let rested: () => void = () => undefined;
  const atRest = new Promise<void>((resolve) => {
    rested = resolve;
  });

  async function worked(request: HttpRequest, expiry: Expiry): Promise<HttpAnswer> {
    underWay += 1;
    try {
      const { span } = request.trace;
      const made = await (span === null ? parts.answer(request) : span.run(() => parts.answer(request)));
      parts.answered(request, made, expiry.passed);
      const { caller } = request.trace;
      return caller === null ? made : { ...made, owner: shareOf(caller.tppId) };
    } finally {
      underWay -= 1;
      if (stopping && underWay === 0) rested();
    }
  }

  const full = () => underWay >= requestsAtOnce || line.full();

  async function taken(
    arrival: Arrival,
    path: string,
    span: RequestSpan | null,
    expiry: Expiry,
    refused: (why: Unavailability) => HttpAnswer,
  ): Promise<HttpAnswer> {
    if (full()) return refused('OVERLOAD');
    let body: Body = null;
    if (arrival.hasBody) {
      const leave = incomplete.enter(arrival.address);
      if (leave === null) return refused('OVERLOAD');
      // A body that stops half-way never ends: its slot is free as soon as the deadline has answered.
      expiry.whenPassed = leave;
      body = await arrival.read(parts.bytesAtMost(arrival, path)).finally(leave);
      if (expiry.passed || full()) return refused('OVERLOAD');
    }
    const log: DoorLog = (entry, error) => {
      span?.logged(entry);
      parts.log(expiry.passed, entry, error);
    };
    return line.begin(() => worked(new HttpRequest(arrival, body, log, parts.trace(span)), expiry));
  }

  async function handled(arrival: Arrival): Promise<HttpAnswer> {
    const path = pathOf(arrival.target);
    if (parts.exempt(arrival, path))
      return parts.answer(
        new HttpRequest(arrival, null, (...line) => parts.log(false, ...line), parts.trace(null)),
      );
    const span = parts.span?.(arrival) ?? null;
    if (span === null) return admitted(arrival, path, null);
    try {
      const answer = await admitted(arrival, path, span);
      span.end(answer.status);
      return answer;
    } catch (error) {
      span.end(500);
      throw error;
    }
  }

  async function admitted(arrival: Arrival, path: string, span: RequestSpan | null): Promise<HttpAnswer> {
    const begun = performance.now();
    const refused = (why: Unavailability) =>
      parts.unavailable(arrival, why, Math.round(performance.now() - begun));
    if (stopping) return refused('STOPPING');
    const answer = await within(
      parts.deadline,
      async (expiry) => {
        const made = await taken(arrival, path, span, expiry, (why) =>
          // The deadline has answered already, so this answer goes nowhere.
          expiry.passed ? { status: 503, headers: {}, body: null } : refused(why),
        );
        // Nobody reads an answer after the deadline: a stream in it would stay open.
        if (expiry.passed && made.body instanceof ReadableStream) await discard(made.body);
        return made;
      },
      () => refused('DEADLINE'),
    );
    if (!(answer.body instanceof ReadableStream)) return answer;
    if (!stopping) return { ...answer, body: streams.hold(answer.body) };
    await discard(answer.body);
    return refused('STOPPING');
  }

  return {
    async handle(arrival) {
      const answer = await handled(arrival);
      if (leaving) answer.headers.connection = 'close';
      return answer;
    },
    figures: () => ({
      underWay,
      waiting: line.waiting(),
      incomplete: incomplete.count(),
      streams: streams.count(),
    }),
    accepted: line.accepted,
    leaving: () => leaving,
    async leave(milliseconds) {
      leaving = true;
      if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
    },
    drain() {
      leaving = true;
      stopping = true;
      streams.end();
      if (underWay === 0) rested();
      return atRest;
    },
  };
}

/** How long a request may wait for its answer. Work under way is not interrupted: it ends with its transaction. */

/** Whether the deadline of a request has passed and answered it; its work may go on and log. */
export interface Expiry {
  passed: boolean;
  whenPassed: () => void;
}

/** The result of `work`, or that of `late` when the time is over first. `milliseconds` undefined: no bound. */
export async function within<T>(
  milliseconds: number | undefined,
  work: (expiry: Expiry) => Promise<T>,
  late: () => T,
): Promise<T> {
  const expiry: Expiry = { passed: false, whenPassed: () => undefined };
  if (milliseconds === undefined) return work(expiry);
  let timer: NodeJS.Timeout | undefined;
  const cut = new Promise<T>((resolve) => {
    timer = setTimeout(() => {
      expiry.passed = true;
      expiry.whenPassed();
      resolve(Promise.resolve().then(late));
    }, milliseconds).unref();
  });
  try {
    return await Promise.race([work(expiry), cut]);
  } finally {
    clearTimeout(timer);
  }
}
