/**
 * What became of a call: its answer is checked and read, and a failure told from a refusal. Log lines hold names of fields
 * and codes, never values. Start at `readAnswer`.
 */
import { type Json, readJson } from '../../domain/values/json.ts';
import { isLoopback } from '../../domain/values/loopback.ts';
import type { CallEnding } from '../remote-calls/breakers.ts';
import type { CallFields, Result } from '../remote-calls/caller.ts';
import { type RemoteAnswer, TransportFailure } from '../remote-calls/http.ts';
import { lostCall, misfitRefusal, retryAfter } from '../remote-calls/reading.ts';
import { unavailable } from '../remote-calls/refusals.ts';
import { type CallName, callOf } from './calls.ts';
import { readError } from './errors.ts';
import { type AlarmKind, type Challenge, ourFault } from './refusals.ts';
import { type BodyShape, readShape, type ShapeReading } from './shapes.ts';

/** A call as it is sent. */
export interface OutgoingCall {
  readonly operation: CallName;
  readonly parameters: Readonly<Record<string, string>>;
  readonly tppId: string;
  readonly requestId: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

interface ReadingSuccess {
  readonly status: number;
  readonly body: unknown;
  readonly receivedAt: number;
}

export type Reading = Result<ReadingSuccess | Challenge>;

export interface ReaderParts {
  /** UPSTREAM_URL. */
  readonly base: string;
  readonly notice: (name: string, fields: CallFields) => void;
  readonly alarm: (kind: AlarmKind, fields: CallFields) => void;
  /** A field of an answer was odd, and not needed. */
  readonly leftOut: (operation: CallName, field: string) => void;
  /** The connections are not to be used any more. */
  readonly renew: () => void;
  readonly now: () => number;
}

/** Statuses by which gateways say that the bank behind them cannot be reached. */
const unreachable = new Set([502, 503, 504]);

/** What came of a call, by what was received. */
export function readAnswer(
  reader: ReaderParts,
  call: OutgoingCall,
  answer: RemoteAnswer | TransportFailure,
): Reading {
  if (answer instanceof TransportFailure) return readFailure(reader, call, answer);
  const { status, header, bytes } = answer;
  const json = readJson(bytes);
  const foreign = foreignName(call, header('x-request-id'), status < 400 ? json.value : undefined);
  if (foreign !== null) {
    // An answer to another request: whatever comes on that connection is not to be believed.
    reader.renew();
    return misfit(reader, call, status, foreign);
  }
  return status < 400 ? readSuccess(reader, call, status, json) : readRefusal(reader, call, answer, json);
}

function readSuccess(reader: ReaderParts, call: OutgoingCall, status: number, json: Json): Reading {
  const bodyShape = callOf(call.operation).answers[status];
  if (bodyShape === undefined) return misfit(reader, call, status, 'status');
  const success = (body: unknown): Reading => ({
    outcome: 'ANSWERED',
    ending: 'ANSWERED',
    answer: { status, body, receivedAt: reader.now() },
  });
  if (bodyShape === null) return success(null);
  const shape = typeof bodyShape === 'function' ? bodyShape(call.parameters as never) : bodyShape;
  const reading = withRedirect(readShape(shape, json.ok ? json : null), shape, reader.base);
  if (!reading.fits) return misfit(reader, call, status, reading.why);
  for (const field of reading.leftOut) reader.leftOut(call.operation, field);
  return success(reading.body);
}

function readRefusal(
  reader: ReaderParts,
  call: OutgoingCall,
  { status, header }: RemoteAnswer,
  json: Json,
): Reading {
  const { base, notice, now } = reader;
  const error = readError({
    call: call.operation,
    status,
    body: json.value,
    byGateway: !json.ok,
    retryAfterSeconds: retryAfter(header('retry-after'), now()),
    redirect: (href) => redirectOf(href, base),
    ids: idsAtBank(call),
  });
  const ending = unreachable.has(status) ? 'FAILED' : 'ANSWERED';
  const { code, id } = error;
  const fields = { ...logFields(call), status, ...(code ? { code } : {}), ...(id ? { id } : {}) };
  if (error.kind === 'ALARM') return raiseAlarm(reader, error.alarm, fields, ending);
  if (error.kind === 'FAILED') notice('call to the bank failed', fields);
  if (error.kind !== 'CHALLENGE') return { outcome: error.kind, ending, refusal: error.refusal };
  const { reason, scaRedirect } = error;
  const answer = { status: 401, challenge: { reason, scaRedirect }, receivedAt: now() } as const;
  return { outcome: 'CHALLENGED', ending, answer };
}

function readFailure(
  reader: ReaderParts,
  call: OutgoingCall,
  { kind, message: code }: TransportFailure,
): Reading {
  if (kind === 'UNREADABLE') return misfit(reader, call, 0, code);
  const fields = { ...logFields(call), code };
  if (kind === 'SERVER_CERTIFICATE') return raiseAlarm(reader, kind, fields, 'UNREACHABLE');
  if (kind === 'CLIENT_CERTIFICATE') return raiseAlarm(reader, 'CERTIFICATE', fields, 'NEITHER');
  return lostCall(kind, code);
}

function misfit({ notice }: ReaderParts, call: OutgoingCall, status: number, why: string): Reading {
  notice('answer of the bank does not fit', { ...logFields(call), status, why });
  return { outcome: 'MISFIT', ending: 'ANSWERED', refusal: misfitRefusal(why) };
}

function raiseAlarm(
  { alarm }: ReaderParts,
  kind: AlarmKind,
  fields: CallFields,
  ending: CallEnding,
): Reading {
  alarm(kind, fields);
  const refusal = kind === 'SERVER_CERTIFICATE' ? unavailable('NONE', kind) : ourFault(kind);
  return { outcome: 'ALARM', ending, refusal };
}

/** By which name an answer is one to another request; null: it is not known to be. */
function foreignName(
  { requestId, parameters }: OutgoingCall,
  echoed: string | null,
  body: unknown,
): string | null {
  if (echoed !== null && echoed.toLowerCase() !== requestId.toLowerCase())
    return 'X-Request-ID of another request';
  const fields: object = typeof body === 'object' && body !== null ? body : {};
  const ids = Object.entries(parameters).filter(
    ([name]) => name.endsWith('Id') && Object.hasOwn(fields, name),
  );
  const foreign = ids.find(([name, id]) => ![id, null].includes(fields[name as keyof typeof fields]));
  return foreign === undefined ? null : `${foreign[0]} of another resource`;
}

/** Ids of a call that the bank knows, and no TPP. */
const idsAtBank = ({ parameters, requestId, headers }: OutgoingCall): readonly string[] => [
  ...Object.entries(parameters).flatMap(([name, id]) => (name.endsWith('Id') ? [id] : [])),
  requestId,
  ...['PSU-ID', 'TPP-Session-ID'].flatMap((name) => headers[name] ?? []),
];

/** What a log may say of a call. */
const logFields = ({ operation, requestId }: OutgoingCall) => ({ operation, requestId });

/** The answer with an absolute `scaRedirect`, where it has one; without it, where it is no address for a person. */
function withRedirect(reading: ShapeReading, { extra }: BodyShape, base: string): ShapeReading {
  if (!reading.fits) return reading;
  const { _links: links } = reading.body as {
    readonly _links?: { readonly scaRedirect?: { readonly href: string } };
  };
  if (links?.scaRedirect === undefined) return reading;
  const href = redirectOf(links.scaRedirect.href, base);
  if (href !== null)
    return { ...reading, body: { ...reading.body, _links: { ...links, scaRedirect: { href } } } };
  if (!Object.hasOwn(extra, '_links')) return { fits: false, why: '_links.scaRedirect.href' };
  return { ...reading, body: { ...reading.body, _links: {} }, leftOut: [...reading.leftOut, '_links'] };
}

/** An address to which a person's browser may be sent: https, or http where the bank itself is called so. */
export function redirectOf(href: string, base: string): string | null {
  if (!URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  const local = url.protocol === 'http:' && isLoopback(url.hostname) && base.startsWith('http:');
  const fits = (url.protocol === 'https:' || local) && url.username === '' && url.password === '';
  return fits ? url.href : null;
}
