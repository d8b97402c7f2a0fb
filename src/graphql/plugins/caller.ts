/** Verifies the caller, whose signature covers the bytes of the body. Only then the body is parsed. */
import type { GraphQLParams } from 'graphql-yoga';
import { bodyToCome } from '../../domain/caller.ts';
import { isObject } from '../../domain/fields/shared.ts';
import { requireJsonBody } from '../../domain/media-types.ts';
import { type Refusal, refuse, withUncheckedParts } from '../../domain/refusal.ts';
import { strictJson, strictJsonInSteps } from '../../domain/values/json.ts';
import { anonymous, runYielding, yieldToEventLoop } from '../../fairness/long-work.ts';
import { requireBodySize } from '../../http/failure.ts';
import { type HttpRequest, isRead } from '../../http/message.ts';
import type { DoorPlugin } from '../call.ts';
import { callerOf, hasCredential, tokenUnknown } from '../credentials.ts';
import type { Received, Verified } from '../exchange.ts';
import type { GraphQLParts } from '../parts.ts';

export const bytesAtMost = 1_024 * 1_024;
export const anonymousBytesAtMost = 16 * 1_024;

export const useCaller = (parts: GraphQLParts): DoorPlugin => ({
  async onRequestParse({ serverContext: { exchange }, setRequestParser }) {
    const received = receive(exchange.http, parts);
    exchange.http.trace.enter('HEADERS');
    try {
      exchange.verified.begin(await verify(received, parts));
    } catch (error) {
      throw withUncheckedParts(error, [received.body === null ? 'query' : 'body']);
    }
    setRequestParser(() => paramsOf(exchange.verified.value));
  },
});

function receive(http: HttpRequest, parts: GraphQLParts): Received {
  requireMethodAndType(http);
  if (isRead(http.method)) return { http, body: null };
  const body = http.body ?? new Uint8Array(0);
  requireSize(http, parts, body.length);
  return { http, body };
}

async function verify(received: Received, parts: GraphQLParts): Promise<Verified> {
  const { http, body } = received;
  const caller = await callerOf(received, parts);
  http.trace.caller = caller;
  if (caller === null) {
    // Bodies without a credential are parsed one after the other, so that they do not delay other requests.
    await yieldToEventLoop(anonymous);
    // `requireSize` has refused a body of this size without a credential, so this request has an invalid token.
    if ((body?.length ?? 0) > anonymousBytesAtMost) throw tokenUnknown();
    return { http, body, caller, workOwner: anonymous };
  }
  http.trace.enter('REQUEST_ID');
  parts.guard.admit(caller);
  http.trace.enter('QUERY');
  return { http, body, caller, workOwner: caller.tppId };
}

/** Refuses a body larger than the credential allows. */
export function requireSize(
  { headers }: HttpRequest,
  { session }: Pick<GraphQLParts, 'session'>,
  length: number,
): void {
  requireBodySize(length, hasCredential(headers, session) ? bytesAtMost : anonymousBytesAtMost);
}

/** Checks method and media type; a GET has no body. */
function requireMethodAndType({ method, headers }: HttpRequest): void {
  if (isRead(method)) return;
  if (method !== 'POST')
    throw methodNotAllowed('send a GraphQL request by GET or POST', ['GET', 'HEAD', 'POST']);
  requireJsonBody((name) => headers.get(name), { typeRequired: true });
}

export const methodNotAllowed = (text: string, allow: readonly string[]): Refusal =>
  refuse('METHOD_NOT_ALLOWED', { path: 'method', text, allow });

/** Makes the checks that need no body, before the client sends it. */
export async function checkWithoutBody(http: HttpRequest, parts: GraphQLParts): Promise<void> {
  requireMethodAndType(http);
  http.trace.enter('HEADERS');
  try {
    await callerOf({ http, body: isRead(http.method) ? null : bodyToCome }, parts);
  } catch (error) {
    throw withUncheckedParts(error, ['body']);
  }
}

/** The parameters, from the query string of a GET or the body of a POST. */
async function paramsOf({ http: { query }, body, workOwner }: Verified): Promise<GraphQLParams> {
  if (body !== null) return requireParams(await runYielding(workOwner, strictJsonInSteps(body)));
  const parseParameter = (name: string): unknown => {
    const text = query.get(name);
    return text === null
      ? null
      : strictJson(new TextEncoder().encode(text), { path: name, name: 'the parameter' });
  };
  return requireParams({
    query: query.get('query'),
    operationName: query.get('operationName'),
    variables: parseParameter('variables'),
    extensions: parseParameter('extensions'),
  });
}

/** Checks the types of the parameters. A request with a persisted query has no `query`. */
function requireParams(value: unknown): GraphQLParams {
  if (!isObject(value)) throw badRequest('body', 'the body must be an object with a query');
  const { query, operationName, variables, extensions } = value;
  if (query != null && typeof query !== 'string') throw badRequest('query', 'must be a string');
  if (operationName != null && typeof operationName !== 'string')
    throw badRequest('operationName', 'must be a string');
  if (variables != null && !isObject(variables)) throw badRequest('variables', 'must be an object');
  if (extensions != null && !isObject(extensions)) throw badRequest('extensions', 'must be an object');
  return {
    ...(query == null ? {} : { query }),
    ...(operationName ? { operationName } : {}),
    ...(variables ? { variables } : {}),
    ...(extensions ? { extensions } : {}),
  };
}

const badRequest = (path: string, text: string): Refusal => refuse('BAD_REQUEST', { path, text });
