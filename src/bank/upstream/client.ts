/**
 * The client of an upstream bank with this interface. It signs calls, limits their time, and shares them fairly among the TPPs. Its
 * result is a valid body, a challenge or a refusal. Never call it inside a transaction.
 */
import { signRequest } from '../../../packages/toolkit/src/sign.ts';
import { type CallParts, RemoteClient } from '../remote-calls/caller.ts';
import type { CallFigures } from '../remote-calls/figures.ts';
import { type RemoteAnswer, TransportFailure } from '../remote-calls/http.ts';
import type { CallSettings } from '../remote-calls/settings.ts';
import { sendTraced } from '../remote-calls/traces.ts';
import {
  type CallName,
  type CallParameters,
  callNames,
  callOf,
  type OutgoingCall,
  pathOf,
  type Success,
} from './calls.ts';
import { type HeaderSources, headersOf } from './headers.ts';
import { createIgnoredFieldCounts, type IgnoredFieldCounts, type IgnoredFields } from './ignored-fields.ts';
import { type ReaderParts, readAnswer } from './reading.ts';
import { type AlarmKind, alarmKinds, type Challenge } from './refusals.ts';

export interface UpstreamCall<Name extends CallName = CallName> extends HeaderSources {
  readonly operation: Name;
  readonly parameters: CallParameters<Name>;
  readonly query?: Readonly<Record<string, string>>;
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
    const answer = await this.makeCall(remoteCall, async (signal) =>
      readAnswer(this.#reader, outgoing, await this.#send(outgoing, signal)),
    );
    return answer as Success<Name> | Challenge;
  }

  override figures(): UpstreamFigures {
    return { ...super.figures(), ignoredFields: this.#ignoredFields.figures() };
  }

  /**
   * If the connection of a read breaks, the read is sent once more, because an idle connection may close just when a request begins. A
   * write is not sent again here: its caller retries it with the same id.
   */
  async #send(call: OutgoingCall, signal: AbortSignal): Promise<RemoteAnswer | TransportFailure> {
    const result = await this.#sendOnce(call, signal, 0);
    const isBrokenRead =
      call.method === 'GET' && result instanceof TransportFailure && result.kind === 'BROKEN';
    return isBrokenRead && !signal.aborted ? this.#sendOnce(call, signal, 1) : result;
  }

  #sendOnce(
    { operation, method, url, headers: unsignedHeaders, body }: OutgoingCall,
    signal: AbortSignal,
    earlierAttempts: number,
  ): Promise<RemoteAnswer | TransportFailure> {
    const { identity, url: base } = this.settings;
    const { now, traces } = this.parts;
    const unsigned = { method, url, headers: unsignedHeaders, body };
    const headers = signRequest(unsigned, identity, { now: new Date(now()) });
    const path = url.slice(new URL(url).origin.length);
    const { path: template } = callOf(operation);
    const request = { method, path, headers, body, signal };
    return sendTraced(this.transport, traces, { base, template, earlierAttempts }, request);
  }
}

const productOf = ({ service, product }: Readonly<Record<string, string>>): string =>
  service === undefined ? '' : `${service}/${product}`;

/** The signature is added when the call is sent. */
function createOutgoingCall(call: UpstreamCall, base: string, newId: () => string): OutgoingCall {
  const { tpp, operation, parameters, query = {}, requestId = newId() } = call;
  const search = new URLSearchParams(query).toString();
  return {
    operation,
    parameters,
    tppId: tpp.tppId,
    requestId,
    method: callOf(operation).method,
    url: `${base}${pathOf(operation, parameters)}${search === '' ? '' : `?${search}`}`,
    headers: headersOf(call, requestId),
    body: call.body === undefined ? null : JSON.stringify(call.body),
  };
}
