/** Checks and reads a response, and tells failures from refusals. Log lines contain field names and codes, never values. */
import { type Json, readJson } from '../../domain/values/json.ts';
import { isLoopback } from '../../domain/values/loopback.ts';
import type { CallEnding } from '../remote-calls/breakers.ts';
import type { CallFields, CallResult } from '../remote-calls/caller.ts';
import { type RemoteAnswer, TransportFailure } from '../remote-calls/http.ts';
import { lostCall, misfitRefusal, retryAfterSeconds } from '../remote-calls/reading.ts';
import { unavailable } from '../remote-calls/refusals.ts';
import { type CallName, callOf } from './calls.ts';
import { readError } from './errors.ts';
import { type AlarmKind, type Challenge, ourFault } from './refusals.ts';
import { type BodyShape, readShape, type ShapeReading } from './shapes.ts';

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

export type Reading = CallResult<ReadingSuccess | Challenge>;

export interface ReaderParts {
  readonly base: string;
  readonly notice: (name: string, fields: CallFields) => void;
  readonly alarm: (kind: AlarmKind, fields: CallFields) => void;
  readonly onIgnoredField: (operation: CallName, field: string) => void;
  /** Closes the connections. */
  readonly renew: () => void;
  readonly now: () => number;
}

/** Gateways send these if the bank cannot be reached. */
const unreachable = new Set([502, 503, 504]);

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
    // The response belongs to another request, so nothing on that connection can be trusted.
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
  for (const field of reading.ignoredFields) reader.onIgnoredField(call.operation, field);
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
    retryAfterSeconds: retryAfterSeconds(header('retry-after'), now()),
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

/** The name that shows that a response belongs to another request; null if there is none. */
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

/** Ids that a TPP must not see. */
const idsAtBank = ({ parameters, requestId, headers }: OutgoingCall): readonly string[] => [
  ...Object.entries(parameters).flatMap(([name, id]) => (name.endsWith('Id') ? [id] : [])),
  requestId,
  ...['PSU-ID', 'TPP-Session-ID'].flatMap((name) => headers[name] ?? []),
];

const logFields = ({ operation, requestId }: OutgoingCall) => ({ operation, requestId });

/** Makes `scaRedirect` absolute, and drops it if a person must not be sent there. */
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
  return {
    ...reading,
    body: { ...reading.body, _links: {} },
    ignoredFields: [...reading.ignoredFields, '_links'],
  };
}

/** Https, or http if the bank itself is called by http. */
export function redirectOf(href: string, base: string): string | null {
  if (!URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  const local = url.protocol === 'http:' && isLoopback(url.hostname) && base.startsWith('http:');
  const fits = (url.protocol === 'https:' || local) && url.username === '' && url.password === '';
  return fits ? url.href : null;
}
