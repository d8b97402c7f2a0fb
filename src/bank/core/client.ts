import type { z } from 'zod';
import { type CallParts, type CallRequest, RemoteClient } from '../remote-calls/remote-client.ts';
import type { CallSettings } from '../remote-calls/settings.ts';
import type { CoreSchemas } from './answers.ts';
import { maxWaitSeconds } from './orders/ports.ts';
import { type BodySchemas, type CoreReporter, readAnswer } from './reading.ts';

/** The parameters and bodies in core.openapi.yaml. A body that is a text is sent as XML, an object as JSON. */
interface CoreRequests {
  findCustomer: { body: CoreSchemas['CustomerQuery'] };
  findRights: { body: CoreSchemas['RightsQuery'] };
  checkPayment: { body: CoreSchemas['PaymentCheck'] };
  findCover: { body: CoreSchemas['FundsQuery'] };
  putOrder: { path: { orderId: string }; body: string };
  getOrder: { path: { orderId: string } };
  listReports: { query: { wait: number; after?: string; limit?: number } };
}
type CoreCallName = keyof CoreRequests;

interface CoreCallParts {
  readonly tppId: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object | string;
}

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
  /** An order waits for an operator. The field `why` says why. */
  'ORDER',
  'REPORT',
  /** The core responds, but the cursor of its reports has not moved on for a long time. */
  'CURSOR',
] as const;
export type CoreAlarm = (typeof alarmKinds)[number];

export interface CoreParts extends CallParts<CoreAlarm> {
  /** How long the core may wait for reports before it responds. Absent: half of the time limit of a call, at most `maxWaitSeconds`. */
  readonly waitSeconds?: number;
}

/** One of the statuses in `Expected`, with the body of this status. */
type CoreResponse<Expected extends BodySchemas> = {
  [Status in keyof Expected]: {
    readonly status: Status;
    readonly body: Expected[Status] extends z.ZodType ? z.output<Expected[Status]> : null;
  };
}[keyof Expected];

export class CoreClient extends RemoteClient<CoreCallName, CoreAlarm> {
  readonly waitSeconds: number;
  readonly #reporter: CoreReporter;

  constructor(settings: CallSettings, parts: CoreParts) {
    super(settings, parts, Object.keys(calls) as CoreCallName[], alarmKinds);
    this.waitSeconds = parts.waitSeconds ?? Math.min(maxWaitSeconds, Math.floor(this.timeoutMs / 2_000));
    const { now, notice } = parts;
    this.#reporter = { system: 'core', now, notice, alarm: (kind, fields) => this.alarm(kind, fields) };
  }

  /** Rejects with a RemoteRefusal if the response has a status that `schemas` does not have. */
  async call<Name extends CoreCallName, Expected extends BodySchemas>(
    name: Name,
    request: { readonly tppId: string } & CoreRequests[Name],
    schemas: Expected,
  ): Promise<CoreResponse<Expected>> {
    const { tppId, path, query, body }: CoreCallParts = request;
    const headers = new Headers();
    if (body !== undefined)
      headers.set('content-type', typeof body === 'string' ? 'application/xml' : 'application/json');
    const callRequest = {
      ...calls[name],
      url: this.urlOf(calls[name].template, path, query),
      headers,
      body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
    };
    const answer = await this.makeCall({ name, tppId }, async (signal) =>
      readAnswer(this.#reporter, name, await this.send({ ...callRequest, signal }), schemas),
    );
    return answer as CoreResponse<Expected>;
  }

  notice(...line: Parameters<CoreParts['notice']>): void {
    this.parts.notice(...line);
  }
}
