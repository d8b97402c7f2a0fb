/**
 * The HTTP client of a core system (core.openapi.yaml). It uses mutual TLS, limits the time of a call, and shares the calls fairly
 * among the TPPs. Its result is a valid body or a refusal. Never call it inside a transaction.
 */
import createClient, { type Client } from 'openapi-fetch';
import type { z } from 'zod';
import * as caller from '../remote-calls/caller.ts';
import type { CallFigures } from '../remote-calls/figures.ts';
import {
  defaultAnswerBytesAtMost,
  type RemoteAnswer,
  type Transport,
  type TransportFailure,
} from '../remote-calls/http.ts';
import type { CallSettings } from '../remote-calls/settings.ts';
import { sendTraced } from '../remote-calls/traces.ts';
import type { operations, paths } from './generated/core.d.ts';
import { type BodySchemas, type CoreReaderParts, readAnswer } from './reading.ts';

type CoreCallName = keyof operations;
/** Path templates for traces; null: the call is not traced, because most of its time is waiting for reports. */
const pathTemplates: Readonly<Record<CoreCallName, string | null>> = {
  findCustomer: '/customers/query',
  findRights: '/rights/query',
  checkPayment: '/payments/check',
  findCover: '/funds/query',
  putOrder: '/orders/{orderId}',
  getOrder: '/orders/{orderId}',
  listReports: null,
};
const callNames = Object.keys(pathTemplates) as CoreCallName[];

/** Limit of a response with documents: over three times `maxReportBytes`, because JSON escapes characters. */
export const maxDocumentAnswerBytes = 16 * 1_024 * 1_024;
const maxAnswerBytes: Readonly<Partial<Record<CoreCallName, number>>> = {
  listReports: maxDocumentAnswerBytes,
  getOrder: maxDocumentAnswerBytes,
};

/** Kinds of problems that an operator must correct. */
const alarmKinds = [
  /** The core refuses the certificate of this service, in TLS or with 401 or 403. */
  'CERTIFICATE',
  /** The core rejects a request, often because of a wrong CORE_URL or another version of the interface. */
  'REQUEST',
  /** This service does not trust the core's certificate, so it has sent nothing. */
  'SERVER_CERTIFICATE',
  /** The core has a different order under an id of this service. */
  'ORDER',
  /** A report cannot be applied. */
  'REPORT',
  /** The core responds, but the reports after the cursor cannot be read. */
  'CURSOR',
] as const;
export type CoreAlarm = (typeof alarmKinds)[number];

export interface CoreParts extends caller.CallParts<CoreAlarm> {
  /** How long a call of `listReports` waits for reports; by default at most half of its time limit. */
  readonly waitSeconds?: number;
}

/** Options that each call of openapi-fetch needs. */
interface FetchOptions {
  readonly fetch: (request: globalThis.Request) => Promise<Response>;
  readonly parseAs: 'stream';
}

type Send = (client: Client<paths>, options: FetchOptions) => Promise<unknown>;

/** A response: one of the expected statuses, with the body that its schema describes. */
type CoreResponse<Expected extends BodySchemas> = {
  [Status in keyof Expected]: {
    readonly status: Status;
    readonly body: Expected[Status] extends z.ZodType ? z.output<Expected[Status]> : null;
  };
}[keyof Expected];

export interface CoreClient {
  /** Rejects with a RemoteRefusal if the response has a status that `schemas` does not have. */
  call<Expected extends BodySchemas>(
    name: CoreCallName,
    tppId: string,
    send: Send,
    schemas: Expected,
  ): Promise<CoreResponse<Expected>>;
  alarm(kind: CoreAlarm, fields: caller.CallFields): void;
  /** Logs a part of a response that is left out. */
  notice(name: string, fields: caller.CallFields): void;
  figures(): CallFigures<CoreCallName, CoreAlarm>;
  /** From now on, calls use this key, certificate and CAs. */
  renew(settings: CallSettings): void;
  /** The longest time from the begin of a call to its result. */
  readonly timeoutMs: number;
  /** How long a call may wait for reports and still end in time. */
  readonly waitSeconds: number;
  close(): Promise<void>;
}

const maxWaitSeconds = 20;

export function createCoreClient(settings: CallSettings, parts: CoreParts): CoreClient {
  const { url: base, timeoutMs } = settings;
  const { now, notice, waitSeconds = Math.min(maxWaitSeconds, Math.floor(timeoutMs / 2_000)) } = parts;
  const calls = caller.openCalls(settings, parts, callNames, alarmKinds);
  const client = createClient<paths>({ baseUrl: base });
  const sender: CoreSender = { base, transport: calls.transport, parts, client };
  const alarm: CoreParts['alarm'] = (kind, fields) => caller.raiseAlarm(calls, kind, fields);
  const reader: CoreReaderParts = { now, notice, alarm };
  return {
    async call(name, tppId, send, schemas) {
      const answer = await caller.makeCall(calls, { name, tppId }, async (until) =>
        readAnswer(reader, name, await exchange(sender, name, until, send), schemas),
      );
      return answer as CoreResponse<typeof schemas>;
    },
    alarm,
    notice,
    figures: () => caller.figuresOf(calls),
    renew: (next) => caller.renewCalls(calls, next),
    timeoutMs,
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

/** openapi-fetch only builds the request. Its `fetch` sends it and keeps the response, which `readAnswer` reads. */
async function exchange(
  sender: CoreSender,
  name: CoreCallName,
  until: number,
  send: Send,
): Promise<RemoteAnswer | TransportFailure> {
  const signal = AbortSignal.timeout(Math.max(1, until - sender.parts.now()));
  let answer: RemoteAnswer | TransportFailure | undefined;
  const fetch: FetchOptions['fetch'] = async (request) => {
    answer = await sendRequest(sender, name, request, signal);
    return new Response(null, { status: 204 });
  };
  await send(sender.client, { fetch, parseAs: 'stream' });
  if (answer === undefined) throw new Error('nothing was sent');
  return answer;
}

async function sendRequest(
  { base, transport, parts }: CoreSender,
  name: CoreCallName,
  request: globalThis.Request,
  signal: AbortSignal,
): Promise<RemoteAnswer | TransportFailure> {
  const { pathname, search } = new URL(request.url);
  const template = pathTemplates[name];
  const traces = template === null ? null : parts.traces;
  return sendTraced(
    transport,
    traces,
    { base, template: template ?? '', earlierAttempts: 0 },
    {
      method: request.method as 'GET' | 'POST' | 'PUT',
      path: pathname + search,
      headers: request.headers,
      body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
      signal,
      answerBytesAtMost: maxAnswerBytes[name] ?? defaultAnswerBytesAtMost,
    },
  );
}
