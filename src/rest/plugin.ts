/** The REST door as a Fastify plugin. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../domain/caller.ts';
import { products } from '../domain/payments/products/list.ts';
import { readPsuRequest } from '../domain/psu.ts';
import { withUncheckedParts } from '../domain/refusal.ts';
import type { DoorGuard, FaultPlayer, SignaturesOfReads } from '../http/door.ts';
import { renderFailure } from '../http/failure.ts';
import { type HttpAnswer, jsonAnswer, toHttpAnswer } from '../http/message.ts';
import { runWork } from '../http/request-hooks.ts';
import { requestKeyOf } from '../operations/idempotent.ts';
import type { Settings } from '../operations/operation.ts';
import type { Performer } from '../operations/performer.ts';
import { hasMessagesField, withMessages } from './answer.ts';
import { checkAndVerify } from './checks.ts';
import { type AnyRoute, type PathParameters, RouteRequest } from './route.ts';

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
  app.setErrorHandler((error, request, reply) =>
    reply.answer(toHttpAnswer(renderFailure(request.http, error, logFieldsOf(request)).answer)),
  );
  for (const route of parts.routes.filter(({ sandbox }) => parts.settings.sandbox || !sandbox))
    addRoute(app, route, parts);
}

function addRoute(app: FastifyInstance, route: AnyRoute, parts: RestParts): void {
  const hasMessages = hasMessagesField(route.answer);
  app.route<{ Params: PathParameters }>({
    method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
    url: route.path,
    bodyLimit: route.bytesAtMost,
    handler: (request, reply) =>
      runWork(request, reply, async () => {
        const { http, params } = request;
        const routeRequest = new RouteRequest(route, http, params);
        try {
          const caller = checkAndVerify(routeRequest, parts.guard, parts.settings);
          // A sandbox fault that follows the operation is played even if the operation has refused.
          const answer = await performOperation(parts, routeRequest, caller, hasMessages).finally(() =>
            http.sandboxFault?.playAfter(),
          );
          http.log({ ...logFieldsOf(request), status: answer.status });
          return answer;
        } catch (error) {
          throw withUncheckedParts(error, routeRequest.uncheckedParts);
        }
      }),
  });
}

function logFieldsOf({ routeOptions, params }: FastifyRequest) {
  const route = routeOptions.url ?? 'none';
  // An unknown name of a product may be personal data.
  const product = products.find(({ name }) => name === (params as PathParameters).product);
  return { door: 'rest', route, ...(product ? { product: product.name } : {}) } as const;
}

async function performOperation(
  { guard, faults, performer, signaturesOfReads }: RestParts,
  routeRequest: RouteRequest,
  caller: Caller,
  hasMessages: boolean,
): Promise<HttpAnswer> {
  const { route, http } = routeRequest;
  const { headers, trace } = http;
  trace.enter('REQUEST_ID');
  guard.admit(caller);
  await faults?.playBefore(http, caller);
  const readHeader = (name: string) => headers.get(name);
  const call = { caller, psu: readPsuRequest(readHeader), readHeader, trace };
  // `readInput` may use the values of x-accept-fix, and the warnings about unknown ones.
  routeRequest.readAcceptFix();
  if (route.operation.kind === 'read') {
    signaturesOfReads.remember(caller);
    trace.enter('QUERY');
    const input = await routeRequest.readInput();
    const outcome = await performer.read(route.operation, { ...call, idempotencyKey: null }, input);
    const body = route.answer.write(outcome);
    const fullBody = hasMessages ? withMessages(body as object, routeRequest.warnings) : body;
    const responseHeaders = route.responseHeadersOf?.(outcome, routeRequest);
    return toHttpAnswer(jsonAnswer(route.successStatus, fullBody, responseHeaders));
  }
  signaturesOfReads.refuseSignatureOfRead(caller);
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
        // Needs no `withMessages`: the operation gets the warnings as input, because they are part of its stored outcome.
        const body = response.answer.write(outcome);
        return jsonAnswer(response.successStatus, body, route.responseHeadersOf?.(outcome, routeRequest));
      },
    },
  );
  // Only a write `as: 'outcome'` has no answer.
  if (answer === null) throw new Error('a REST answer was not rendered');
  const httpAnswer = toHttpAnswer(answer);
  if (kind === 'storedAnswer') httpAnswer.headers['idempotent-replay'] = 'true';
  return httpAnswer;
}
