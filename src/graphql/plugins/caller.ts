/** Verifies the caller over the bytes of the request before anything in them is parsed. */
import type { GraphQLParams } from 'graphql-yoga';
import { bodyToCome } from '../../domain/caller.ts';
import { requireJsonBody } from '../../domain/media-types.ts';
import { type Refusal, refuse, withUnread } from '../../domain/refusal.ts';
import { strictJson, strictJsonInSteps } from '../../domain/values/json.ts';
import { anonymous, runYielding, yieldToEventLoop } from '../../fairness/long-work.ts';
import { requireBodySize } from '../../http/failure.ts';
import { type HttpRequest, isRead } from '../../http/message.ts';
import type { DoorPlugin } from '../context.ts';
import { callerOf, hasCredential, tokenUnknown } from '../credentials.ts';
import type { Received, Verified } from '../exchange.ts';
import type { GraphQLParts } from '../parts.ts';

export const bytesAtMost = 1_024 * 1_024;
export const anonymousBytesAtMost = 16 * 1_024;

export const useCaller = (parts: GraphQLParts): DoorPlugin => ({
  async onRequestParse({ serverContext: { exchange }, setRequestParser }) {
    const receivedRequest = receivedOf(exchange.http, parts);
    exchange.http.trace.enter('HEADERS');
    try {
      exchange.verified.begin(await verifiedOf(receivedRequest, parts));
    } catch (error) {
      throw withUnread(error, [receivedRequest.body === null ? 'query' : 'body']);
    }
    setRequestParser(() => paramsOf(exchange.verified.value));
  },
});

function receivedOf(http: HttpRequest, parts: GraphQLParts): Received {
  requireForm(http);
  if (isRead(http.method)) return { http, body: null };
  const body = http.body ?? new Uint8Array(0);
  requireSize(http, parts, body.length);
  return { http, body };
}

async function verifiedOf(receivedRequest: Received, parts: GraphQLParts): Promise<Verified> {
  const { http, body } = receivedRequest;
  const caller = await callerOf(receivedRequest, parts);
  http.trace.caller = caller;
  if (caller === null) {
    // Parses one body after the other, so that many bodies do not delay other requests.
    await yieldToEventLoop(anonymous);
    if ((body?.length ?? 0) > anonymousBytesAtMost) throw tokenUnknown();
    return { http, body, caller, owner: anonymous };
  }
  http.trace.enter('REQUEST_ID');
  parts.guard.admit(caller);
  http.trace.enter('QUERY');
  return { http, body, caller, owner: caller.tppId };
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
function requireForm({ method, headers }: HttpRequest): void {
  if (isRead(method)) return;
  if (method !== 'POST') throw notTaken('send a GraphQL request by GET or POST', ['GET', 'HEAD', 'POST']);
  requireJsonBody((name) => headers.get(name), { typeRequired: true });
}

export const notTaken = (text: string, allow: readonly string[]): Refusal =>
  refuse('METHOD_NOT_ALLOWED', { path: 'method', text, allow });

/** Checks before the body is read. */
export async function requireAcceptable(http: HttpRequest, parts: GraphQLParts): Promise<void> {
  requireForm(http);
  http.trace.enter('HEADERS');
  try {
    await callerOf({ http, body: isRead(http.method) ? null : bodyToCome }, parts);
  } catch (error) {
    throw withUnread(error, ['body']);
  }
}

/** The parameters, from the query string of a GET or the body of a POST. */
async function paramsOf({ http: { query }, body, owner }: Verified): Promise<GraphQLParams> {
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
