/**
 * The GraphQL door: the same guard, the same operations, GraphQL over HTTP by yoga. The bytes are read and verified
 * here once; yoga receives what they say. Start at `createGraphQLDoor`.
 */
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga, type GraphQLParams } from 'graphql-yoga';
import { headerFaults, transportHeaders } from '../domain/headers.ts';
import { Refusal, refuse, refuseAll } from '../domain/refusal.ts';
import type { Performer, Settings } from '../operations/operation.ts';
import type { PaymentEvents, RequestKey, SeenRequest, StoredAnswer } from '../operations/ports.ts';
import { readBody } from '../web/body.ts';
import type { DoorGuard, DoorLog, KnownFailure, ReadMemory, VerifiedCaller } from '../web/door.ts';
import { parseJson } from '../web/json.ts';
import { requestKey } from '../web/request-key.ts';
import { jsonAnswer, toResponse } from '../web/respond.ts';
import { coercionPlugin, type InputFaults } from './coercion.ts';
import { type CompilationLimits, compiledExecution } from './compiled.ts';
import { callOf, type GraphQLContext, type Progress } from './context.ts';
import {
  createDocuments,
  isMutation,
  looksAtSchema,
  operationLabel,
  type ParsedDocument,
} from './documents.ts';
import { maskError } from './errors.ts';
import { createLoaders } from './loaders.ts';
import { bodyParams, queryParams, wantsPage } from './params.ts';
import { createPersistedQueries, persistedQueryNotFound } from './persisted.ts';
import { closedSchema, codesOfErrors, verifiedParams } from './plugins.ts';
import { createSubscriptionCounter } from './subscriptions.ts';

export interface GraphQLParts {
  readonly schema: GraphQLSchema;
  readonly inputFaults: InputFaults;
  readonly guard: DoorGuard;
  readonly performer: Performer;
  readonly settings: Settings;
  readonly readMemory: ReadMemory;
  readonly events: PaymentEvents;
  /** Whom a console token stands for, or null. */
  readonly callerOfToken: (token: string) => Promise<VerifiedCaller | null>;
  readonly knownFailure: KnownFailure;
  readonly log: DoorLog;
  readonly compilation?: CompilationLimits;
  /** The explorer's page, in a sandbox. */
  readonly explorer?: (ticket: string | null) => Promise<Response>;
}

/** What yoga is told besides the request. */
interface ServerContext extends GraphQLContext {
  readonly operationParams: GraphQLParams;
  readonly parsed: ParsedDocument | GraphQLError | null;
  /** The refusal that an X-Request-ID used before deserves. */
  readonly conflict: Refusal | null;
}

const bytesAtMost = 1_024 * 1_024;

export function createGraphQLDoor(parts: GraphQLParts): (request: Request, url: URL) => Promise<Response> {
  const documents = createDocuments();
  const persisted = createPersistedQueries();
  const subscriptions = createSubscriptionCounter();
  const yoga = createYoga<ServerContext>({
    schema: parts.schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: false,
    cors: false,
    logging: false,
    batching: false,
    multipart: false,
    fetchAPI: { Request, Response, Headers, ReadableStream, TextEncoder, TextDecoder, URL, URLSearchParams },
    maskedErrors: {
      maskError: (error) => {
        const masked = maskError(error, parts.knownFailure);
        if (masked.id) logDefect(masked.id, error);
        return masked.error;
      },
    },
    plugins: [
      verifiedParams,
      coercionPlugin(parts.inputFaults),
      codesOfErrors,
      compiledExecution(parts.compilation),
      ...(parts.settings.sandbox ? [] : [closedSchema]),
    ],
  });

  function logDefect(failureId: string, error: unknown): void {
    parts.log(
      {
        door: 'graphql',
        method: 'POST',
        route: 'resolver',
        status: 500,
        milliseconds: 0,
        failureId,
        code: 'SYSTEM_ERROR',
      },
      error,
    );
  }

  return async (request, url) => {
    const begun = performance.now();
    const progress: Progress = { acted: false, fresh: false };
    let caller: VerifiedCaller | null = null;
    let name = 'unread';
    let response: Response;
    let thrown: unknown;
    try {
      if (parts.explorer && wantsPage(request, url))
        return await parts.explorer(url.searchParams.get('ticket'));
      const sent = await readSent(request, url);
      const params = persisted.resolve(sent.params);
      const parsed = params.query ? documents.read(params.query, params.operationName ?? null) : null;
      name = operationLabel(parsed);
      caller = (await bearer(request, parsed)) ?? admit(request, sent, parsed);
      // Said to verified callers alone, so that nobody else learns what is kept.
      if (params.query == null) throw persistedQueryNotFound();
      if (caller) persisted.keep(params);
      const key =
        caller && isMutation(parsed) ? requestKey(caller.tppId, { ...sent, headers: request.headers }) : null;
      const { earlier, conflict } = await lookedUp(key);
      response = earlier?.answer
        ? toResponse(earlier.answer, { 'idempotent-replay': 'true' })
        : await execute(request, { caller, key, progress, parsed, conflict, params });
    } catch (error) {
      thrown = error;
      response = refusal(error);
    }
    const requestId = request.headers.get('x-request-id');
    if (requestId) response.headers.set('x-request-id', requestId);
    parts.log(
      {
        door: 'graphql',
        method: request.method,
        route: name,
        status: response.status,
        milliseconds: Math.round(performance.now() - begun),
        ...(caller ? { tppId: caller.tppId } : {}),
        ...(requestId ? { requestId } : {}),
        ...(progress.refused ? { code: progress.refused } : {}),
      },
      thrown,
    );
    return response;
  };

  /** What the id was used for: an answer to give again, or another request, of which every mutation is told. */
  async function lookedUp(
    key: RequestKey | null,
  ): Promise<{ earlier: SeenRequest | null; conflict: Refusal | null }> {
    if (key === null) return { earlier: null, conflict: null };
    try {
      return { earlier: await parts.performer.seen(key), conflict: null };
    } catch (error) {
      if (error instanceof Refusal) return { earlier: null, conflict: error };
      throw error;
    }
  }

  interface Sent {
    readonly method: string;
    readonly target: string;
    readonly body: Uint8Array | null;
    readonly params: GraphQLParams;
  }

  async function readSent(request: Request, url: URL): Promise<Sent> {
    const { method } = request;
    const target = url.pathname + url.search;
    if (method === 'GET') return { method, target, body: null, params: queryParams(url.searchParams) };
    if (method !== 'POST')
      throw refuse('METHOD_NOT_ALLOWED', {
        path: 'method',
        text: 'GraphQL takes GET and POST',
        allow: ['GET', 'POST'],
      });
    const type = request.headers.get('content-type') ?? '';
    if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type.trim())) {
      throw refuse('MEDIA_TYPE_UNSUPPORTED', { path: 'Content-Type' });
    }
    const body = await readBody(request, bytesAtMost);
    return { method, target, body, params: bodyParams(body === null ? undefined : parseJson(body)) };
  }

  /** The TPP whose console token the request carries, in a sandbox; null when it carries none. */
  async function bearer(
    { headers }: Request,
    parsed: ParsedDocument | GraphQLError | null,
  ): Promise<VerifiedCaller | null> {
    const token = /^Bearer\s+(.+)$/i.exec(headers.get('authorization') ?? '')?.[1];
    if (token === undefined || !parts.settings.sandbox) return null;
    const caller = await parts.callerOfToken(token);
    // The explorer shows the schema before anybody has put a token into it.
    if (caller === null && !looksAtSchema(parsed)) {
      throw refuse('SIGNATURE_INVALID', {
        path: 'Authorization',
        text: 'the console token is unknown or has expired; npm run tpp -- token makes a new one',
      });
    }
    return caller;
  }

  /** The caller, verified; nobody is let in unsigned but for a look at the schema of a sandbox. */
  function admit(
    request: Request,
    sent: Sent,
    parsed: ParsedDocument | GraphQLError | null,
  ): VerifiedCaller | null {
    const { headers } = request;
    const signed = headers.has('signature') || headers.has('tpp-signature-certificate');
    if (!signed && parts.settings.sandbox && looksAtSchema(parsed)) return null;
    const faults = headerFaults((header) => headers.get(header), 'D', {
      sandbox: parts.settings.sandbox,
      also: sent.body === null ? [] : ['Digest'],
    }).filter((fault) => transportHeaders.has(fault.path));
    if (faults.length > 0) throw refuseAll(faults);
    const caller = parts.guard.verify({ ...sent, headers }, { digestRequired: true });
    if (!isMutation(parsed)) parts.readMemory.remember(caller);
    else if (parts.readMemory.has(caller))
      throw refuse('CONFLICT', { path: 'X-Request-ID', text: 'these signed headers have served a read' });
    return caller;
  }

  async function execute(
    request: Request,
    call: {
      caller: VerifiedCaller | null;
      key: RequestKey | null;
      progress: Progress;
      parsed: ParsedDocument | GraphQLError | null;
      conflict: Refusal | null;
      params: GraphQLParams;
    },
  ): Promise<Response> {
    const base = {
      caller: call.caller,
      readHeader: (header: string) => request.headers.get(header),
      requestKey: call.key,
      performer: parts.performer,
      settings: parts.settings,
      progress: call.progress,
      events: parts.events,
      subscriptions,
    };
    const loaders = createLoaders(parts.performer, () => callOf(base));
    const context: ServerContext = {
      ...base,
      loaders,
      operationParams: call.params,
      parsed: call.parsed,
      conflict: call.conflict,
    };
    const bare = new Request(request.url, {
      method: request.method,
      headers: withoutLength(request.headers),
      signal: request.signal,
    });
    const response = await yoga.fetch(bare, context);
    if (!call.progress.acted || call.key === null) return response;
    const answer: StoredAnswer = {
      status: response.status,
      headers: { 'content-type': response.headers.get('content-type') ?? 'application/json' },
      body: new Uint8Array(await response.arrayBuffer()),
    };
    await parts.performer.saveAnswer(call.key, answer);
    // Sent several times at once, one has acted and the others give its outcome again.
    return toResponse(answer, call.progress.fresh ? {} : { 'idempotent-replay': 'true' });
  }

  function refusal(error: unknown): Response {
    const { error: masked, id } = maskError(error, parts.knownFailure);
    if (id) logDefect(id, error);
    const status = typeof masked.extensions.status === 'number' ? masked.extensions.status : 400;
    const known = parts.knownFailure(error);
    const { allow, retryAfterSeconds } = known?.extras ?? {};
    return toResponse(
      jsonAnswer(
        status,
        { errors: [masked.toJSON()] },
        {
          ...(allow ? { allow: allow.join(', ') } : {}),
          ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}),
        },
      ),
    );
  }
}

function withoutLength(headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.delete('content-length');
  return copy;
}
