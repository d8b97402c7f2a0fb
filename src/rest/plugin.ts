/** The REST door as a Fastify plugin: registers the routes of routes.ts, and hooks run the stages of a request. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseForeignNotificationUri } from '../domain/notifications/request.ts';
import { readPsuRequest } from '../domain/psu.ts';
import { withUncheckedParts } from '../domain/refusal.ts';
import type { DoorGuard, FaultPlayer, SignaturesOfReads } from '../http/door.ts';
import { renderFailure } from '../http/failure.ts';
import { jsonAnswer, toHttpAnswer } from '../http/message.ts';
import { runWork } from '../http/request-hooks.ts';
import { requestKeyOf } from '../operations/idempotent.ts';
import type { Settings } from '../operations/operation.ts';
import type { Performer } from '../operations/performer.ts';
import type { StoredAnswer } from '../operations/ports/stores.ts';
import { hasMessagesField, withMessages } from './answer.ts';
import { checkAndVerify, partsAfterHeaders } from './checks.ts';
import { type AnyRoute, RouteRequest } from './route.ts';

export interface RestParts {
  readonly routes: readonly AnyRoute[];
  readonly guard: DoorGuard;
  readonly performer: Performer;
  readonly settings: Settings;
  readonly signaturesOfReads: SignaturesOfReads;
  /** null: no sandbox. */
  readonly faults: FaultPlayer | null;
}

export function registerRest(app: FastifyInstance, parts: RestParts): void {
  const { guard, settings } = parts;
  app.decorateRequest('routeRequest', null);
  app.setErrorHandler((error, request, reply) => {
    // null: the request was refused before its route was known.
    const routeRequest = request.getDecorator<RouteRequest | null>('routeRequest');
    const cause = withUncheckedParts(error, routeRequest?.uncheckedParts ?? []);
    reply.answer(toHttpAnswer(renderFailure(request.http, cause, logFieldsOf(routeRequest)).answer));
  });
  app.addHook('preValidation', (request, _, next) => {
    const { http } = request;
    const routeRequest = routeRequestOf(request);
    for (const part of partsAfterHeaders(http, routeRequest.route)) routeRequest.uncheckedParts.add(part);
    const caller = checkAndVerify(http, routeRequest, guard, settings);
    refuseForeignNotificationUri(http, caller, settings);
    next();
  });
  for (const route of parts.routes.filter(({ sandbox }) => settings.sandbox || !sandbox))
    addRoute(app, route, parts);
}

function routeRequestOf(request: FastifyRequest): RouteRequest {
  const routeRequest = request.getDecorator<RouteRequest | null>('routeRequest');
  if (routeRequest === null) throw new Error('the request has no route yet');
  return routeRequest;
}

function addRoute(app: FastifyInstance, route: AnyRoute, parts: RestParts): void {
  const hasMessages = hasMessagesField(route.answer);
  app.route({
    method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
    url: route.path,
    bodyLimit: route.bytesAtMost,
    onRequest(request, _, next) {
      request.setDecorator('routeRequest', new RouteRequest(route, request));
      next();
    },
    handler: (request, reply) =>
      runWork(request, reply, async () => {
        const { http } = request;
        const { answer, replayed } = await performOperation(parts, request, hasMessages).finally(() =>
          http.sandboxFault?.playAfter(),
        );
        http.log({ ...logFieldsOf(routeRequestOf(request)), status: answer.status });
        return toHttpAnswer(answer, replayed ? { 'idempotent-replay': 'true' } : {});
      }),
  });
}

function logFieldsOf(routeRequest: RouteRequest | null) {
  const product = routeRequest?.productName ?? null;
  const route = routeRequest?.route.path ?? 'none';
  return { door: 'rest', route, ...(product === null ? {} : { product }) } as const;
}

async function performOperation(
  { guard, faults, performer, signaturesOfReads }: RestParts,
  request: FastifyRequest,
  hasMessages: boolean,
): Promise<{ answer: StoredAnswer; replayed: boolean }> {
  const { http } = request;
  const routeRequest = routeRequestOf(request);
  const { route } = routeRequest;
  const { headers, trace } = http;
  const { caller } = trace;
  if (caller === null) throw new Error('a REST request was not verified');
  trace.enter('REQUEST_ID');
  guard.admit(caller);
  await faults?.playBefore(http, caller);
  const readHeader = (name: string) => headers.get(name);
  const call = { caller, psu: readPsuRequest(readHeader), readHeader, trace };
  routeRequest.readAcceptFix();
  if (route.operation.kind === 'read') {
    signaturesOfReads.remember(caller);
    trace.enter('QUERY');
    const input = await routeRequest.readInput();
    const outcome = await performer.read(route.operation, { ...call, idempotencyKey: null }, input);
    const body = route.answer.write(outcome);
    const fullBody = hasMessages ? withMessages(body as object, routeRequest.warnings) : body;
    const answer = jsonAnswer(
      route.successStatus,
      fullBody,
      route.responseHeadersOf?.(outcome, routeRequest),
    );
    return { answer, replayed: false };
  }
  signaturesOfReads.refuseSignatureOfRead(caller);
  // The operation of a write gets the warnings as input, because they are part of its stored outcome.
  const idempotencyKey = requestKeyOf(caller.tppId, http);
  trace.enter('QUERY');
  const { answer, kind } = await performer.write(
    route.operation,
    { ...call, idempotencyKey },
    () => routeRequest.readInput(),
    {
      as: 'answer',
      render(outcome) {
        const response = route.alternative?.appliesTo(outcome) ? route.alternative : route;
        const body = response.answer.write(outcome);
        return jsonAnswer(response.successStatus, body, route.responseHeadersOf?.(outcome, routeRequest));
      },
    },
  );
  if (answer === null) throw new Error('a REST answer was not rendered');
  return { answer, replayed: kind === 'storedAnswer' };
}
