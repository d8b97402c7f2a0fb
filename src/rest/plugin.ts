/** The REST door as a plugin: each row of routes.ts is a route, and the stages of a request are its hooks, in their order. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyToCome, type Caller, type SignedRequest } from '../domain/caller.ts';
import { shownName } from '../domain/fields/warn.ts';
import { acceptedFixes, headerFaults, knownFixes } from '../domain/headers.ts';
import { acceptedTypes, requireJsonBody } from '../domain/media-types.ts';
import { psuRequest } from '../domain/psu.ts';
import { refuseAll, withUnread } from '../domain/refusal.ts';
import type { DoorGuard, KnownFailure, ReadMemory } from '../http/door.ts';
import { runWork } from '../http/exchange.ts';
import { bodyRefusal, renderFailure, requireBodySize } from '../http/failure.ts';
import { type HttpAnswer, type HttpRequest, jsonAnswer, toAnswer } from '../http/message.ts';
import { expectsContinue } from '../http/server.ts';
import { requestLine } from '../observability/request-trace.ts';
import type { Settings } from '../operations/operation.ts';
import type { Performer } from '../operations/performer.ts';
import type { StoredAnswer } from '../operations/ports/stores.ts';
import { requestKey } from '../operations/request-key.ts';
import { hasMessages, withMessages } from './answer.ts';
import { type AnyRoute, RouteRequest, type Unread } from './route.ts';

export interface RestParts {
  readonly routes: readonly AnyRoute[];
  readonly guard: DoorGuard;
  readonly performer: Performer;
  readonly settings: Settings;
  readonly readMemory: ReadMemory;
  readonly knownFailure: KnownFailure;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** null: refused before its row was looked at. */
    rest: RestState | null;
  }
}

/** What the hooks of a REST request have found out. */
interface RestState {
  readonly row: AnyRoute;
  readonly unread: Unread;
  caller: Caller | null;
}

/** Registers the door; `app` is a context of its own. */
export function registerRest(app: FastifyInstance, parts: RestParts): void {
  const { settings } = parts;
  app.decorateRequest('rest', null);
  app.setErrorHandler((error, request, reply) => reply.answer(failed(parts, request, error)));
  app.addHook('preParsing', (request, _, payload, done) => {
    if (expectsContinue(request)) requireAcceptable(request, parts);
    done(null, payload);
  });
  app.addHook('preValidation', (request, _, done) => {
    requireMedia(request.http, request.http.body !== null);
    const { unread } = stateOf(request);
    for (const part of partsOf(request)) unread.add(part);
    done();
  });
  app.addHook('preValidation', (request, _, done) => {
    request.http.trace.enter('HEADERS');
    requireHeaders(request, settings, request.http.body !== null);
    stateOf(request).unread.delete('signature');
    done();
  });
  app.addHook('preValidation', (request, _, done) => {
    stateOf(request).caller = verify(request, parts, request.http.body);
    done();
  });
  for (const row of parts.routes.filter(({ sandbox }) => settings.sandbox || !sandbox))
    addRow(app, row, parts);
}

function stateOf({ rest }: FastifyRequest): RestState {
  if (rest === null) throw new Error('the request has not met its row');
  return rest;
}

function addRow(app: FastifyInstance, row: AnyRoute, parts: RestParts): void {
  /** Whether the answer has a place for warnings. */
  const hasPlace = hasMessages(row.answer, parts.settings.products);
  app.route({
    method: row.method === 'GET' ? ['GET', 'HEAD'] : row.method,
    url: row.path,
    bodyLimit: row.bytesAtMost,
    onRequest(request, _, done) {
      request.rest = { row, unread: new Set(), caller: null };
      done();
    },
    handler: (request, reply) => runWork(request, reply, () => answerTo(parts, request, hasPlace)),
  });
}

/** The answer of the operation, or that of what it has thrown. */
async function answerTo(parts: RestParts, request: FastifyRequest, hasPlace: boolean): Promise<HttpAnswer> {
  try {
    const { answer, replayed } = await act(parts, request, hasPlace);
    request.http.log(
      requestLine(request.http, { door: 'rest', route: stateOf(request).row.path, status: answer.status }),
    );
    return toAnswer(answer, replayed ? { 'idempotent-replay': 'true' } : {});
  } catch (error) {
    return failed(parts, request, error);
  }
}

/** The answer to a request that is refused or fails, with its line in the log. */
function failed(
  { knownFailure }: RestParts,
  { http, rest, routeOptions }: FastifyRequest,
  error: unknown,
): HttpAnswer {
  const cause = bodyRefusal(error, routeOptions.bodyLimit) ?? error;
  const { id, refusal, answer } = renderFailure(withUnread(cause, rest?.unread ?? []), knownFailure);
  const { status, code } = refusal;
  http.trace.failed(refusal);
  http.log(
    requestLine(http, { door: 'rest', route: rest?.row.path ?? 'none', status, failureId: id, code }),
    cause,
  );
  return toAnswer(answer);
}

/** Stage 3: the signature over the bytes. Only now does a caller exist. */
function verify(
  request: FastifyRequest,
  { guard, settings }: RestParts,
  body: SignedRequest['body'],
): Caller {
  const { method, target, headers, trace } = request.http;
  const { row } = stateOf(request);
  trace.enter('SIGNATURE');
  const caller = guard.verify(
    { method, target, headers, body },
    { digestRequired: row.digest === 'required' || !settings.sandbox, role: row.operation.role },
  );
  trace.caller = caller;
  return caller;
}

/** Stages 4 to 8, which the operation decides. */
async function act(
  parts: RestParts,
  request: FastifyRequest,
  hasPlace: boolean,
): Promise<{ answer: StoredAnswer; replayed: boolean }> {
  const { http, params } = request;
  const { row, unread, caller } = stateOf(request);
  if (caller === null) throw new Error('a REST request was not verified');
  const { headers, trace, body } = http;
  trace.enter('REQUEST_ID');
  parts.guard.admit(caller);
  const readHeader = (name: string) => headers.get(name);
  const call = { caller, psu: psuRequest(readHeader), readHeader, trace };
  const routed = new RouteRequest({
    products: parts.settings.products,
    parameters: params as Readonly<Record<string, string | undefined>>,
    search: http.query,
    bytes: body,
    fixes: acceptedFixes(headers.get('x-accept-fix')),
    unread,
    trace,
    owner: caller.tppId,
  });
  noteUnknownFixes(routed);
  if (row.operation.kind === 'read') {
    parts.readMemory.remember(caller);
    trace.enter('QUERY');
    const outcome = await parts.performer.read(
      row.operation,
      { ...call, request: null },
      await row.input(routed),
    );
    const own = row.headersOf?.(outcome, routed);
    const written = row.answer.write(outcome);
    const shown = hasPlace ? withMessages(written as object, routed.warnings) : written;
    return { answer: jsonAnswer(row.success, shown, own), replayed: false };
  }
  parts.readMemory.requireUnread(caller);
  const key = requestKey(caller.tppId, http);
  trace.enter('QUERY');
  const performed = await parts.performer.write(
    row.operation,
    { ...call, request: key },
    () => row.input(routed),
    {
      as: 'answer',
      render(outcome) {
        const { success, answer } = row.instead?.when(outcome) ? row.instead : row;
        return jsonAnswer(success, answer.write(outcome));
      },
    },
  );
  if (performed.answer === null) throw new Error('a REST answer was not rendered');
  return { answer: performed.answer, replayed: performed.kind === 'replayed' };
}

/** The parts of a request that are checked after its headers. */
function partsOf(request: FastifyRequest): Unread {
  const { target, body } = request.http;
  const { row } = stateOf(request);
  const unread: Unread = new Set(['signature']);
  if (target.includes('?') || row.query.length > 0) unread.add('query');
  // The rules check the values of the body.
  if (body !== null && row.method !== 'GET') unread.add('body').add('rules');
  return unread;
}

/** What is known to be wrong before the body is sent. */
function requireAcceptable(request: FastifyRequest, parts: RestParts): void {
  requireBodySize(Number(request.headers['content-length'] ?? 0), stateOf(request).row.bytesAtMost);
  requireMedia(request.http, true);
  request.http.trace.enter('HEADERS');
  requireHeaders(request, parts.settings, true);
  verify(request, parts, bodyToCome);
}

/** Stage 1: the media types of the request's body and of the answer. A request without a body needs no type. */
function requireMedia({ headers }: HttpRequest, hasBody: boolean): void {
  const read = (name: string) => headers.get(name);
  acceptedTypes(read, ['application/json']);
  if (hasBody) requireJsonBody(read);
}

/** Stage 2: presence and format of the headers of the row's column. */
function requireHeaders(request: FastifyRequest, { sandbox }: Settings, hasBody: boolean): void {
  const { headers } = request.http;
  const { row } = stateOf(request);
  const bodiless = !hasBody && row.body === 'none';
  const faults = headerFaults((name) => headers.get(name), row.headers, {
    sandbox,
    ...(bodiless ? { without: new Set(['Digest']) } : {}),
    ...(hasBody && !sandbox ? { also: ['Digest'] } : {}),
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
