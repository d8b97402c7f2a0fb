/**
 * The client of a bank upstream that speaks the interface of this service. A call is signed, bounded in time, given its TPP's
 * fair share of what may be under way, and answered by a checked body, a challenge, or a refusal of the catalogue. It opens
 * no transaction and must be made in none. Start at `createUpstream`.
 */
import * as caller from '../remote-calls/caller.ts';
import type { CallFigures } from '../remote-calls/figures.ts';
import type { CallSettings } from '../remote-calls/settings.ts';
import { type CallName, type CallParameters, callNames, callOf, pathOf, type Success } from './calls.ts';
import { headersOf, noHeaders, type PassedHeaders, type Tpp } from './headers.ts';
import type { UpstreamPsu } from './ids.ts';
import { createLeftOutCounts, type LeftOut } from './left-out.ts';
import { type OutgoingCall, type ReaderParts, readAnswer } from './reading.ts';
import { type AlarmKind, alarmKinds, type Challenge } from './refusals.ts';
import { type SenderParts, sendCall } from './sending.ts';

export interface UpstreamCall<Name extends CallName = CallName> {
  /** For whom the call is made: the TPP as its certificate has it. */
  readonly tpp: Tpp;
  readonly operation: Name;
  readonly parameters: CallParameters<Name>;
  readonly query?: Readonly<Record<string, string>>;
  /** What the TPP has said of its PSU, by `passedHeaders`. */
  readonly headers?: PassedHeaders;
  /** Who the PSU is upstream, by `psu` of UpstreamIds. */
  readonly psu?: UpstreamPsu;
  /** Where the bank sends the PSU back to: an address of this service, never one of a TPP. */
  readonly redirectUri?: string;
  /** JSON. */
  readonly body?: unknown;
  /** By `request` of UpstreamIds where the call changes something: a repetition carries the same. Random when absent. */
  readonly requestId?: string;
  /** Epoch milliseconds; the call ends at this time, and after UPSTREAM_TIMEOUT anyway. */
  readonly deadline?: number;
}

/** A success, with its status and its checked body, which is null where a success has none. */
export type Answered<Name extends CallName> = Success<Name> & {
  /** Epoch milliseconds. */
  readonly receivedAt: number;
};

export interface UpstreamFigures extends CallFigures<CallName, AlarmKind> {
  /** Fields of answers that were left out. */
  readonly leftOut: LeftOut;
}

export interface Upstream {
  /** Rejects with a RemoteRefusal, whose `effect` says whether the bank may have acted; or 429 for the TPP's own load. */
  call<Name extends CallName>(call: UpstreamCall<Name>): Promise<Answered<Name> | Challenge>;
  /** Something that an operator has to look into, besides what the client finds itself. */
  alarm(kind: AlarmKind, fields: Readonly<Record<string, string | number>>): void;
  figures(): UpstreamFigures;
  /** Calls with another key, certificate and CAs from now on. */
  renew(settings: CallSettings): void;
  /** Ends all connections; what is under way is refused. */
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
  const leftOut = createLeftOutCounts(notice);
  let current = settings;
  const sender: SenderParts = { settings: () => current, transport, now, traces };
  const reader: ReaderParts = { base, notice, alarm, leftOut: leftOut.count, renew: transport.renew, now };
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
    figures: () => ({ ...caller.figuresOf(calls), leftOut: leftOut.figures() }),
    renew(next) {
      current = next;
      caller.renewCalls(calls, next);
    },
    close: () => caller.closeCalls(calls),
  };
}

/** Of which product a call is; empty where it is of none. */
const productOf = ({ service, product }: Readonly<Record<string, string>>): string =>
  service === undefined ? '' : `${service}/${product}`;

/** The call as it will be sent, but for its signature. */
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
