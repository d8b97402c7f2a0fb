import type { GraphQLParams } from 'graphql-yoga';
import { z } from 'zod';
import {
  type ConsoleSession,
  consoleHeader,
  consoleHeaderValueOf,
  explorerHeaderValue,
} from '../../browser/console-session.ts';
import type { Caller } from '../../domain/caller.ts';
import { readQuery } from '../../domain/fields/request-parts.ts';
import { isObject } from '../../domain/fields/shared.ts';
import { parseStrictJson, parseStrictJsonWithPauses } from '../../domain/fields/strict-json.ts';
import {
  type HeaderMap,
  headerFaults,
  requireWellFormedRequestId,
  transportHeaders,
} from '../../domain/headers.ts';
import { graphqlTypes, requireAcceptedType, requireJsonBody } from '../../domain/media-types.ts';
import { type Fault, type Refusal, refuse, refuseAll, withUncheckedParts } from '../../domain/refusal.ts';
import { anonymousOwner, runYielding, yieldToEventLoop } from '../../fairness/long-work.ts';
import type { PresentedToken } from '../../http/door.ts';
import { refuseBodySize } from '../../http/failure.ts';
import { type HttpRequest, isReadMethod } from '../../http/message.ts';
import { refuseMethod } from '../../http/path-table.ts';
import type { DoorPlugin } from '../call.ts';
import type { Verified } from '../exchange.ts';
import type { GraphQLParts } from '../parts.ts';

export const bytesAtMost = 1_024 * 1_024;
export const anonymousBytesAtMost = 16 * 1_024;

export const useCaller = (parts: GraphQLParts): DoorPlugin => ({
  async onRequestParse({ serverContext: { exchange }, setRequestParser }) {
    const { http } = exchange;
    requireMethodAndType(http);
    const body = bodyOf(http);
    if (body !== null) limitBody(http, parts, body.length);
    http.trace.enter('HEADERS');
    try {
      exchange.verified.set(await verify(http, parts));
    } catch (error) {
      throw withUncheckedParts(error, [body === null ? 'query' : 'body']);
    }
    setRequestParser(() => paramsOf(exchange.verified.value));
  },
});

/** null for a GET, whose body is not used. */
const bodyOf = ({ method, body }: HttpRequest): Uint8Array | null =>
  isReadMethod(method) ? null : (body ?? new Uint8Array(0));

async function verify(http: HttpRequest, parts: GraphQLParts): Promise<Verified> {
  const caller = await callerOf(http, parts);
  http.trace.caller = caller;
  if (caller === null) {
    // Bodies without a credential are parsed one after the other, so that they do not delay other requests.
    await yieldToEventLoop(anonymousOwner);
    // `limitBody` allowed a long body because the request has a token or a cookie. The token or cookie has turned out to be unknown.
    if ((bodyOf(http)?.length ?? 0) > anonymousBytesAtMost) throw credentialRefusalOf(http, parts);
    return { http, caller, workOwner: anonymousOwner };
  }
  http.trace.enter('REQUEST_ID');
  parts.guard.admit(caller);
  // Remembers the signature of a GET even if its parameters are refused later, so that no write can use this signature.
  if (isReadMethod(http.method)) parts.signaturesOfReads.remember(caller);
  http.trace.enter('QUERY');
  return { http, caller, workOwner: caller.tppId };
}

/** A request without a credential may have only a small body. The credential is not verified here. */
export function limitBody({ headers }: HttpRequest, { session }: GraphQLParts, byteCount: number): void {
  const { isSigned, token, cookie } = credentialsOf(headers, session);
  const hasCredential = isSigned || token !== null || cookie !== null;
  const limit = hasCredential ? bytesAtMost : anonymousBytesAtMost;
  if (byteCount > limit) throw refuseBodySize(limit);
}

function requireMethodAndType({ method, headers }: HttpRequest): void {
  const readHeader = (name: string) => headers.get(name);
  if (!isReadMethod(method) && method !== 'POST') throw refuseMethod(['GET', 'POST']);
  requireAcceptedType(readHeader, graphqlTypes);
  if (!isReadMethod(method)) requireJsonBody(readHeader, { typeRequired: true });
}

const queryParameters = ['query', 'operationName', 'variables', 'extensions'].map((name) => ({
  name,
  required: false,
  schema: z.string(),
}));

async function paramsOf({ http, workOwner }: Verified): Promise<GraphQLParams> {
  const body = bodyOf(http);
  if (body !== null) return requireParams(await runYielding(workOwner, parseStrictJsonWithPauses(body)));
  const { values, faults } = readQuery(queryParameters, http.query);
  if (faults.length > 0) throw refuseAll(faults);
  const parseJsonOf = (name: string): unknown => {
    const text = values[name];
    return typeof text === 'string'
      ? parseStrictJson(new TextEncoder().encode(text), { path: name, name: 'the parameter' })
      : null;
  };
  return requireParams({
    ...values,
    variables: parseJsonOf('variables'),
    extensions: parseJsonOf('extensions'),
  });
}

/** `query` is absent if the client sends only the hash of a persisted query. */
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

export const badRequest = (path: string, text: string): Refusal => refuse('BAD_REQUEST', { path, text });

type Credentials = ReturnType<typeof credentialsOf>;

/** `token` is null without the header Authorization, and empty if this header has another scheme than Bearer. */
function credentialsOf(headers: HeaderMap, session: ConsoleSession) {
  const authorization = headers.get('authorization');
  const [, token = ''] = /^bearer (.*)$/is.exec(authorization ?? '') ?? [];
  return {
    isSigned: headers.has('signature') || headers.has('tpp-signature-certificate'),
    token: authorization === null ? null : token.trim(),
    cookie: session.read(headers),
  };
}

/** null, only in a sandbox: no credential or an unknown token. Such a request may read only the schema. */
async function callerOf(http: HttpRequest, parts: GraphQLParts): Promise<Caller | null> {
  const { sandbox } = parts.settings;
  const credentials = credentialsOf(http.headers, parts.session);
  const token = sandbox ? presentedTokenOf(credentials) : null;
  if (token !== null) return callerOfToken(token, http, parts.tokens);
  if (credentials.isSigned) return signerOf(http, parts);
  if (sandbox) return null;
  throw withUncheckedParts(credentialRefusalOf(http, parts), ['signature']);
}

async function callerOfToken(
  token: PresentedToken,
  { headers, trace }: HttpRequest,
  tokens: GraphQLParts['tokens'],
): Promise<Caller | null> {
  requireWellFormedRequestId(headers);
  const sender = headers.get(consoleHeader.toLowerCase());
  // The request log lists a request of the explorer as the TPP's own, not as one of the console.
  trace.isFromConsole = sender !== null && sender !== explorerHeaderValue;
  trace.enter('SIGNATURE');
  const caller = await tokens.callerOf(token);
  if (caller !== null && sender?.startsWith('tpp=') && sender !== consoleHeaderValueOf(caller.tppId))
    throw refuse('SIGNATURE_INVALID', {
      path: consoleHeader,
      text: 'the console shows another TPP than that of the session; reload the page',
    });
  return caller;
}

function signerOf(http: HttpRequest, { settings, guard }: GraphQLParts): Caller {
  const faults = findTransportFaults(http, settings);
  if (faults.length > 0) throw withUncheckedParts(refuseAll(faults), ['signature']);
  http.trace.enter('SIGNATURE');
  const { method, target, headers, body } = http;
  // The body of a GET is not used, but a Digest of it is verified.
  return guard.verify({ method, target, headers, body }, { digestRequired: !isReadMethod(method) });
}

/** The refusal of a request without a caller. */
export function credentialRefusalOf(http: HttpRequest, { settings, session }: GraphQLParts): Error {
  const { token, cookie } = credentialsOf(http.headers, session);
  if (settings.sandbox && (token || cookie))
    return refuse('SIGNATURE_INVALID', {
      path: token ? 'Authorization' : 'Cookie',
      text: 'the console token is unknown or expired; create one with the toolkit’s command "token"',
    });
  const faults = findTransportFaults(http, settings);
  // The first fault gives the status. There always is a fault: outside a sandbox, at least the missing header Signature.
  const [first, ...others] = settings.sandbox ? [tokenMissing, ...faults] : faults;
  return refuseAll(first ? [{ ...first, reason: 'CREDENTIAL_MISSING' }, ...others] : []);
}

function presentedTokenOf({ isSigned, token, cookie }: Credentials): PresentedToken | null {
  if (cookie === 'SEVERAL')
    throw refuse('BAD_REQUEST', {
      path: 'Cookie',
      text: 'the request has several console cookies; delete them in the browser and sign in again',
    });
  const tokens: PresentedToken[] = [];
  if (token) tokens.push({ kind: 'TOKEN', text: token });
  if (cookie !== null) tokens.push({ kind: 'SESSION', text: cookie });
  const credentialCount = tokens.length + (isSigned ? 1 : 0);
  if (credentialCount > 1)
    throw refuse('BAD_REQUEST', {
      path: cookie === null ? 'Authorization' : 'Cookie',
      text: "send only one credential: a signature, a console token or the console's cookie",
    });
  return tokens[0] ?? null;
}

/** A browser adds the console's cookie to every request, but only a page of this origin can add the header. */
export function requireOwnPage(headers: HeaderMap, session: ConsoleSession): void {
  if (session.read(headers) === null || headers.has(consoleHeader.toLowerCase())) return;
  throw refuse('FORBIDDEN', {
    path: consoleHeader,
    text: `a mutation with the console's cookie needs the header ${consoleHeader}`,
  });
}

/** Leaves out faults of the PSU headers. Each mutation checks the PSU headers itself. */
function findTransportFaults({ method, headers }: HttpRequest, { sandbox }: GraphQLParts['settings']) {
  const alsoRequired = isReadMethod(method) ? [] : ['Digest'];
  return headerFaults((header) => headers.get(header), 'OTHER', { sandbox, alsoRequired }).filter(
    ({ path }) => transportHeaders.has(path),
  );
}

/** A sandbox reports this fault first, because a front end needs only a token. */
const tokenMissing: Fault = {
  path: 'Authorization',
  text: 'send Authorization: Bearer with a token from the toolkit’s command "token", or sign the request (docs/signing.md) with the headers listed here',
};
