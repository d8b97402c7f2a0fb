/**
 * The client of a core system (core.openapi.yaml): typed calls, mutual TLS, bounded in time, a fair share for each TPP, and
 * answered by a checked body or a refusal. It opens no transaction and must be used in none. Start at `createCoreClient`.
 */
import createClient, { type Client } from 'openapi-fetch';
import type { z } from 'zod';
import { refuse } from '../../domain/refusal.ts';
import { readJson } from '../../domain/values/json.ts';
import { type CallerParts, createCaller, defaultCallsAtOnce, type Result } from '../remote-calls/caller.ts';
import type { CallFigures } from '../remote-calls/figures.ts';
import {
  type Answer,
  bodyBytesAtMost,
  openTransport,
  TransportFailure,
  tooLarge,
} from '../remote-calls/http.ts';
import { readBody, retryAfter } from '../remote-calls/reading.ts';
import { RemoteRefusal, unavailable } from '../remote-calls/refusals.ts';
import type { CallSettings } from '../remote-calls/settings.ts';
import type { CallTraces } from '../remote-calls/traces.ts';
import type { operations, paths } from './generated/core.d.ts';

type CallName = keyof operations;
/** Paths as traces have them; null: not traced, since it does nothing but wait for news. */
const templates: Readonly<Record<CallName, string | null>> = {
  findCustomer: '/customers/query',
  findRights: '/rights/query',
  checkPayment: '/payments/check',
  findCover: '/funds/query',
  putOrder: '/orders/{orderId}',
  getOrder: '/orders/{orderId}',
  listReports: null,
};
const callNames = Object.keys(templates) as CallName[];

/** Bytes of an answer that holds documents: three of the largest that are read, since JSON may escape each character. */
export const documentBytesAtMost = 16 * 1_024 * 1_024;
const answerBytesAtMost: Readonly<Partial<Record<CallName, number>>> = {
  listReports: documentBytesAtMost,
  getOrder: documentBytesAtMost,
};

/** What an operator has to mend. */
const alarmKinds = [
  /** The core refuses our certificate, in TLS or by 401 and 403. */
  'CERTIFICATE',
  /** A request that the core does not take: often a wrong CORE_URL, or another version of the interface. */
  'REQUEST',
  /** The certificate of the core is not trusted, so nothing was sent. */
  'SERVER_CERTIFICATE',
  /** The core has another order under an id of ours. */
  'ORDER',
  /** A report about which nothing can be done here. */
  'REPORT',
  /** The core answers, and yet its reports cannot be read any further. */
  'CURSOR',
] as const;
export type CoreAlarm = (typeof alarmKinds)[number];

type Fields = Readonly<Record<string, string | number>>;

export interface CoreParts extends CallerParts {
  readonly alarm: (kind: CoreAlarm, fields: Fields) => void;
  /** Absent: calls are not traced. */
  readonly traces?: CallTraces | null;
  /** For how many seconds a call waits for reports; less than half of its time when absent. */
  readonly waitSeconds?: number;
}

/** What openapi-fetch is called with, besides what the call says. */
interface Sent {
  readonly fetch: (request: globalThis.Request) => Promise<Response>;
  readonly parseAs: 'stream';
}

/** By status, the schema of the body; null: there is none, or it is not read. */
type Bodies = Readonly<Record<number, z.ZodType | null>>;

type Received<Expected extends Bodies> = {
  [Status in keyof Expected]: {
    readonly status: Status;
    readonly body: Expected[Status] extends z.ZodType ? z.output<Expected[Status]> : null;
  };
}[keyof Expected];

export interface CoreClient {
  /** `send` makes the request by the client that it is given. Rejects with a RemoteRefusal for all that is not expected. */
  call<Expected extends Bodies>(
    name: CallName,
    tppId: string,
    send: (client: Client<paths>, sent: Sent) => Promise<unknown>,
    expected: Expected,
  ): Promise<Received<Expected>>;
  alarm(kind: CoreAlarm, fields: Fields): void;
  figures(): CallFigures<CallName, CoreAlarm>;
  /** Calls with another key, certificate and CAs from now on. */
  renew(settings: CallSettings): void;
  /** For how many seconds a call may wait for news and still be answered in time. */
  readonly waitSeconds: number;
  close(): Promise<void>;
}

/** A call ends by then although the core waits for news. */
const waitsAtMostSeconds = 20;

/** An answer that is too large, or no JSON: refused as what does not fit, with what was read of it. */
export class UnreadableAnswer extends RemoteRefusal {
  readonly why: 'TOO_LARGE' | 'NO_JSON';
  readonly beginning: Uint8Array;

  constructor(why: UnreadableAnswer['why'], beginning: Uint8Array) {
    super('UNKNOWN', unavailable('UNKNOWN', `does not fit: ${why}`));
    this.why = why;
    this.beginning = beginning;
  }
}

export function createCoreClient(settings: CallSettings, parts: CoreParts): CoreClient {
  const { now, notice, callsAtOnce = defaultCallsAtOnce } = parts;
  const transport = openTransport(settings, callsAtOnce);
  const caller = createCaller(settings, transport, parts, callNames, alarmKinds);
  const client = createClient<paths>({ baseUrl: settings.url });

  function alarm(kind: CoreAlarm, fields: Fields): void {
    caller.alarmed(kind);
    parts.alarm(kind, fields);
  }

  /** Sends one request over our own connections; what comes is read by its schema and not by openapi-fetch. */
  async function exchange(
    name: CallName,
    until: number,
    send: (client: Client<paths>, sent: Sent) => Promise<unknown>,
  ): Promise<Answer | TransportFailure> {
    const signal = AbortSignal.timeout(Math.max(1, until - now()));
    let answer: Answer | TransportFailure | undefined;
    const fetch = async (request: globalThis.Request): Promise<Response> => {
      const { pathname, search } = new URL(request.url);
      const method = request.method as 'GET' | 'POST' | 'PUT';
      const template = templates[name];
      const call =
        template === null
          ? undefined
          : parts.traces?.begin({ method, base: settings.url, template, sentBefore: 0 });
      for (const [header, value] of Object.entries(call?.headers ?? {})) request.headers.set(header, value);
      answer = await transport
        .send({
          method,
          path: pathname + search,
          headers: request.headers,
          body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
          signal,
          answerBytesAtMost: answerBytesAtMost[name] ?? bodyBytesAtMost,
        })
        .catch(asFailure);
      call?.end(answer instanceof TransportFailure ? answer.kind : answer.status);
      return new Response(null, { status: 204 });
    };
    await send(client, { fetch, parseAs: 'stream' });
    if (answer === undefined) throw new Error('nothing was sent');
    return answer;
  }

  function read(name: CallName, received: Answer | TransportFailure, expected: Bodies): Result<unknown> {
    if (received instanceof TransportFailure) return failed(name, received);
    const { status, header, bytes } = received;
    const schema = expected[status];
    if (schema === undefined) return unexpected(name, status, header('retry-after'));
    const answered = (body: unknown): Result<unknown> => ({
      outcome: 'ANSWERED',
      ending: 'ANSWERED',
      answer: { status, body },
    });
    if (schema === null) return answered(null);
    const json = readJson(bytes);
    if (!json.ok) return misfit(name, status, 'no JSON', new UnreadableAnswer('NO_JSON', bytes));
    const read = readBody(schema, json.value);
    return read.fits ? answered(read.body) : misfit(name, status, read.why);
  }

  function misfit(
    operation: CallName,
    status: number,
    why: string,
    refusal = unavailable('UNKNOWN', `does not fit: ${why}`),
  ): Result<never> {
    notice('answer of the core does not fit', { operation, status, why });
    return { outcome: 'MISFIT', ending: 'ANSWERED', refusal };
  }

  function unexpected(operation: CallName, status: number, pause: string | null): Result<never> {
    const fields = { operation, status };
    if (status === 401 || status === 403) return complained('CERTIFICATE', fields);
    if (status < 500 && status !== 408 && status !== 429) return complained('REQUEST', fields);
    notice('call to the core failed', fields);
    const effect = status === 429 ? 'NONE' : 'UNKNOWN';
    const refusal = unavailable(effect, `status ${status}`, retryAfter(pause, now()));
    const away = status === 502 || status === 503 || status === 504;
    return { outcome: 'FAILED', ending: away ? 'FAILED' : 'ANSWERED', refusal };
  }

  /** 500: a fault of this service, about which the TPP can do nothing. */
  function complained(kind: CoreAlarm, fields: Fields): Result<never> {
    alarm(kind, fields);
    const refusal = new RemoteRefusal('NONE', refuse('SYSTEM_ERROR', { detail: `the core: ${kind}` }));
    return { outcome: 'ALARM', ending: 'ANSWERED', refusal };
  }

  function failed(operation: CallName, { kind, message: code, beginning }: TransportFailure): Result<never> {
    if (kind === 'UNREADABLE' && code === tooLarge)
      return misfit(operation, 0, code, new UnreadableAnswer(tooLarge, beginning));
    if (kind === 'UNREADABLE') return misfit(operation, 0, code);
    if (kind === 'CLIENT_CERTIFICATE') return complained('CERTIFICATE', { operation, code });
    if (kind === 'SERVER_CERTIFICATE') {
      alarm('SERVER_CERTIFICATE', { operation, code });
      return { outcome: 'ALARM', ending: 'UNREACHABLE', refusal: unavailable('NONE', kind) };
    }
    const refusal = unavailable(kind === 'UNREACHABLE' ? 'NONE' : 'UNKNOWN', code);
    const ending = kind === 'UNREACHABLE' ? 'UNREACHABLE' : 'FAILED';
    return { outcome: kind === 'LATE' ? 'LATE' : 'UNREACHABLE', ending, refusal };
  }

  return {
    async call(name, tppId, send, expected) {
      const answer = await caller.call({ name, tppId }, async (until) =>
        read(name, await exchange(name, until, send), expected),
      );
      return answer as Received<typeof expected>;
    },
    alarm,
    figures: caller.figures,
    waitSeconds: parts.waitSeconds ?? Math.min(waitsAtMostSeconds, Math.floor(settings.timeoutMs / 2_000)),
    renew(next) {
      caller.renew(next);
      transport.renew(next);
    },
    async close() {
      caller.close();
      await transport.close();
    },
  };
}

function asFailure(error: unknown): TransportFailure {
  if (error instanceof TransportFailure) return error;
  throw error;
}
