/**
 * Whoever asks is verified over the bytes of the request before anything in them is read; then what they sent becomes the
 * parameters of the operation, and they are held to what they may do with it: without a credential look at the schema of a
 * sandbox, by GET read alone, with the console's cookie change something from a page of this origin alone.
 */
import type { GraphQLParams } from 'graphql-yoga';
import { bodyToCome } from '../../domain/caller.ts';
import { acceptedTypes, requireJsonBody } from '../../domain/media-types.ts';
import { type Refusal, refuse, withUnread } from '../../domain/refusal.ts';
import { strictJson, strictJsonInSteps } from '../../domain/values/json.ts';
import { runYielding, yieldToEventLoop } from '../../fairness/long-work.ts';
import { requireBodySize } from '../../http/failure.ts';
import { type HttpRequest, reads } from '../../http/message.ts';
import { requestKey } from '../../operations/request-key.ts';
import { callerOf, credentialMissing, hasCredential, requireOwnPage, tokenUnknown } from '../credentials.ts';
import { looksAtSchema, operationIn, requireOperation } from '../documents/documents.ts';
import type { GraphQLParts } from '../parts.ts';
import type { DoorPlugin, Form, RequestState } from '../request.ts';

export const bytesAtMost = 1_024 * 1_024;
export const anonymousBytesAtMost = 16 * 1_024;

/** Refuses a body of more bytes than the credential of the request allows. */
export function requireSize(
  { headers }: HttpRequest,
  { session }: Pick<GraphQLParts, 'session'>,
  length: number,
): void {
  requireBodySize(length, hasCredential(headers, session) ? bytesAtMost : anonymousBytesAtMost);
}

/** Method and media type of a request that has a body, which a GET has not. */
function requireForm({ method, headers }: HttpRequest): void {
  if (reads(method)) return;
  if (method !== 'POST') throw notTaken('GraphQL takes GET and POST', ['GET', 'HEAD', 'POST']);
  requireJsonBody((name) => headers.get(name), { typeRequired: true });
}

/** What is known to be wrong before the body is sent. */
export async function requireAcceptable(http: HttpRequest, parts: GraphQLParts): Promise<void> {
  requireForm(http);
  http.trace.enter('HEADERS');
  try {
    await callerOf({ http, body: reads(http.method) ? null : bodyToCome }, parts);
  } catch (error) {
    throw withUnread(error, ['body']);
  }
}

export function useVerifiedCaller(parts: GraphQLParts): DoorPlugin {
  const { sandbox } = parts.settings;

  /** Method, media type and size; the bytes of a POST, null for a GET. */
  function bodyOf(http: HttpRequest): Uint8Array | null {
    requireForm(http);
    if (reads(http.method)) return null;
    const body = http.body ?? new Uint8Array(0);
    requireSize(http, parts, body.length);
    return body;
  }

  async function verify(state: RequestState): Promise<void> {
    const { trace } = state.http;
    state.caller = await callerOf(state, parts);
    trace.caller = state.caller;
    if (state.caller === null) {
      // One after the other, so that many of them delay others no more than one.
      await yieldToEventLoop(state.owner);
      if ((state.body?.length ?? 0) > anonymousBytesAtMost) throw tokenUnknown();
      return;
    }
    trace.enter('REQUEST_ID');
    parts.guard.admit(state.caller);
    trace.enter('QUERY');
  }

  return {
    async onRequestParse({ serverContext: { state }, setRequestParser }) {
      state.asked = true;
      state.body = bodyOf(state.http);
      state.http.trace.enter('HEADERS');
      try {
        await verify(state);
      } catch (error) {
        throw withUnread(error, [state.body === null ? 'query' : 'body']);
      }
      setRequestParser(() => paramsOf(state));
    },

    onParams({ request, context: { state } }) {
      const { http, caller, parsed } = state;
      if (caller === null && !(sandbox && looksAtSchema(parsed))) throw credentialMissing(state, parts);
      requireOperation(parsed);
      const operation = operationIn(parsed)?.operation;
      const mutates = operation === 'mutation';
      if (mutates && http.method !== 'POST') throw notTaken('a mutation is sent by POST', ['POST']);
      if (mutates && sandbox) requireOwnPage(http.headers, parts.session);
      state.size.bounded = !mutates;
      http.trace.enter('REQUEST_ID');
      if (caller && mutates) parts.readMemory.requireUnread(caller);
      else if (caller) parts.readMemory.remember(caller);
      http.trace.enter('QUERY');
      state.form = formOf(state, operation === 'subscription');
      // Yoga writes what was agreed on.
      request.headers.set('accept', state.form);
      const { method, target, headers } = http;
      if (caller && mutates)
        state.requestKey = requestKey(caller.tppId, { method, target, headers, body: state.body });
    },
  };
}

const notTaken = (text: string, allow: readonly string[]): Refusal =>
  refuse('METHOD_NOT_ALLOWED', { path: 'method', text, allow });

const forms: readonly Form[] = ['application/json', 'application/graphql-response+json', 'text/event-stream'];

const howToFollow =
  'a subscription is answered as text/event-stream, which Accept has to name; multipart is not spoken here, and docs/frontend.md has the lines for Apollo Client, urql and Relay';

/** The media type of the answer by Accept; a subscription is a stream or is refused. */
function formOf(state: RequestState, subscribes: boolean): Form {
  const offers = subscribes ? forms.slice(2) : forms;
  const [best] = acceptedTypes((name) => state.header(name), offers, subscribes ? howToFollow : undefined);
  return best as Form;
}

/** The parameters, from the query string of a GET or the body of a POST. */
async function paramsOf({ http: { query }, body, owner }: RequestState): Promise<GraphQLParams> {
  if (body !== null) return checked(await runYielding(owner, strictJsonInSteps(body)));
  const jsonOf = (name: string): unknown => {
    const text = query.get(name);
    return text === null
      ? null
      : strictJson(new TextEncoder().encode(text), { path: name, name: 'the parameter' });
  };
  const [operationName, variables, extensions] = [
    query.get('operationName'),
    jsonOf('variables'),
    jsonOf('extensions'),
  ];
  return checked({ query: query.get('query'), operationName, variables, extensions });
}

/** A persisted query comes without its text. */
function checked(value: unknown): GraphQLParams {
  if (!isObject(value)) throw wrong('body', 'the body must be an object with a query');
  const { query, operationName, variables, extensions } = value;
  if (query != null && typeof query !== 'string') throw wrong('query', 'must be a string');
  if (operationName != null && typeof operationName !== 'string')
    throw wrong('operationName', 'must be a string');
  if (variables != null && !isObject(variables)) throw wrong('variables', 'must be an object');
  if (extensions != null && !isObject(extensions)) throw wrong('extensions', 'must be an object');
  return {
    ...(query == null ? {} : { query }),
    ...(operationName ? { operationName } : {}),
    ...(variables ? { variables } : {}),
    ...(extensions ? { extensions } : {}),
  };
}

const wrong = (path: string, text: string): Refusal => refuse('BAD_REQUEST', { path, text });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
