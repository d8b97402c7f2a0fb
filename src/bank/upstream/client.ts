/**
 * The client of an upstream bank with this interface. It signs calls, limits their time, and shares them fairly among the TPPs. Its
 * result is a valid body, a challenge or a refusal. Never call it inside a transaction.
 */
import * as caller from '../remote-calls/caller.ts';
import type { CallFigures } from '../remote-calls/figures.ts';
import type { CallSettings } from '../remote-calls/settings.ts';
import { type CallName, type CallParameters, callNames, callOf, pathOf, type Success } from './calls.ts';
import { headersOf, noHeaders, type PassedHeaders, type Tpp } from './headers.ts';
import type { UpstreamPsu } from './ids.ts';
import { createIgnoredFieldCounts, type IgnoredFields } from './ignored-fields.ts';
import { type OutgoingCall, type ReaderParts, readAnswer } from './reading.ts';
import { type AlarmKind, alarmKinds, type Challenge } from './refusals.ts';
import { type SenderParts, sendCall } from './sending.ts';

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

export interface Upstream {
  /** Rejects with a RemoteRefusal; with ACCESS_EXCEEDED if too many calls of the TPP are waiting. */
  call<Name extends CallName>(call: UpstreamCall<Name>): Promise<Success<Name> | Challenge>;
  /** Reports a problem that an operator must correct. */
  alarm(kind: AlarmKind, fields: Readonly<Record<string, string | number>>): void;
  figures(): UpstreamFigures;
  /** From now on, calls use this key, certificate and CAs. */
  renew(settings: CallSettings): void;
  /** Aborts calls in progress. */
  close(): Promise<void>;
}

export interface UpstreamParts extends caller.CallParts<AlarmKind> {
  readonly newId: () => string;
}

export function createUpstream(settings: CallSettings, parts: UpstreamParts): Upstream {
  const { now, notice, traces = null } = parts;
  const { url: base } = settings;
  const calls = caller.openCalls(settings, parts, callNames, alarmKinds);
  const { transport } = calls;
  const alarm: UpstreamParts['alarm'] = (kind, fields) => caller.raiseAlarm(calls, kind, fields);
  const ignoredFields = createIgnoredFieldCounts(notice);
  let currentSettings = settings;
  const sender: SenderParts = { settings: () => currentSettings, transport, now, traces };
  const reader: ReaderParts = {
    base,
    notice,
    alarm,
    onIgnoredField: ignoredFields.count,
    renew: transport.renew,
    now,
  };
  return {
    async call<Name extends CallName>(call: UpstreamCall<Name>) {
      const outgoing = createOutgoingCall(call, base, parts.newId);
      const { operation: name, tppId } = outgoing;
      const remoteCall = { name, tppId, product: productOf(outgoing.parameters) };
      const send = async (until: number) =>
        readAnswer(reader, outgoing, await sendCall(sender, outgoing, until));
      return (await caller.makeCall(calls, remoteCall, send)) as Success<Name> | Challenge;
    },
    alarm,
    figures: () => ({ ...caller.figuresOf(calls), ignoredFields: ignoredFields.figures() }),
    renew(newSettings) {
      currentSettings = newSettings;
      caller.renewCalls(calls, newSettings);
    },
    close: () => caller.closeCalls(calls),
  };
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
