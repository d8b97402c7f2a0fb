/**
 * The REST door: one request, one answer, the stages of contract 3 in their order. A row of routes.ts says what is
 * particular; everything here is true of every row.
 */
import FindMyWay from 'find-my-way';
import Negotiator from 'negotiator';
import { acceptedFixes, type HeaderMap, headerFaults, knownFixes } from '../domain/headers.ts';
import { psuRequest } from '../domain/psu.ts';
import { refuse, refuseAll } from '../domain/refusal.ts';
import { shownName } from '../domain/warnings.ts';
import type { Performer, Settings } from '../operations/operation.ts';
import type { StoredAnswer } from '../operations/ports.ts';
import { bytesOf } from '../web/body.ts';
import type { DoorGuard, KnownFailure, ReadMemory, VerifiedCaller } from '../web/door.ts';
import type { Door, HttpRequest } from '../web/message.ts';
import { requestKey } from '../web/request-key.ts';
import { jsonAnswer, toAnswer } from '../web/respond.ts';
import { type Failure, renderFailure } from './errors.ts';
import { type AnyRoute, type Method, RouteRequest } from './route.ts';

export interface RestParts {
  readonly routes: readonly AnyRoute[];
  readonly guard: DoorGuard;
  readonly performer: Performer;
  readonly settings: Settings;
  readonly readMemory: ReadMemory;
  readonly knownFailure: KnownFailure;
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

export interface RestDoor {
  readonly answer: Door;
  /** How much of the body is worth reading: what the row takes, nothing where there is no row. */
  bytesAtMost(method: string, path: string): number;
}

export function createRestDoor(parts: RestParts): RestDoor {
  const router = FindMyWay({ maxParamLength: 512 });
  for (const row of parts.routes) {
    if (parts.settings.sandbox || !row.sandbox) router.on(row.method, row.path, () => undefined, row);
  }
  const find = (method: string, path: string) => {
    const found = router.find(method as Method, path);
    return found && { row: found.store as AnyRoute, parameters: found.params };
  };

  const answerTo: Door = async (request) => {
    const begun = performance.now();
    let caller: VerifiedCaller | undefined;
    let route = 'none';
    let answer: StoredAnswer;
    let replayed = false;
    let failure: Failure | undefined;
    let cause: unknown;
    try {
      const { row, parameters } = match(request.method, request.path, find);
      route = row.path;
      const body = bytesOf(request.body, row.bytesAtMost);
      requireMedia(request.headers, body);
      requireHeaders(request.headers, row, body, parts.settings);
      caller = parts.guard.verify(
        { method: request.method, target: request.target, headers: request.headers, body },
        { digestRequired: row.digest === 'required' || !parts.settings.sandbox, role: row.operation.role },
      );
      ({ answer, replayed } = await act(row, parameters, caller, { request, body }));
    } catch (error) {
      cause = error;
      failure = renderFailure(error, parts.knownFailure);
      answer = failure.answer;
    }
    const requestId = request.headers.get('x-request-id') ?? undefined;
    request.log(
      {
        door: 'rest',
        method: request.method,
        route,
        status: answer.status,
        milliseconds: Math.round(performance.now() - begun),
        ...(caller ? { tppId: caller.tppId } : {}),
        ...(requestId ? { requestId } : {}),
        ...(failure ? { failureId: failure.id, code: failure.refusal.code } : {}),
      },
      cause,
    );
    return toAnswer(answer, {
      ...(requestId ? { 'x-request-id': requestId } : {}),
      ...(replayed ? { 'idempotent-replay': 'true' } : {}),
    });
  };
  return {
    answer: answerTo,
    bytesAtMost: (method, path) => find(method, path)?.row.bytesAtMost ?? 0,
  };

  async function act(
    row: AnyRoute,
    parameters: Readonly<Record<string, string | undefined>>,
    caller: VerifiedCaller,
    sent: { request: HttpRequest; body: Uint8Array | null },
  ): Promise<{ answer: StoredAnswer; replayed: boolean }> {
    const { headers, method } = sent.request;
    const psu = psuRequest((name) => headers.get(name));
    const fixes = acceptedFixes(headers.get('x-accept-fix'));
    const { settings } = parts;
    const routed = new RouteRequest({
      settings,
      parameters,
      search: sent.request.query,
      bytes: sent.body,
      fixes,
    });
    noteUnknownFixes(routed);
    if (row.operation.kind === 'read') {
      parts.readMemory.remember(caller);
      const outcome = await parts.performer.read(
        row.operation,
        { caller, psu, request: null },
        row.input(routed),
      );
      return { answer: jsonAnswer(row.success, row.render(outcome, parts.settings)), replayed: false };
    }
    if (parts.readMemory.has(caller)) throw signatureReused();
    const key = requestKey(caller.tppId, { method, target: sent.request.target, headers, body: sent.body });
    const call = { caller, psu, request: key };
    const performed = await parts.performer.write(row.operation, call, () => row.input(routed), {
      as: 'answer',
      render: (outcome) =>
        jsonAnswer(row.statusOf?.(outcome) ?? row.success, row.render(outcome, parts.settings)),
    });
    if (performed.answer === null) throw new Error('a REST answer was not rendered');
    return { answer: performed.answer, replayed: performed.kind === 'replayed' };
  }
}

type Find = (
  method: string,
  path: string,
) => { row: AnyRoute; parameters: Readonly<Record<string, string | undefined>> } | null;

function match(method: string, path: string, find: Find) {
  const found = (methods as readonly string[]).includes(method) ? find(method, path) : null;
  if (found) return found;
  const allow = methods.filter((other) => find(other, path) !== null);
  if (allow.length === 0)
    throw refuse('NOT_FOUND', { path: 'path', text: 'there is no such path; /openapi.json lists them' });
  throw refuse('METHOD_NOT_ALLOWED', { path: 'method', text: `this path takes ${allow.join(', ')}`, allow });
}

/** What answers are; clients that ask for the charset as well mean the same. */
const answerTypes = ['application/json', 'application/json; charset=utf-8'];

/** Stage 1: what may come in and go out is application/json in UTF-8. Where nothing comes in, its type is nobody's. */
function requireMedia(headers: HeaderMap, body: Uint8Array | null): void {
  const accept = headers.get('accept');
  if (accept && !new Negotiator({ headers: { accept } }).mediaType(answerTypes)) {
    throw refuse('NOT_ACCEPTABLE', { path: 'Accept' });
  }
  if (body === null) return;
  const type = headers.get('content-type');
  const encoding = headers.get('content-encoding');
  if (type !== null && !/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type.trim())) {
    throw refuse('MEDIA_TYPE_UNSUPPORTED', { path: 'Content-Type' });
  }
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    throw refuse('MEDIA_TYPE_UNSUPPORTED', {
      path: 'Content-Encoding',
      text: 'bodies must come uncompressed',
    });
  }
}

/** Stage 2: presence and shape of the headers of the row's column. */
function requireHeaders(
  headers: HeaderMap,
  row: AnyRoute,
  body: Uint8Array | null,
  settings: Settings,
): void {
  const bodiless = body === null && row.body === 'none';
  const faults = headerFaults((name) => headers.get(name), row.headers, {
    sandbox: settings.sandbox,
    ...(bodiless ? { without: new Set(['Digest']) } : {}),
    ...(body !== null && !settings.sandbox ? { also: ['Digest'] } : {}),
  });
  if (faults.length > 0) throw refuseAll(faults);
}

function noteUnknownFixes(routed: RouteRequest): void {
  const known: readonly string[] = knownFixes;
  for (const fix of routed.fixes) {
    if (!known.includes(fix)) {
      const text = `${shownName(fix)} is not a known value and was ignored; known are ${known.join(', ')}`;
      routed.warn('x-accept-fix', text);
    }
  }
}

function signatureReused() {
  return refuse('CONFLICT', {
    path: 'X-Request-ID',
    text: 'these signed headers have served a read; a write needs an X-Request-ID and a signature of its own',
  });
}
