/**
 * The client of an upstream bank with this interface. It signs calls, limits their time, and shares them fairly among the TPPs. Its
 * result is a valid body, a challenge or a refusal. Never call it inside a transaction.
 */
import { type CallParts, RemoteClient } from '../remote-calls/caller.ts';
import type { CallFigures } from '../remote-calls/figures.ts';
import type { CallSettings } from '../remote-calls/settings.ts';
import { type CallName, type CallParameters, callNames, callOf, pathOf, type Success } from './calls.ts';
import { headersOf, noHeaders, type PassedHeaders, type Tpp } from './headers.ts';
import type { UpstreamPsu } from './ids.ts';
import { createIgnoredFieldCounts, type IgnoredFieldCounts, type IgnoredFields } from './ignored-fields.ts';
import { type OutgoingCall, type ReaderParts, readAnswer } from './reading.ts';
import { type AlarmKind, alarmKinds, type Challenge } from './refusals.ts';
import { sendCall } from './sending.ts';

export interface UpstreamCall<Name extends CallName = CallName> {
  readonly tpp: Tpp;
  readonly operation: Name;
  readonly parameters: CallParameters<Name>;
  readonly query?: Readonly<Record<string, string>>;
  /** Made by `passedHeaders`. */
  readonly headers?: PassedHeaders;
  /** Made in `ids.ts`. */
  readonly psu?: UpstreamPsu;
  /** The return address of the PSU: always one of this service. */
  readonly redirectUri?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Writes have an id from `UpstreamIds.requestId`, so that a retry has the same one. When absent, the id is random. */
  readonly requestId?: string;
}

export interface UpstreamFigures extends CallFigures<CallName, AlarmKind> {
  readonly ignoredFields: IgnoredFields;
}

export interface UpstreamParts extends CallParts<AlarmKind> {
  readonly newId: () => string;
}

export class Upstream extends RemoteClient<CallName, AlarmKind> {
  readonly #newId: () => string;
  readonly #ignoredFields: IgnoredFieldCounts;
  readonly #reader: ReaderParts;

  constructor(settings: CallSettings, parts: UpstreamParts) {
    super(settings, parts, callNames, alarmKinds);
    const { now, notice, newId } = parts;
    this.#newId = newId;
    this.#ignoredFields = createIgnoredFieldCounts(notice);
    this.#reader = {
      base: settings.url,
      notice,
      alarm: (kind, fields) => this.alarm(kind, fields),
      onIgnoredField: this.#ignoredFields.count,
      renew: this.transport.renew,
      now,
    };
  }

  /** Rejects with a RemoteRefusal; with ACCESS_EXCEEDED if too many calls of the TPP are waiting. */
  async call<Name extends CallName>(call: UpstreamCall<Name>): Promise<Success<Name> | Challenge> {
    const outgoing = createOutgoingCall(call, this.settings.url, this.#newId);
    const { operation: name, tppId, parameters } = outgoing;
    const remoteCall = { name, tppId, product: productOf(parameters) };
    const { transport, parts } = this;
    const answer = await this.makeCall(remoteCall, async (signal) => {
      const sender = { settings: this.settings, transport, now: parts.now, traces: parts.traces };
      return readAnswer(this.#reader, outgoing, await sendCall(sender, outgoing, signal));
    });
    return answer as Success<Name> | Challenge;
  }

  override figures(): UpstreamFigures {
    return { ...super.figures(), ignoredFields: this.#ignoredFields.figures() };
  }
}

const productOf = ({ service, product }: Readonly<Record<string, string>>): string =>
  service === undefined ? '' : `${service}/${product}`;

/** The signature is added when the call is sent. */
function createOutgoingCall(call: UpstreamCall, base: string, newId: () => string): OutgoingCall {
  const {
    tpp,
    operation,
    parameters,
    query = {},
    headers = noHeaders,
    psu = null,
    redirectUri = null,
  } = call;
  const search = new URLSearchParams(query).toString();
  const requestId = call.requestId ?? newId();
  return {
    operation,
    parameters,
    tppId: tpp.tppId,
    requestId,
    method: callOf(operation).method,
    url: `${base}${pathOf(operation, parameters)}${search === '' ? '' : `?${search}`}`,
    headers: headersOf({ tpp, headers, psu, redirectUri, requestId }),
    body: call.body === undefined ? null : JSON.stringify(call.body),
  };
}
