/**
 * The HTTP client of a core system (core.openapi.yaml): mutual TLS, a time limit, a fair share for each TPP, and a checked
 * body or a refusal. Never call it inside a transaction.
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
/** Paths for traces; null: the call only waits for reports and is not traced. */
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

/** Bytes: three times the largest document, because JSON may escape each character. */
export const documentBytesAtMost = 16 * 1_024 * 1_024;
const answerBytesAtMost: Readonly<Partial<Record<CoreCallName, number>>> = {
  listReports: documentBytesAtMost,
  getOrder: documentBytesAtMost,
};

/** What an operator must fix. */
const alarmKinds = [
  /** The core refuses our certificate, in TLS or with 401 or 403. */
  'CERTIFICATE',
  /** The core rejects the request: often a wrong CORE_URL or another version of the interface. */
  'REQUEST',
  /** We do not trust the core's certificate, so nothing was sent. */
  'SERVER_CERTIFICATE',
  /** The core has a different order under one of our ids. */
  'ORDER',
  /** A report cannot be applied. */
  'REPORT',
  /** The core responds, but the reports after the cursor cannot be read. */
  'CURSOR',
] as const;
export type CoreAlarm = (typeof alarmKinds)[number];

export interface CoreParts extends caller.CallParts<CoreAlarm> {
  /** How long a call of `listReports` waits for reports; by default less than half of its time limit. */
  readonly waitSeconds?: number;
}

interface SentMessage {
  readonly fetch: (request: globalThis.Request) => Promise<Response>;
  readonly parseAs: 'stream';
}

type Send = (client: Client<paths>, options: SentMessage) => Promise<unknown>;

type ReceivedMessage<Expected extends Bodies> = {
  [Status in keyof Expected]: {
    readonly status: Status;
    readonly body: Expected[Status] extends z.ZodType ? z.output<Expected[Status]> : null;
  };
}[keyof Expected];

export interface CoreClient {
  /** Rejects with a RemoteRefusal if `bodies` does not have the status of the response. */
  call<Expected extends Bodies>(
    name: CoreCallName,
    tppId: string,
    send: Send,
    bodies: Expected,
  ): Promise<ReceivedMessage<Expected>>;
  alarm(kind: CoreAlarm, fields: caller.CallFields): void;
  figures(): CallFigures<CoreCallName, CoreAlarm>;
  /** From now on, calls use this key, certificate and CAs. */
  renew(settings: CallSettings): void;
  /** How long a call may wait for reports and still end in time. */
  readonly waitSeconds: number;
  close(): Promise<void>;
}

/** The longest wait for reports. */
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

/** openapi-fetch only builds the request; our own schema checks the response. */
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

/** Sends the request through our connection pool. */
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
