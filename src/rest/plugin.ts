/** The REST door as a Fastify plugin: each row of routes.ts is a route, and hooks run the stages of a request. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { psuRequest } from '../domain/psu.ts';
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
import { checkAndVerify, partsAfterHeaders, refuseForeignNotificationUri } from './checks.ts';
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
  app.decorateRequest('rest', null);
  app.setErrorHandler((error, request, reply) => {
    // null: the request was refused before its row was known.
    const rest = request.getDecorator<RouteRequest | null>('rest');
    const cause = withUncheckedParts(error, rest?.unchecked ?? []);
    reply.answer(toHttpAnswer(renderFailure(request.http, cause, logFieldsOf(rest)).answer));
  });
  app.addHook('preValidation', (request, _, next) => {
    const { http } = request;
    const rest = restOf(request);
    for (const part of partsAfterHeaders(http, rest.row)) rest.unchecked.add(part);
    const caller = checkAndVerify(http, rest, guard, settings);
    refuseForeignNotificationUri(http, caller, settings);
    next();
  });
  for (const row of parts.routes.filter(({ sandbox }) => settings.sandbox || !sandbox))
    addRow(app, row, parts);
}

function restOf(request: FastifyRequest): RouteRequest {
  const rest = request.getDecorator<RouteRequest | null>('rest');
  if (rest === null) throw new Error('the request has no row yet');
  return rest;
}

function addRow(app: FastifyInstance, row: AnyRoute, parts: RestParts): void {
  const hasMessages = hasMessagesField(row.answer);
  app.route({
    method: row.method === 'GET' ? ['GET', 'HEAD'] : row.method,
    url: row.path,
    bodyLimit: row.bytesAtMost,
    onRequest(request, _, next) {
      request.setDecorator('rest', new RouteRequest(row, request));
      next();
    },
    handler: (request, reply) =>
      runWork(request, reply, async () => {
        const { http } = request;
        const { answer, replayed } = await act(parts, request, hasMessages).finally(() =>
          http.sandboxFault?.playAfter(),
        );
        http.log({ ...logFieldsOf(restOf(request)), status: answer.status });
        return toHttpAnswer(answer, replayed ? { 'idempotent-replay': 'true' } : {});
      }),
  });
}

function logFieldsOf(rest: RouteRequest | null) {
  const product = rest?.productName ?? null;
  const route = rest?.row.path ?? 'none';
  return { door: 'rest', route, ...(product === null ? {} : { product }) } as const;
}

async function act(
  { guard, faults, performer, signaturesOfReads }: RestParts,
  request: FastifyRequest,
  hasMessages: boolean,
): Promise<{ answer: StoredAnswer; replayed: boolean }> {
  const { http } = request;
  const rest = restOf(request);
  const { row } = rest;
  const { headers, trace } = http;
  const { caller } = trace;
  if (caller === null) throw new Error('a REST request was not verified');
  trace.enter('REQUEST_ID');
  guard.admit(caller);
  await faults?.playBefore(http, caller);
  const readHeader = (name: string) => headers.get(name);
  const call = { caller, psu: psuRequest(readHeader), readHeader, trace };
  rest.readAcceptFix();
  if (row.operation.kind === 'read') {
    signaturesOfReads.remember(caller);
    trace.enter('QUERY');
    const input = await rest.input();
    const outcome = await performer.read(row.operation, { ...call, idempotencyKey: null }, input);
    const body = row.answer.write(outcome);
    const fullBody = hasMessages ? withMessages(body as object, rest.warnings) : body;
    const answer = jsonAnswer(row.success, fullBody, row.responseHeadersOf?.(outcome, rest));
    return { answer, replayed: false };
  }
  signaturesOfReads.refuseSignatureOfRead(caller);
  // The operation of a write gets the warnings as input, because they are part of its stored outcome.
  const idempotencyKey = requestKeyOf(caller.tppId, http);
  trace.enter('QUERY');
  const { answer, kind } = await performer.write(
    row.operation,
    { ...call, idempotencyKey },
    () => rest.input(),
    {
      as: 'answer',
      render(outcome) {
        const response = row.alternative?.appliesTo(outcome) ? row.alternative : row;
        const body = response.answer.write(outcome);
        return jsonAnswer(response.success, body, row.responseHeadersOf?.(outcome, rest));
      },
    },
  );
  if (answer === null) throw new Error('a REST answer was not rendered');
  return { answer, replayed: kind === 'storedAnswer' };
}
