import { signRequest } from '../../../packages/toolkit/src/sign.ts';
import { type RemoteAnswer, TransportFailure } from '../remote-calls/http.ts';
import { type CallParts, RemoteClient } from '../remote-calls/remote-client.ts';
import type { CallSettings } from '../remote-calls/settings.ts';
import {
  type CallName,
  type CallParameters,
  callNames,
  describeCall,
  type OutgoingCall,
  type Success,
} from './calls.ts';
import { type HeaderSources, headersOf } from './headers.ts';
import { type ReaderParts, readAnswer } from './reading.ts';
import { type AlarmKind, alarmKinds, type Challenge } from './refusals.ts';

export interface UpstreamCall<Name extends CallName = CallName> extends HeaderSources {
  readonly operation: Name;
  readonly parameters: CallParameters<Name>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. It contains the bank's ids of payments, not the ids of this service. */
  readonly body?: object;
  /** The ids that the bank has given to the payments of a basket. A TPP must not see them. */
  readonly paymentReferences?: readonly string[];
  /** A repeated write has the same id. Absent: the id is random. */
  readonly requestId?: string;
}

/** How often a malformed field was ignored. */
type IgnoredFields = Readonly<Record<CallName, Record<string, number>>>;

export interface UpstreamClientParts extends CallParts<AlarmKind> {
  readonly newId: () => string;
}

export class UpstreamClient extends RemoteClient<CallName, AlarmKind> {
  readonly #newId: () => string;
  readonly #ignoredFields = Object.fromEntries(
    callNames.map((name) => [name, createZeroCounts(name)]),
  ) as IgnoredFields;
  readonly #reader: ReaderParts;

  constructor(settings: CallSettings, parts: UpstreamClientParts) {
    super(settings, parts, callNames, alarmKinds);
    const { now, notice, newId } = parts;
    this.#newId = newId;
    this.#reader = {
      system: 'bank',
      base: settings.url,
      notice,
      alarm: (kind, fields) => this.alarm(kind, fields),
      onIgnoredField: (operation, field) => this.#countIgnoredField(operation, field),
      replaceConnections: () => this.renew(this.settings),
      now,
    };
  }

  async call<Name extends CallName>(call: UpstreamCall<Name>): Promise<Success<Name> | Challenge> {
    const { tpp, operation, query, body, paymentReferences = [], requestId = this.#newId() } = call;
    const parameters: Readonly<Record<string, string>> = call.parameters;
    const { method, path: template } = describeCall(operation);
    const outgoing: OutgoingCall = {
      operation,
      parameters,
      paymentReferences,
      requestId,
      method,
      url: this.urlOf(template, parameters, query),
      headers: headersOf(call, requestId),
      body: body === undefined ? null : JSON.stringify(body),
    };
    const remoteCall = { name: operation, tppId: tpp.tppId, product: productPathOf(parameters) };
    const answer = await this.makeCall(remoteCall, async (signal) =>
      readAnswer(this.#reader, outgoing, await this.#send(outgoing, signal)),
    );
    return answer as Success<Name> | Challenge;
  }

  override figures() {
    return { ...super.figures(), ignoredFields: this.#ignoredFields };
  }

  /** Logs only the first time. */
  #countIgnoredField(operation: CallName, field: string): void {
    const counts = this.#ignoredFields[operation];
    const isFirst = !counts[field];
    counts[field] = (counts[field] ?? 0) + 1;
    if (isFirst) this.parts.notice('malformed field of a bank response ignored', { operation, field });
  }

  /** Repeats a broken read: an idle connection may close just when a request begins. Repeats no write: the bank may have done it. */
  async #send(call: OutgoingCall, signal: AbortSignal): Promise<RemoteAnswer | TransportFailure> {
    const result = await this.#sendOnce(call, signal, { earlierAttempts: 0 });
    const isBrokenRead =
      call.method === 'GET' && result instanceof TransportFailure && result.kind === 'BROKEN';
    return isBrokenRead && !signal.aborted ? this.#sendOnce(call, signal, { earlierAttempts: 1 }) : result;
  }

  #sendOnce(
    { operation, method, url, headers: unsignedHeaders, body }: OutgoingCall,
    signal: AbortSignal,
    { earlierAttempts }: { readonly earlierAttempts: number },
  ): Promise<RemoteAnswer | TransportFailure> {
    const unsigned = { method, url, headers: unsignedHeaders, body };
    // Each attempt has a signature with the date of the attempt.
    const headers = signRequest(unsigned, this.settings.identity, { now: new Date(this.parts.now()) });
    const { path: template } = describeCall(operation);
    return this.send({ template, method, url, headers, body, signal, earlierAttempts });
  }
}

/** Without the zero, Prometheus would not see the first increase, and an alert would miss it. */
function createZeroCounts(name: CallName): Record<string, number> {
  const fields = Object.values(describeCall(name).answers).flatMap((shape) =>
    Object.keys(shape?.optional ?? {}),
  );
  return Object.fromEntries(fields.map((field) => [field, 0]));
}

const productPathOf = ({ service, product }: Readonly<Record<string, string>>): string =>
  service === undefined ? '' : `${service}/${product}`;
