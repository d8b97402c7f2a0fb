import { isObject } from '../../domain/fields/shared.ts';
import type { TppMessage } from '../../domain/refusal.ts';
import { type Json, readJson } from '../../domain/values/json.ts';
import { type RemoteAnswer, TransportFailure } from '../remote-calls/http.ts';
import {
  type CallReporter,
  endingOfStatus,
  raiseAlarm,
  refuseFailure,
  refuseMisfit,
  resultOfAnswer,
} from '../remote-calls/reading.ts';
import type { CallResult } from '../remote-calls/remote-client.ts';
import { type CallName, describeCall, type OutgoingCall } from './calls.ts';
import { isTemporary } from './error-codes.ts';
import { listIdsAtBank, readError, resolvePsuUrl } from './errors.ts';
import { toPlainWarning } from './messages.ts';
import type { AlarmKind, Challenge } from './refusals.ts';
import { type BodyShape, readShape, type ShapeReading } from './shapes.ts';

export type Reading = CallResult<{ readonly status: number; readonly body: unknown } | Challenge>;

export interface ReaderParts extends CallReporter<AlarmKind> {
  /** The URL of the bank. */
  readonly base: string;
  readonly onIgnoredField: (operation: CallName, field: string) => void;
  /** Later calls use new connections. */
  readonly replaceConnections: () => void;
}

export function readAnswer(
  reader: ReaderParts,
  call: OutgoingCall,
  answer: RemoteAnswer | TransportFailure,
): Reading {
  if (answer instanceof TransportFailure) return refuseFailure(reader, logFields(call), answer);
  const { status, header, bytes } = answer;
  const json = readJson(bytes);
  const isSuccess = status < 400;
  // A response with a temporary status may come from a gateway with its own X-Request-ID, so its ids are not compared.
  const mismatch = isTemporary(status)
    ? null
    : mismatchedId(call, header('x-request-id'), isSuccess ? json.value : undefined);
  if (mismatch !== null) {
    // The response belongs to another request, so the connection can no longer be trusted.
    reader.replaceConnections();
    return refuseMisfit(reader, { ...logFields(call), status, why: mismatch });
  }
  return isSuccess ? readSuccess(reader, call, status, json) : readRefusal(reader, call, answer, json);
}

function readSuccess(reader: ReaderParts, call: OutgoingCall, status: number, json: Json): Reading {
  const shape = describeCall(call.operation).answers[status];
  const misfit = (why: string) => refuseMisfit(reader, { ...logFields(call), status, why });
  if (shape === undefined) return misfit('status');
  if (shape === null) return resultOfAnswer(status, null);
  const reading = normaliseRedirect(readShape(shape, json), shape, reader.base);
  if (!reading.fits) return misfit(reading.why);
  for (const field of reading.ignoredFields) reader.onIgnoredField(call.operation, field);
  return resultOfAnswer(status, removeIds(call, reading.body));
}

interface BankTexts {
  readonly tppMessages?: readonly TppMessage[];
  readonly psuMessage?: string;
}

/** Removes texts that contain an id at the bank: `psuMessage`, and in `tppMessages` the paths and texts (`toPlainWarning`). */
function removeIds(call: OutgoingCall, body: BankTexts): object {
  const { tppMessages, psuMessage, ...fields } = body;
  const ids = listIdsAtBank(call, body);
  const isShown = psuMessage !== undefined && !ids.some((id) => psuMessage.includes(id));
  return {
    ...fields,
    ...(isShown ? { psuMessage } : {}),
    ...(tppMessages && { tppMessages: tppMessages.map((warning) => toPlainWarning(warning, ids)) }),
  };
}

function readRefusal(reader: ReaderParts, call: OutgoingCall, answer: RemoteAnswer, json: Json): Reading {
  const { status } = answer;
  const { code, errorId: id, ...result } = readError(call, answer, json, reader);
  const ending = endingOfStatus(status);
  const fields = { ...logFields(call), status, ...(code ? { code } : {}), ...(id ? { id } : {}) };
  if (result.outcome === 'ALARM') {
    // The bank refuses our signature if our clock is wrong, so the alarm shows the difference of the clocks.
    const bankAheadSeconds = Math.round((Date.parse(answer.header('date') ?? '') - reader.now()) / 1_000);
    const clock = Number.isNaN(bankAheadSeconds) ? {} : { bankAheadSeconds };
    return raiseAlarm(reader, result.alarm, { ...fields, ...clock }, { ending });
  }
  if (result.outcome === 'FAILED') reader.notice('call to the bank failed', fields);
  return { ...result, ending };
}

/** Returns which id of the response belongs to another request or resource, or null. `body` is undefined for a refusal. */
function mismatchedId(
  { requestId, parameters }: OutgoingCall,
  echoedRequestId: string | null,
  body: unknown,
): string | null {
  if (echoedRequestId !== null && echoedRequestId.toLowerCase() !== requestId.toLowerCase())
    return 'X-Request-ID of another request';
  const fields = new Map<string, unknown>(isObject(body) ? Object.entries(body) : []);
  for (const [name, id] of Object.entries(parameters)) {
    if (!name.endsWith('Id')) continue;
    const echoedId = fields.get(name) ?? null;
    if (echoedId !== null && echoedId !== id) return `${name} of another resource`;
  }
  return null;
}

const logFields = ({ operation, requestId }: OutgoingCall) => ({ operation, requestId });

/** Resolves the address of scaRedirect. A bad address is ignored if `_links` is optional. Otherwise the body does not fit. */
function normaliseRedirect(reading: ShapeReading, { optional }: BodyShape, base: string): ShapeReading {
  if (!reading.fits) return reading;
  const { body, ignoredFields } = reading;
  const { _links: links } = body as {
    readonly _links?: { readonly scaRedirect?: { readonly href: string } };
  };
  if (links?.scaRedirect === undefined) return reading;
  const href = resolvePsuUrl(links.scaRedirect.href, base);
  if (href !== null) return { ...reading, body: { ...body, _links: { ...links, scaRedirect: { href } } } };
  const isOptional = Object.hasOwn(optional, '_links');
  return isOptional
    ? { ...reading, body: { ...body, _links: {} }, ignoredFields: [...ignoredFields, '_links'] }
    : { fits: false, why: '_links.scaRedirect.href' };
}
