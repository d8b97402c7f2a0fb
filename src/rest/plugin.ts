/** The REST door as a Fastify plugin: each row of routes.ts is a route, and hooks run the stages of a request. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyToCome, type Caller } from '../domain/caller.ts';
import { shownName } from '../domain/fields/warn.ts';
import { knownFixes, requestedFixes } from '../domain/headers.ts';
import { psuRequest } from '../domain/psu.ts';
import { withUncheckedParts } from '../domain/refusal.ts';
import type { DoorGuard, ReadMemory, RefusalOfError } from '../http/door.ts';
import { runWork } from '../http/exchange.ts';
import { bodyRefusal, renderFailure, requireBodySize } from '../http/failure.ts';
import type { Faults } from '../http/faults.ts';
import { type HttpAnswer, jsonAnswer, toAnswer } from '../http/message.ts';
import { expectsContinue } from '../http/server.ts';
import { requestLogEntry } from '../observability/request-trace.ts';
import { requestKey } from '../operations/idempotent.ts';
import type { Settings } from '../operations/operation.ts';
import type { Performer } from '../operations/performer.ts';
import type { StoredAnswer } from '../operations/ports/stores.ts';
import { hasMessagesField, withMessages } from './answer.ts';
import {
  partsToCheck,
  refuseForeignNotificationUri,
  requireHeaders,
  requireMedia,
  verify,
} from './checks.ts';
import { type AnyRoute, inputOf, RouteRequest, type UncheckedParts } from './route.ts';

export interface RestParts {
  readonly routes: readonly AnyRoute[];
  readonly guard: DoorGuard;
  readonly performer: Performer;
  readonly settings: Settings;
  readonly signaturesOfReads: ReadMemory;
  /** null: no sandbox. */
  readonly faults: Faults | null;
  readonly refusalOfError: RefusalOfError;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** null: the request was refused before its row was known. */
    rest: RestState | null;
  }
}

interface RestState {
  readonly row: AnyRoute;
  readonly unchecked: UncheckedParts;
  caller: Caller | null;
}

export function registerRest(app: FastifyInstance, parts: RestParts): void {
  const { settings } = parts;
  app.decorateRequest('rest', null);
  app.setErrorHandler((error, request, reply) => reply.answer(answerFailure(parts, request, error)));
  app.addHook('preParsing', (request, _, payload, next) => {
    if (expectsContinue(request)) requireAcceptable(request, parts);
    next(null, payload);
  });
  app.addHook('preValidation', (request, _, next) => {
    const { http } = request;
    const state = stateOf(request);
    const hasBody = http.body !== null;
    requireMedia(http, hasBody);
    for (const part of partsToCheck(http, state.row)) state.unchecked.add(part);
    requireHeaders(http, state.row, hasBody, settings.sandbox);
    state.unchecked.delete('signature');
    state.caller = verify(http, state.row, http.body, parts.guard, settings.sandbox);
    refuseForeignNotificationUri(http, state.caller, settings);
    next();
  });
  for (const row of parts.routes.filter(({ sandbox }) => settings.sandbox || !sandbox))
    addRow(app, row, parts);
}

function stateOf({ rest }: FastifyRequest): RestState {
  if (rest === null) throw new Error('the request has no row yet');
  return rest;
}

function addRow(app: FastifyInstance, row: AnyRoute, parts: RestParts): void {
  const acceptsMessages = hasMessagesField(row.answer, parts.settings.products);
  app.route({
    method: row.method === 'GET' ? ['GET', 'HEAD'] : row.method,
    url: row.path,
    bodyLimit: row.bytesAtMost,
    onRequest(request, _, next) {
      request.rest = { row, unchecked: new Set(), caller: null };
      next();
    },
    handler: (request, reply) => runWork(request, reply, () => answerTo(parts, request, acceptsMessages)),
  });
}

async function answerTo(
  parts: RestParts,
  request: FastifyRequest,
  acceptsMessages: boolean,
): Promise<HttpAnswer> {
  try {
    const { answer, replayed } = await act(parts, request, acceptsMessages).finally(() =>
      parts.faults?.playAfter(request.http),
    );
    request.http.log(
      requestLogEntry(request.http, {
        door: 'rest',
        route: stateOf(request).row.path,
        ...productIn(parts, request),
        status: answer.status,
      }),
    );
    return toAnswer(answer, replayed ? { 'idempotent-replay': 'true' } : {});
  } catch (error) {
    return answerFailure(parts, request, error);
  }
}

/** The product in the path. A text there that is no product may be personal data, so it is not logged. */
function productIn({ settings }: RestParts, { params }: FastifyRequest): { product?: string } {
  const product = (params as { readonly product?: string } | undefined)?.product;
  return product !== undefined && settings.products.some(({ name }) => name === product) ? { product } : {};
}

function answerFailure(parts: RestParts, request: FastifyRequest, error: unknown): HttpAnswer {
  const { http, rest, routeOptions } = request;
  const cause = bodyRefusal(error, routeOptions.bodyLimit) ?? error;
  const { id, refusal, answer } = renderFailure(
    withUncheckedParts(cause, rest?.unchecked ?? []),
    parts.refusalOfError,
  );
  const { status, code } = refusal;
  http.trace.fail(refusal);
  http.log(
    requestLogEntry(http, {
      door: 'rest',
      route: rest?.row.path ?? 'none',
      ...productIn(parts, request),
      status,
      failureId: id,
      code,
    }),
    cause,
  );
  return toAnswer(answer);
}

async function act(
  parts: RestParts,
  request: FastifyRequest,
  acceptsMessages: boolean,
): Promise<{ answer: StoredAnswer; replayed: boolean }> {
  const { http, params } = request;
  const { row, unchecked, caller } = stateOf(request);
  if (caller === null) throw new Error('a REST request was not verified');
  const { headers, trace, body } = http;
  trace.enter('REQUEST_ID');
  parts.guard.admit(caller);
  await parts.faults?.playBefore(http, caller);
  const readHeader = (name: string) => headers.get(name);
  const call = { caller, psu: psuRequest(readHeader), readHeader, trace };
  const routeRequest = new RouteRequest({
    products: parts.settings.products,
    pathParameters: params as Readonly<Record<string, string | undefined>>,
    searchParams: http.query,
    bytes: body,
    fixNames: requestedFixes(headers.get('x-accept-fix')),
    unchecked,
    trace,
    workOwner: caller.tppId,
  });
  warnOfUnknownFixes(routeRequest);
  if (row.operation.kind === 'read') {
    parts.signaturesOfReads.remember(caller);
    trace.enter('QUERY');
    const outcome = await parts.performer.read(
      row.operation,
      { ...call, idempotencyKey: null },
      await inputOf(row, routeRequest),
    );
    const responseHeaders = row.responseHeadersOf?.(outcome, routeRequest);
    const answerBody = row.answer.write(outcome);
    const fullBody = acceptsMessages ? withMessages(answerBody as object, routeRequest.warnings) : answerBody;
    return { answer: jsonAnswer(row.success, fullBody, responseHeaders), replayed: false };
  }
  parts.signaturesOfReads.refuseSignatureOfRead(caller);
  // The operation of a write gets the warnings as input, because they are part of its stored outcome.
  const key = requestKey(caller.tppId, http);
  trace.enter('QUERY');
  const result = await parts.performer.write(
    row.operation,
    { ...call, idempotencyKey: key },
    () => inputOf(row, routeRequest),
    {
      as: 'answer',
      render(outcome) {
        const { success, answer } = row.alternative?.appliesTo(outcome) ? row.alternative : row;
        return jsonAnswer(success, answer.write(outcome), row.responseHeadersOf?.(outcome, routeRequest));
      },
    },
  );
  if (result.answer === null) throw new Error('a REST answer was not rendered');
  return { answer: result.answer, replayed: result.kind === 'storedAnswer' };
}

/** Refuses a request before its body is sent (Expect: 100-continue). */
function requireAcceptable(request: FastifyRequest, { guard, settings }: RestParts): void {
  const { http } = request;
  const { row } = stateOf(request);
  const hasBody = true;
  requireBodySize(Number(request.headers['content-length'] ?? 0), row.bytesAtMost);
  requireMedia(http, hasBody);
  requireHeaders(http, row, hasBody, settings.sandbox);
  verify(http, row, bodyToCome, guard, settings.sandbox);
}

function warnOfUnknownFixes(routeRequest: RouteRequest): void {
  const validFixes: readonly string[] = knownFixes;
  for (const fix of routeRequest.fixNames) {
    if (!validFixes.includes(fix)) {
      const text = `${shownName(fix)} is not a known value and was ignored; the known values are ${validFixes.join(', ')}`;
      routeRequest.warn('x-accept-fix', text);
    }
  }
}
