/**
 * The GraphQL door. Bytes are verified before anything in them is read: the caller (admission.ts), then the document
 * (documents/), then its execution (execution.ts) and the answer (answer.ts). Start at `createGraphQLDoor`.
 */
import { Refusal, refuse, withUnread } from '../../domain/refusal.ts';
import type { RequestKey, StoredAnswer } from '../../operations/ports/stores.ts';
import type { VerifiedCaller } from '../../web/door.ts';
import { readJson } from '../../web/json.ts';
import type { Door, HttpAnswer, HttpRequest } from '../../web/message.ts';
import { requireUnread } from '../../web/read-memory.ts';
import { requestKey, shownRequestId } from '../../web/request-key.ts';
import { jsonAnswer, toAnswer } from '../../web/respond.ts';
import { createTurns, inTurns } from '../../web/turns.ts';
import { callOf, type Progress, refusalsOf } from '../context.ts';
import { createAnswerSize, watchedReads } from '../documents/answer-size.ts';
import {
  createDocuments,
  isMutation,
  isOneMutation,
  operationIn,
  operationLabel,
  requireOperation,
} from '../documents/documents.ts';
import { createLoaders } from '../schema/loaders.ts';
import { anonymousBytesAtMost, createAdmission } from './admission.ts';
import { eventsAnswer, type Form, formOf, once, type Result, resultAnswer, retryAfter } from './answer.ts';
import { type AnswerKeeper, createAnswerKeeper } from './answer-keeper.ts';
import { requireOwnPage, tokenUnknown } from './credentials.ts';
import { maskError } from './errors.ts';
import { createExecution, type ServerContext } from './execution.ts';
import { bodyParams, type GraphQLParams, queryParams, wantsPage } from './params.ts';
import type { GraphQLDoor, GraphQLParts } from './parts.ts';
import { createPersistedQueries, persistedQueryNotFound } from './persisted.ts';
import { readUse } from './request-use.ts';
import { createSubscriptionCounter } from './subscriptions.ts';

/** What is needed to run a document that may have an X-Request-ID, and to keep its answer. */
interface KeyedCourse {
  readonly key: RequestKey | null;
  readonly form: Form;
  readonly progress: Progress;
  readonly run: (
    conflict: Refusal | null,
    keeper?: AnswerKeeper | null,
  ) => Promise<Result | AsyncIterable<Result>>;
}

/** What is known of one run of a document. */
type Work = Pick<ServerContext, 'caller' | 'requestKey' | 'progress' | 'parsed' | 'params'>;

/** Seconds after which the request is to be sent again; 0 when its answer is final. */
const later = (result: Result, { retryAfterSeconds = 0 }: Progress): number =>
  Math.max(retryAfter(result), retryAfterSeconds);

const isKept = (result: Result, progress: Progress): boolean =>
  progress.acted && !progress.secret && later(result, progress) === 0;

const again = (answer: StoredAnswer): HttpAnswer => toAnswer(answer, { 'idempotent-replay': 'true' });

export function createGraphQLDoor(parts: GraphQLParts): GraphQLDoor {
  const { sandbox } = parts.settings;
  const documents = createDocuments({ schema: parts.schema, open: sandbox });
  const persisted = createPersistedQueries();
  const subscriptions = createSubscriptionCounter();
  const anonymousTurn = createTurns();
  const execution = createExecution({ ...parts, documents });
  const { limitOf, shapeOf, admitted, requireLookAtSchema } = createAdmission(parts);

  /** The state of one request, for its log line. */
  interface Course {
    caller: VerifiedCaller | null;
    name: string;
    readonly progress: Progress;
    /** What has not been looked at yet. */
    readonly unread: Set<'query' | 'body'>;
  }

  const answer: Door = async (request) => {
    const begun = performance.now();
    const course: Course = {
      caller: null,
      name: 'unread',
      progress: { acted: false, fresh: false, refusals: new Set(), trace: request.trace },
      unread: new Set(),
    };
    let made: HttpAnswer;
    let thrown: unknown;
    try {
      if (parts.explorer && wantsPage(request)) return await parts.explorer(request.query.get('ticket'));
      made = await answered(request, course);
      // A 503 of resolvers has no error of its own and is no defect.
      if (made.status === 503) thrown = refuse('UNAVAILABLE');
    } catch (error) {
      thrown = error;
      const refusal = error instanceof Refusal ? error : parts.knownFailure(error);
      request.trace?.failed(refusal ?? refuse('SYSTEM_ERROR'));
      made = refused(request, withUnread(error, course.unread));
    }
    const requestId = shownRequestId(request.headers);
    if (requestId) made.headers['x-request-id'] = requestId;
    request.log(
      {
        door: 'graphql',
        method: request.method,
        route: course.name,
        status: made.status,
        milliseconds: Math.round(performance.now() - begun),
        ...(course.caller ? { tppId: course.caller.tppId } : {}),
        ...(requestId ? { requestId } : {}),
        ...refusalsOf(course.progress),
      },
      thrown,
    );
    return made;
  };

  async function answered(request: HttpRequest, course: Course): Promise<HttpAnswer> {
    const { trace } = request;
    const body = shapeOf(request);
    trace?.enter('HEADERS');
    course.unread.add(body === null ? 'query' : 'body');
    course.caller = await admitted(request, body);
    if (trace) trace.caller = course.caller;
    if (course.caller) trace?.enter('REQUEST_ID');
    if (course.caller) parts.guard.admit(course.caller);
    // Requests without a credential are handled one after the other, so that many of them delay others no more than one.
    else await anonymousTurn();
    if (course.caller === null && body !== null && body.length > anonymousBytesAtMost) throw tokenUnknown();
    course.unread.clear();
    if (course.caller) trace?.enter('QUERY');
    const sent = body === null ? queryParams(request.query) : bodyParams(await inTurns(readJson(body)));
    const params = persisted.resolve(sent);
    const { query, operationName = null } = params;
    const parsed = query === undefined ? null : documents.read(query, operationName);
    course.name = operationLabel(parsed, course.caller !== null);
    if (trace) trace.operationName = operationIn(parsed)?.name?.value ?? null;
    if (course.caller === null) requireLookAtSchema(request, parsed);
    // Answered to verified callers alone, so that nobody else learns which documents are kept.
    if (parsed === null) throw persistedQueryNotFound();
    if (course.caller) {
      persisted.keep(params);
      if ('document' in parsed) documents.keep(parsed);
    }
    return carriedOut(request, course, parsed, params, body);
  }

  async function carriedOut(
    request: HttpRequest,
    { caller, progress }: Course,
    parsed: ServerContext['parsed'],
    params: GraphQLParams,
    body: Uint8Array | null,
  ): Promise<HttpAnswer> {
    const { method, target, headers } = request;
    requireOperation(parsed);
    const mutates = isMutation(parsed);
    if (mutates && method !== 'POST')
      throw refuse('METHOD_NOT_ALLOWED', {
        path: 'method',
        text: 'a mutation is sent by POST',
        allow: ['POST'],
      });
    if (mutates && sandbox) requireOwnPage(headers);
    progress.trace?.enter('REQUEST_ID');
    if (caller) requireOwnSignature(caller, mutates);
    progress.trace?.enter('QUERY');
    const subscribes = operationIn(parsed)?.operation === 'subscription';
    const form = formOf((name) => headers.get(name), subscribes);
    const key = caller && mutates ? requestKey(caller.tppId, { method, target, headers, body }) : null;
    const work = { caller, requestKey: key, progress, parsed, params };
    const run = (conflict: Refusal | null, keeper: AnswerKeeper | null = null) =>
      execution.run(contextOf(request, work, conflict, keeper), request.log);
    if (key !== null && isOneMutation(parsed)) return mutatedOnce({ key, form, progress, run });
    const before = await readUse(parts.performer, key);
    if (before.answer) return again(before.answer);
    const result = await run(before.conflict);
    if (Symbol.asyncIterator in result) {
      return eventsAnswer(result, {
        ...parts.streams,
        stands: () => caller === null || parts.stands(caller),
        requestId: shownRequestId(headers) ?? null,
      });
    }
    if (progress.earlier) return again(progress.earlier);
    return finished(result, { key, form, progress });
  }

  /**
   * A single mutation looks up its X-Request-ID itself, and does nothing when it was used; its answer is kept with its
   * effect.
   */
  async function mutatedOnce(course: KeyedCourse): Promise<HttpAnswer> {
    const { key, form, progress, run } = course;
    const keeper = createAnswerKeeper();
    try {
      const result = (await run(null, keeper)) as Result;
      const stored =
        form !== 'text/event-stream' && isKept(result, progress) ? resultAnswer(result, form, 0) : null;
      const settled = await keeper.settle(stored);
      if (settled.as === 'kept' && stored) return toAnswer(stored);
      if (settled.as === 'replayed') return again(settled.answer);
      if (settled.as === 'apart' && progress.fresh) return finished(result, course);
      const found = await readUse(parts.performer, key);
      if (found.answer) return again(found.answer);
      if (settled.as === 'apart' && !found.conflict) return finished(result, course);
      progress.acted = false;
      return finished((await run(found.conflict)) as Result, course);
    } finally {
      await keeper.release();
    }
  }

  /** Sends the result; an answer that can be replayed is kept before. */
  async function finished(
    result: Result,
    { key, form, progress }: Omit<KeyedCourse, 'run'>,
  ): Promise<HttpAnswer> {
    if (form === 'text/event-stream') return eventsAnswer(once(result));
    const stored = resultAnswer(result, form, later(result, progress));
    if (key === null || !isKept(result, progress)) return toAnswer(stored);
    await parts.performer.saveAnswer(key, stored);
    // Of several equal requests at once one has acted; the others replay its outcome.
    return toAnswer(stored, progress.fresh ? {} : { 'idempotent-replay': 'true' });
  }

  function contextOf(
    request: HttpRequest,
    { caller, requestKey, progress, parsed, params }: Work,
    conflict: Refusal | null,
    keeper: AnswerKeeper | null,
  ): ServerContext {
    const answer = createAnswerSize(!isMutation(parsed));
    const performer = watchedReads(parts.performer, answer, keeper);
    // Named one by one: V8 takes microseconds to add to an object that began as a copy of another.
    const base = {
      caller,
      readHeader: (header: string) => request.headers.get(header),
      requestKey,
      progress,
      keeper,
      performer,
      answer,
      settings: parts.settings,
      issuer: parts.issuer ?? null,
      events: parts.events,
      requestLog: parts.requestLog ?? null,
      subscriptions,
    };
    const readsInstructions = 'document' in parsed && parsed.readsInstructions;
    const loaders = createLoaders(performer, () => callOf(base), readsInstructions);
    return { loaders, parsed, params, conflict, readsInstructions, ...base };
  }

  function requireOwnSignature(caller: VerifiedCaller, mutates: boolean): void {
    if (mutates) requireUnread(parts.readMemory, caller);
    else parts.readMemory.remember(caller);
  }

  function refused(request: HttpRequest, error: unknown): HttpAnswer {
    const { error: masked, id } = maskError(error, parts.knownFailure);
    if (id) execution.logDefect(request.log, id, error);
    const status = typeof masked.extensions.status === 'number' ? masked.extensions.status : 400;
    const { allow, retryAfterSeconds } = parts.knownFailure(error)?.extras ?? {};
    const headers = {
      ...(allow ? { allow: allow.join(', ') } : {}),
      ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}),
    };
    return toAnswer(jsonAnswer(status, { errors: [masked.toJSON()] }, headers));
  }

  return { answer, bytesAtMost: limitOf };
}
