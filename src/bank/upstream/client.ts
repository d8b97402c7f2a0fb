/**
 * The client of an upstream bank with this interface: calls are signed, have a time limit and a fair share for each TPP, and
 * return a checked body, a challenge or a refusal. Never call it inside a transaction.
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
  /** As in its certificate. */
  readonly tpp: Tpp;
  readonly operation: Name;
  readonly parameters: CallParameters<Name>;
  readonly query?: Readonly<Record<string, string>>;
  /** Made by `passedHeaders`. */
  readonly headers?: PassedHeaders;
  /** Made by `psu` of UpstreamIds. */
  readonly psu?: UpstreamPsu;
  /** The return address of the PSU: always one of this service. */
  readonly redirectUri?: string;
  /** JSON. */
  readonly body?: unknown;
  /** For writes made by `request` of UpstreamIds, so that a retry has the same; random when absent. */
  readonly requestId?: string;
  /** Epoch milliseconds; UPSTREAM_TIMEOUT applies too. */
  readonly deadline?: number;
}

/** The body is null if a success has none. */
export type Answered<Name extends CallName> = Success<Name> & {
  /** Epoch milliseconds. */
  readonly receivedAt: number;
};

export interface UpstreamFigures extends CallFigures<CallName, AlarmKind> {
  readonly ignoredFields: IgnoredFields;
}

export interface Upstream {
  /** Rejects with a RemoteRefusal, whose `effect` says whether the bank may have acted, or with 429 for the TPP's own load. */
  call<Name extends CallName>(call: UpstreamCall<Name>): Promise<Answered<Name> | Challenge>;
  /** Reports what an operator must check. */
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
  let current = settings;
  const sender: SenderParts = { settings: () => current, transport, now, traces };
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
      const outgoing = outgoingOf(call, base, parts.newId);
      const { operation: name, tppId } = outgoing;
      const of = { name, tppId, product: productOf(outgoing.parameters), deadline: call.deadline };
      const make = async (until: number) =>
        readAnswer(reader, outgoing, await sendCall(sender, outgoing, until));
      return (await caller.makeCall(calls, of, make)) as Answered<Name> | Challenge;
    },
    alarm,
    figures: () => ({ ...caller.figuresOf(calls), ignoredFields: ignoredFields.figures() }),
    renew(next) {
      current = next;
      caller.renewCalls(calls, next);
    },
    close: () => caller.closeCalls(calls),
  };
}

const productOf = ({ service, product }: Readonly<Record<string, string>>): string =>
  service === undefined ? '' : `${service}/${product}`;

/** Without its signature. */
function outgoingOf(call: UpstreamCall, url: string, newId: () => string): OutgoingCall {
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
    url: `${url}${pathOf(operation, parameters)}${search === '' ? '' : `?${search}`}`,
    headers: headersOf({ tpp, headers, psu, redirectUri, requestId }),
    body: call.body === undefined ? null : JSON.stringify(call.body),
  };
}
