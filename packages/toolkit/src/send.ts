/** Sends signed requests. It follows no redirect, because a signature is valid for one request. */
import { untrustedCertificateCode } from '../../../src/domain/values/connection-errors.ts';
import { at, listAt, textAt } from './record.ts';
import { type SigningIdentity, type SignOptions, signRequest, type Unsigned } from './sign.ts';
import { startCommand } from './toolkit-line.ts';

export interface Answer<Json = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}

/** null: the response is JSON or empty. */
export const notJsonText = ({ json, text }: Pick<Answer, 'json' | 'text'>): string | null =>
  json === undefined && text !== '' ? 'the response is not JSON' : null;

export function summaryOf({ status, json, text }: Answer): string {
  const message =
    notJsonText({ json, text }) ??
    textAt(json, 'tppMessages', '0', 'text') ??
    textAt(json, 'message') ??
    gravestError(json).message;
  const codes = [textAt(json, 'code'), textAt(json, 'tppMessages', '0', 'path')].filter(Boolean);
  const words = [`HTTP ${status}`, ...codes].join(' ');
  return (message ? `${words}: ${message}` : words).replace(/\s+/g, ' ').trim();
}

const statusOf = (error: unknown): number => Number(at(error, 'extensions', 'status')) || 0;

/** Of several GraphQL errors, the one with the highest status explains the response. An error without a status has 0. */
export const gravestError = (json: unknown): { readonly message: string | null; readonly status: number } => {
  const [error] = listAt(json, 'errors').toSorted((a, b) => statusOf(b) - statusOf(a));
  return { message: textAt(error, 'message'), status: statusOf(error) };
};

/** The service cannot be reached, or fails. The message is one line. */
export class UnreachableError extends Error {}

/** The service accepted the connection, but ended it too early. */
export class CutOffError extends UnreachableError {}

/** The service has answered that it failed. */
export class FailedError extends UnreachableError {}

/** The bank refused, or did something else than it should. */
export class RefusedError extends Error {}

/** Node refuses to send the request. The message is one line. */
export class UnsendableError extends Error {}

export const answerWithinMs = 30_000;

export const send = (
  request: Unsigned,
  identity: SigningIdentity,
  options: SignOptions = {},
  interruption?: AbortSignal,
): Promise<Answer> => sendSigned(request, signRequest(request, identity, options), interruption);

export async function sendSigned(
  request: Unsigned,
  headers: Headers,
  interruption?: AbortSignal,
): Promise<Answer> {
  requireUnchangedPath(request.url);
  const { method, body = null } = request;
  try {
    const timeout = AbortSignal.timeout(answerWithinMs);
    const signal = interruption === undefined ? timeout : AbortSignal.any([timeout, interruption]);
    const init: RequestInit = { method, headers, body: body as BodyInit | null, redirect: 'manual', signal };
    const response = await fetch(request.url, init);
    const text = await textOf(response);
    return { status: response.status, headers: response.headers, text, json: parseJson(text) };
  } catch (error) {
    throw sendFault(error, new URL(request.url).origin);
  }
}

const answerMiBAtMost = 64;

export async function textOf({ body }: Pick<Response, 'body'>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let byteCount = 0;
  for await (const chunk of body ?? []) {
    byteCount += chunk.length;
    if (byteCount > answerMiBAtMost * 1_024 * 1_024) throw new TooLongError();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

class TooLongError extends Error {}

/** Throws at a redirect that the service itself never sends: it shows that `url` is not the address of the service. */
export function requireNoRedirect(
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  url: string,
): void {
  const address = headers.get('location');
  if ([301, 302, 307, 308].includes(status) && address !== null)
    throw new UnreachableError(`${url} redirects to ${address}. Name the address of the service with --url.`);
}

const pathChangedByNode = /^[^?#]*(?:\\|\/(?:\.|%2e){1,2}(?=[/?#]|$))/i;

/** Node resolves `.` and `..`, also encoded, and turns a backslash into a slash. */
export const nodeChangesPath = (url: string): boolean => pathChangedByNode.test(url);

export function requireUnchangedPath(url: string): void {
  if (nodeChangesPath(url))
    throw new UnsendableError(
      `The request to ${new URL(url).origin} cannot be sent: Node changes a path with \\, or with . or .. as a segment.`,
    );
}

/** undici's codes for a request that it does not send. */
const unsendableCodes: readonly unknown[] = [
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
];

export function sendFault(error: unknown, origin: string): Error {
  const { name, message, cause } = error as Error;
  if (error instanceof TooLongError)
    return new UnreachableError(`${origin} sends a response of more than ${answerMiBAtMost} MiB.`);
  if (name === 'TimeoutError')
    return new UnreachableError(`${origin} did not answer within ${answerWithinMs / 1_000} s.`);
  // A message may end with an address that contains a password, so `why` leaves the address out.
  const why = (textAt(cause, 'message') ?? message).replace(/(: https?:.*|\.)$/, '');
  const isOfConnection = cause !== undefined || ['fetch failed', 'terminated'].includes(why);
  const isOfArguments = name === 'TypeError' && !isOfConnection;
  if (isOfArguments || why === 'bad port' || unsendableCodes.includes(at(cause, 'code')))
    return new UnsendableError(`The request to ${origin} cannot be sent: ${why}.`);
  const code = textAt(cause, 'code') ?? '';
  if (cutOffCodes.includes(code))
    return new CutOffError(`${origin} closed the connection before the response was complete.`);
  return new UnreachableError(
    connectionFault(origin, code, why) ??
      `Nothing answers at ${origin}; is the service running (${startCommand})?`,
  );
}

/** UND_ERR_SOCKET: the connection ended after undici had sent the request. With the other codes it ended earlier. */
const cutOffCodes: readonly string[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

function connectionFault(origin: string, code: string, why: string): string | null {
  if (code === 'ENOTFOUND') return `The host of ${origin} does not exist in DNS.`;
  if (/^(EPROTO$|ERR_SSL_)/.test(code)) return `${origin} does not answer in TLS; does the service use http?`;
  if (!untrustedCertificateCode.test(code)) return null;
  const isOfUnknownCa = /SELF_SIGNED|ISSUER|LEAF/.test(code);
  const advice = isOfUnknownCa ? ' Name the file of its CA in NODE_EXTRA_CA_CERTS.' : '';
  return `Node does not trust the TLS certificate of ${origin}: ${why}.${advice}`;
}

/** Only a sandbox has a return page. Also true if the connection fails: the next request reports that. */
export async function isSandbox(base: string): Promise<boolean> {
  return (await pageStatus('HEAD', `${base}/sandbox/return`, answerWithinMs)) !== 404;
}

/** Only a service whose PSUs approve at another bank or an identity provider has the page /sca/return. It refuses POST. */
export async function approvesRemotely(base: string): Promise<boolean> {
  return (await pageStatus('POST', `${base}/sca/return`, answerWithinMs)) === 405;
}

export const isReady = async (base: string): Promise<boolean> =>
  (await pageStatus('GET', `${base}/readyz`, answerWithinMs)) === 200;

/** null: the connection failed. Throws after `withinMs`, because the next request would wait as long again. */
export const pageStatus = (method: string, url: string, withinMs: number): Promise<number | null> =>
  fetch(url, { method, signal: AbortSignal.timeout(withinMs) }).then(
    ({ status }) => status,
    (error: Error) => {
      if (error.name === 'TimeoutError') throw sendFault(error, new URL(url).origin);
      return null;
    },
  );

/** undefined: the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
