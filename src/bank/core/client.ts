/**
 * The client of a core system (core.openapi.yaml): typed calls, mutual TLS, bounded in time, a fair share for each TPP, and
 * answered by a checked body or a refusal. It opens no transaction and must be used in none. Start at `createCoreClient`.
 */
import createClient, { type Client } from 'openapi-fetch';
import type { z } from 'zod';
import * as caller from '../remote-calls/caller.ts';
import type { CallFigures } from '../remote-calls/figures.ts';
import {
  bodyBytesAtMost,
  type RemoteAnswer,
  type Transport,
  type TransportFailure,
} from '../remote-calls/http.ts';
import type { CallSettings } from '../remote-calls/settings.ts';
import { sendTraced } from '../remote-calls/traces.ts';
import type { operations, paths } from './generated/core.d.ts';
import { type Bodies, type CoreReaderParts, readAnswer } from './reading.ts';

type CoreCallName = keyof operations;
/** Paths as traces have them; null: not traced, since it does nothing but wait for news. */
const templates: Readonly<Record<CoreCallName, string | null>> = {
  findCustomer: '/customers/query',
  findRights: '/rights/query',
  checkPayment: '/payments/check',
  findCover: '/funds/query',
  putOrder: '/orders/{orderId}',
  getOrder: '/orders/{orderId}',
  listReports: null,
};
const callNames = Object.keys(templates) as CoreCallName[];

/** Bytes of an answer that holds documents: three of the largest that are read, since JSON may escape each character. */
export const documentBytesAtMost = 16 * 1_024 * 1_024;
const answerBytesAtMost: Readonly<Partial<Record<CoreCallName, number>>> = {
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

export interface CoreParts extends caller.CallParts<CoreAlarm> {
  /** For how many seconds a call waits for reports; less than half of its time when absent. */
  readonly waitSeconds?: number;
}

/** What openapi-fetch is called with, besides what the call says. */
interface SentMessage {
  readonly fetch: (request: globalThis.Request) => Promise<Response>;
  readonly parseAs: 'stream';
}

/** Makes the request by the client that it is given. */
type Send = (client: Client<paths>, options: SentMessage) => Promise<unknown>;

type ReceivedMessage<Expected extends Bodies> = {
  [Status in keyof Expected]: {
    readonly status: Status;
    readonly body: Expected[Status] extends z.ZodType ? z.output<Expected[Status]> : null;
  };
}[keyof Expected];

export interface CoreClient {
  /** Rejects with a RemoteRefusal for all that is not expected. */
  call<Expected extends Bodies>(
    name: CoreCallName,
    tppId: string,
    send: Send,
    bodies: Expected,
  ): Promise<ReceivedMessage<Expected>>;
  alarm(kind: CoreAlarm, fields: caller.CallFields): void;
  figures(): CallFigures<CoreCallName, CoreAlarm>;
  /** Calls with another key, certificate and CAs from now on. */
  renew(settings: CallSettings): void;
  /** For how many seconds a call may wait for news and still be answered in time. */
  readonly waitSeconds: number;
  close(): Promise<void>;
}

/** A call ends by then although the core waits for news. */
const waitsAtMostSeconds = 20;

export function createCoreClient(settings: CallSettings, parts: CoreParts): CoreClient {
  const { url: base, timeoutMs } = settings;
  const { now, notice, waitSeconds = Math.min(waitsAtMostSeconds, Math.floor(timeoutMs / 2_000)) } = parts;
  const calls = caller.openCalls(settings, parts, callNames, alarmKinds);
  const client = createClient<paths>({ baseUrl: base });
  const sender: CoreSender = { base, transport: calls.transport, parts, client };
  const alarm: CoreParts['alarm'] = (kind, fields) => caller.raiseAlarm(calls, kind, fields);
  const reader: CoreReaderParts = { now, notice, alarm };
  return {
    async call(name, tppId, send, bodies) {
      const answer = await caller.makeCall(calls, { name, tppId }, async (until) =>
        readAnswer(reader, name, await exchange(sender, name, until, send), bodies),
      );
      return answer as ReceivedMessage<typeof bodies>;
    },
    alarm,
    figures: () => caller.figuresOf(calls),
    renew: (next) => caller.renewCalls(calls, next),
    waitSeconds,
    close: () => caller.closeCalls(calls),
  };
}

interface CoreSender {
  readonly base: string;
  readonly transport: Transport;
  readonly parts: CoreParts;
  readonly client: Client<paths>;
}

/** Sends one request; what comes is read by its schema and not by openapi-fetch. */
async function exchange(
  sender: CoreSender,
  name: CoreCallName,
  until: number,
  send: Send,
): Promise<RemoteAnswer | TransportFailure> {
  const signal = AbortSignal.timeout(Math.max(1, until - sender.parts.now()));
  let answer: RemoteAnswer | TransportFailure | undefined;
  const fetch: SentMessage['fetch'] = async (request) => {
    answer = await sendRequest(sender, name, request, signal);
    return new Response(null, { status: 204 });
  };
  await send(sender.client, { fetch, parseAs: 'stream' });
  if (answer === undefined) throw new Error('nothing was sent');
  return answer;
}

/** Over our own connections. */
async function sendRequest(
  { base, transport, parts }: CoreSender,
  name: CoreCallName,
  request: globalThis.Request,
  signal: AbortSignal,
): Promise<RemoteAnswer | TransportFailure> {
  const { pathname, search } = new URL(request.url);
  const template = templates[name];
  const traces = template === null ? null : parts.traces;
  return sendTraced(
    transport,
    traces,
    { base, template: template ?? '', sentBefore: 0 },
    {
      method: request.method as 'GET' | 'POST' | 'PUT',
      path: pathname + search,
      headers: request.headers,
      body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
      signal,
      answerBytesAtMost: answerBytesAtMost[name] ?? bodyBytesAtMost,
    },
  );
}
