/** The REST door: takes a request through its stages in order. routes.ts has what differs between rows. */

import FindMyWay from 'find-my-way';
import type { Caller } from '../domain/caller.ts';
import { shownName } from '../domain/fields/warn.ts';
import { acceptedFixes, type HeaderMap, headerFaults, knownFixes } from '../domain/headers.ts';
import { psuRequest } from '../domain/psu.ts';
import { type Refusal, refuse, refuseAll, withUnread } from '../domain/refusal.ts';
import type { DoorGuard, KnownFailure, ReadMemory } from '../http/door.ts';
import { acceptedTypes, requireJsonBody } from '../http/messages/media.ts';
import { bytesOf, type Door, type HttpRequest, jsonAnswer, toAnswer } from '../http/messages/message.ts';
import { requestKey, requireUnread, shownRequestId } from '../http/messages/request-key.ts';
import { requestLine } from '../http/request-trace.ts';
import type { Settings } from '../operations/operation.ts';
import type { Performer } from '../operations/performer.ts';
import type { StoredAnswer } from '../operations/ports/stores.ts';
import { type Failure, hasMessages, renderFailure, withMessages } from './answer.ts';
import { type AnyRoute, type Method, RouteRequest, type Unread } from './route.ts';

/**
 * Finds the row of the table for a request, by its method and by its path exactly as it was sent. A malformed path is
 * refused with the reason and never corrected.
 */

export interface Match {
  readonly row: AnyRoute;
  /** The parameters of the path, decoded. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
const idCharactersAtMost = 512;

export function createMatcher(rows: readonly AnyRoute[]) {
  const router = FindMyWay({ maxParamLength: idCharactersAtMost });
  for (const row of rows) router.on(row.method, row.path, () => undefined, row);
  const find = (method: string, path: string): Match | null => {
    const wanted = methods.find((one) => one === (method === 'HEAD' ? 'GET' : method));
    const found = wanted === undefined ? null : router.find(wanted, path);
    return found && { row: found.store as AnyRoute, parameters: found.params };
  };
  return {
    /** The row of a request, or 404 NOT_FOUND or 405. HEAD is answered by the rows of GET. */
    match(method: string, path: string): Match {
      const fault = pathFault(path);
      if (fault !== null) throw noSuchPath(fault);
      const found = find(method, path);
      if (found) return found;
      const there = methods.filter((one) => find(one, path) !== null);
      throw there.length === 0 ? noSuchPath('/openapi.json lists them') : refuseMethod(there);
    },
    /** The row, or null where there is none. */
    rowOf(method: string, path: string): AnyRoute | null {
      return pathFault(path) === null ? (find(method, path)?.row ?? null) : null;
    },
  };
}

/** The refusal of a method that a path does not take; for paths outside of the table as well. */
export function refuseMethod(taken: readonly string[]): Refusal {
  const allow = taken.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return refuse('METHOD_NOT_ALLOWED', { path: 'method', text: `this path takes ${allow.join(', ')}`, allow });
}

function noSuchPath(why: string): Refusal {
  return refuse('NOT_FOUND', { path: 'path', text: `there is no such path; ${why}` });
}

/** The fault of a path that no row can have, or null. */
function pathFault(path: string): string | null {
  const steps = path.split('/').slice(1);
  if (steps.length > 1 && steps.at(-1) === '') return 'no path ends in a slash';
  if (steps.length > 1 && steps.includes('')) return 'an identifier in it is empty';
  for (const step of steps) {
    const text = decoded(step);
    if (text === null) return 'its percent-encoding is malformed';
    if (text.split(/[/\\]/).some((part) => part === '.' || part === '..'))
      return 'it has a step that is . or ..';
    if (text.length > idCharactersAtMost)
      return `no identifier is longer than ${idCharactersAtMost} characters`;
  }
  return null;
}

function decoded(step: string): string | null {
  try {
    return decodeURIComponent(step);
  } catch {
    return null;
  }
}

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
    const { trace } = request;
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
      trace.enter('HEADERS');
      requireHeaders(request.headers, row, body, parts.settings);
      unread.delete('signature');
      trace.enter('SIGNATURE');
      const caller = parts.guard.verify(
        { method: request.method, target: request.target, headers: request.headers, body },
        { digestRequired: row.digest === 'required' || !parts.settings.sandbox, role: row.operation.role },
      );
      trace.caller = caller;
      trace.enter('REQUEST_ID');
      parts.guard.admit(caller);
      ({ answer, replayed } = await act(match, caller, request, body, unread));
    } catch (error) {
      cause = error;
      failure = renderFailure(withUnread(error, unread), parts.knownFailure);
      trace.failed(failure.refusal);
      answer = failure.answer;
    }
    const { status } = answer;
    const failed = failure ? { failureId: failure.id, code: failure.refusal.code } : {};
    request.log(requestLine(request, { door: 'rest', route, status, ...failed }), cause);
    const requestId = shownRequestId(request.headers);
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
    caller: Caller,
    { headers, method, target, query: search, trace }: HttpRequest,
    body: Uint8Array | null,
    unread: Unread,
  ): Promise<{ answer: StoredAnswer; replayed: boolean }> {
    const readHeader = (name: string) => headers.get(name);
    const psu = psuRequest(readHeader);
    const fixes = acceptedFixes(headers.get('x-accept-fix'));
    const { products } = parts.settings;
    const owner = caller.tppId;
    const routed = new RouteRequest({
      products,
      parameters,
      search,
      bytes: body,
      fixes,
      unread,
      trace,
      owner,
    });
    noteUnknownFixes(routed);
    if (row.operation.kind === 'read') {
      parts.readMemory.remember(caller);
      trace.enter('QUERY');
      const call = { caller, psu, readHeader, request: null, trace };
      const outcome = await parts.performer.read(row.operation, call, await row.input(routed));
      const own = row.headersOf?.(outcome, routed);
      const written = row.answer.write(outcome);
      const shown = withPlace.has(row) ? withMessages(written as object, routed.warnings) : written;
      return { answer: jsonAnswer(row.success, shown, own), replayed: false };
    }
    requireUnread(parts.readMemory, caller);
    const request = requestKey(caller.tppId, { method, target, headers, body });
    const call = { caller, psu, readHeader, request, trace };
    trace.enter('QUERY');
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

/** The parts of a request that are checked after its headers. */
function partsOf(row: AnyRoute, { target }: HttpRequest, body: Uint8Array | null): Unread {
  const unread: Unread = new Set(['signature']);
  if (target.includes('?') || row.query.length > 0) unread.add('query');
  // The rules check the values of the body.
  if (body !== null && row.method !== 'GET') unread.add('body').add('rules');
  return unread;
}

/** Stage 1: the media types of the request's body and of the answer. A request without a body needs no type. */
function requireMedia(headers: HeaderMap, body: Uint8Array | null): void {
  const read = (name: string) => headers.get(name);
  acceptedTypes(read, ['application/json']);
  if (body !== null) requireJsonBody(read);
}

/** Stage 2: presence and format of the headers of the row's column. */
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
