import type { z } from 'zod';
import { type CallParts, type CallRequest, RemoteClient } from '../remote-calls/remote-client.ts';
import type { CallSettings } from '../remote-calls/settings.ts';
import type { operations } from './generated/core.d.ts';
import { type BodySchemas, type CoreReaderParts, readAnswer } from './reading.ts';

type CoreCallName = keyof operations;

/** Limit of a response with documents: over three times `maxReportBytes`, because JSON escapes characters. */
export const maxDocumentAnswerBytes = 16 * 1_024 * 1_024;

const calls: Readonly<
  Record<CoreCallName, Pick<CallRequest, 'method' | 'template' | 'answerBytesAtMost' | 'isTraced'>>
> = {
  findCustomer: { method: 'POST', template: '/customers/query' },
  findRights: { method: 'POST', template: '/rights/query' },
  checkPayment: { method: 'POST', template: '/payments/check' },
  findCover: { method: 'POST', template: '/funds/query' },
  putOrder: { method: 'PUT', template: '/orders/{orderId}' },
  getOrder: { method: 'GET', template: '/orders/{orderId}', answerBytesAtMost: maxDocumentAnswerBytes },
  // Most of the time of the call is a wait for reports, so the call is not traced.
  listReports: {
    method: 'GET',
    template: '/reports',
    answerBytesAtMost: maxDocumentAnswerBytes,
    isTraced: false,
  },
};

const alarmKinds = [
  /** The core refuses the certificate of this service, in TLS or with 401 or 403. */
  'CERTIFICATE',
  /** The core rejects a request, often because of a wrong CORE_URL or another version of the interface. */
  'REQUEST',
  'SERVER_CERTIFICATE',
  /** An order can never be sent: the core has a different order under its id, or the payment is missing. */
  'ORDER',
  'REPORT',
  /** The core responds, but the reports after the cursor cannot be read. */
  'CURSOR',
] as const;
export type CoreAlarm = (typeof alarmKinds)[number];

export interface CoreParts extends CallParts<CoreAlarm> {
  /** When absent, half of the time limit, but at most `maxWaitSeconds`. */
  readonly waitSeconds?: number;
}

/** A body that is a text is sent as XML, an object as JSON. */
type CoreCallRequest<Name extends CoreCallName> = { readonly tppId: string } & Pick<
  operations[Name]['parameters'],
  'path' | 'query'
> &
  (operations[Name] extends { requestBody: { content: infer Content } }
    ? { readonly body: Content[keyof Content] }
    : { readonly body?: undefined });

type CoreResponse<Expected extends BodySchemas> = {
  [Status in keyof Expected]: {
    readonly status: Status;
    readonly body: Expected[Status] extends z.ZodType ? z.output<Expected[Status]> : null;
  };
}[keyof Expected];

/** The limit of `wait` in core.openapi.yaml. */
const maxWaitSeconds = 20;

export class CoreClient extends RemoteClient<CoreCallName, CoreAlarm> {
  readonly waitSeconds: number;
  readonly #reader: CoreReaderParts;

  constructor(settings: CallSettings, parts: CoreParts) {
    super(settings, parts, Object.keys(calls) as CoreCallName[], alarmKinds);
    this.waitSeconds = parts.waitSeconds ?? Math.min(maxWaitSeconds, Math.floor(this.timeoutMs / 2_000));
    const { now, notice } = parts;
    this.#reader = { now, notice, alarm: (kind, fields) => this.alarm(kind, fields) };
  }

  /** Rejects with a RemoteRefusal if the response has a status that `schemas` does not have. */
  async call<Name extends CoreCallName, Expected extends BodySchemas>(
    name: Name,
    { tppId, path, query, body }: CoreCallRequest<Name>,
    schemas: Expected,
  ): Promise<CoreResponse<Expected>> {
    const headers = new Headers();
    if (body !== undefined)
      headers.set('content-type', typeof body === 'string' ? 'application/xml' : 'application/json');
    const request = {
      ...calls[name],
      url: this.urlOf(calls[name].template, path, query),
      headers,
      body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
    };
    const answer = await this.makeCall({ name, tppId }, async (signal) =>
      readAnswer(this.#reader, name, await this.send({ ...request, signal }), schemas),
    );
    return answer as CoreResponse<Expected>;
  }

  notice(...line: Parameters<CoreParts['notice']>): void {
    this.parts.notice(...line);
  }
}
