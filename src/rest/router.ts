/** The REST door: takes a request through its stages in order. routes.ts holds what differs from row to row. */
import { acceptedFixes, type HeaderMap, headerFaults, knownFixes } from '../domain/headers.ts';
import { psuRequest } from '../domain/psu.ts';
import { refuseAll, withUnread } from '../domain/refusal.ts';
import { shownName } from '../domain/warnings.ts';
import type { Performer, Settings } from '../operations/operation.ts';
import type { StoredAnswer } from '../operations/ports/stores.ts';
import { bytesOf } from '../web/body.ts';
import type { DoorGuard, KnownFailure, ReadMemory, VerifiedCaller } from '../web/door.ts';
import { acceptedTypes, requireJsonBody } from '../web/media.ts';
import type { Door, HttpRequest } from '../web/message.ts';
import { requireUnread } from '../web/read-memory.ts';
import { requestKey, shownRequestId } from '../web/request-key.ts';
import { jsonAnswer, toAnswer } from '../web/respond.ts';
import { hasMessages, withMessages } from './answer.ts';
import { type Failure, renderFailure } from './errors.ts';
import { createMatcher, type Match } from './match.ts';
import { type AnyRoute, RouteRequest, type Unread } from './route.ts';

export interface RestParts {
  readonly routes: readonly AnyRoute[];
  readonly guard: DoorGuard;
  readonly performer: Performer;
  readonly settings: Settings;
  readonly readMemory: ReadMemory;
  readonly knownFailure: KnownFailure;
}

export function createRestDoor(parts: RestParts) {
  const routes = parts.routes.filter((row) => parts.settings.sandbox || !row.sandbox);
  const matcher = createMatcher(routes);
  /** Rows whose answer has a place for warnings. */
  const withPlace = new Set(routes.filter(({ answer }) => hasMessages(answer, parts.settings.products)));

  const answerTo: Door = async (request) => {
    const begun = performance.now();
    const { trace } = request;
    let caller: VerifiedCaller | undefined;
    let route = 'none';
    let answer: StoredAnswer;
    let replayed = false;
    let failure: Failure | undefined;
    let cause: unknown;
    const unread: Unread = new Set();
    try {
      const match = matcher.match(request.method, request.path);
      const { row } = match;
      route = row.path;
      const body = bytesOf(request.body, row.bytesAtMost);
      requireMedia(request.headers, body);
      for (const part of partsOf(row, request, body)) unread.add(part);
      trace?.enter('HEADERS');
      requireHeaders(request.headers, row, body, parts.settings);
      unread.delete('signature');
      trace?.enter('SIGNATURE');
      caller = parts.guard.verify(
        { method: request.method, target: request.target, headers: request.headers, body },
        { digestRequired: row.digest === 'required' || !parts.settings.sandbox, role: row.operation.role },
      );
      if (trace) trace.caller = caller;
      trace?.enter('REQUEST_ID');
      parts.guard.admit(caller);
      ({ answer, replayed } = await act(match, caller, request, body, unread));
    } catch (error) {
      cause = error;
      failure = renderFailure(withUnread(error, unread), parts.knownFailure);
      trace?.failed(failure.refusal);
      answer = failure.answer;
    }
    const requestId = shownRequestId(request.headers);
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
    /** How many bytes of the body are read: as many as the row takes, none where there is no row. */
    bytesAtMost: (method: string, path: string) => matcher.rowOf(method, path)?.bytesAtMost ?? 0,
  };

  async function act(
    { row, parameters }: Match,
    caller: VerifiedCaller,
    { headers, method, target, query: search, trace }: HttpRequest,
    body: Uint8Array | null,
    unread: Unread,
  ): Promise<{ answer: StoredAnswer; replayed: boolean }> {
    const psu = psuRequest((name) => headers.get(name));
    const fixes = acceptedFixes(headers.get('x-accept-fix'));
    const { products } = parts.settings;
    const routed = new RouteRequest({ products, parameters, search, bytes: body, fixes, unread, trace });
    noteUnknownFixes(routed);
    if (row.operation.kind === 'read') {
      parts.readMemory.remember(caller);
      trace?.enter('QUERY');
      const call = { caller, psu, request: null, trace };
      const outcome = await parts.performer.read(row.operation, call, await row.input(routed));
      const own = row.headersOf?.(outcome, routed);
      const written = row.answer.write(outcome);
      const shown = withPlace.has(row) ? withMessages(written as object, routed.warnings) : written;
      return { answer: jsonAnswer(row.success, shown, own), replayed: false };
    }
    requireUnread(parts.readMemory, caller);
    const request = requestKey(caller.tppId, { method, target, headers, body });
    const call = { caller, psu, request, trace };
    trace?.enter('QUERY');
    const performed = await parts.performer.write(row.operation, call, () => row.input(routed), {
      as: 'answer',
      render(outcome) {
        const { success, answer } = row.instead?.when(outcome) ? row.instead : row;
        return jsonAnswer(success, answer.write(outcome));
      },
    });
    if (performed.answer === null) throw new Error('a REST answer was not rendered');
    return { answer: performed.answer, replayed: performed.kind === 'replayed' };
  }
}

/** What the stages after the headers check. */
function partsOf(row: AnyRoute, { target }: HttpRequest, body: Uint8Array | null): Unread {
  const unread: Unread = new Set(['signature']);
  if (target.includes('?') || row.query.length > 0) unread.add('query');
  // The rules judge what the body says.
  if (body !== null && row.body === 'json') unread.add('body').add('rules');
  return unread;
}

/** Stage 1: the media types of the request's body and of the answer. Of a request without a body no type is asked. */
function requireMedia(headers: HeaderMap, body: Uint8Array | null): void {
  const read = (name: string) => headers.get(name);
  acceptedTypes(read, ['application/json']);
  if (body !== null) requireJsonBody(read);
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
