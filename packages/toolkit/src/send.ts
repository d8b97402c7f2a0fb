/** Redirects are not followed: a signature is valid for one request. */
import { at, textAt } from './record.ts';
import { type SigningIdentity, type SignOptions, signRequest, type Unsigned } from './sign.ts';
import { startCommand } from './toolkit-line.ts';

export interface Answer<Json = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}

export function summaryOf({ status, json }: Answer): string {
  const message =
    textAt(json, 'tppMessages', '0', 'text') ??
    textAt(json, 'message') ??
    textAt(json, 'errors', '0', 'message');
  const codes = [textAt(json, 'code'), textAt(json, 'tppMessages', '0', 'path')].filter(Boolean);
  const words = [`HTTP ${status}`, ...codes].join(' ');
  return (message ? `${words}: ${message}` : words).replace(/\s+/g, ' ').trim();
}

/** The message is one line. */
export class UnreachableError extends Error {}

/** The service has taken the connection, and ended it too early. */
export class CutOffError extends UnreachableError {}

export class RefusedError extends Error {}

/** Node refuses to send the request. The message is one line. */
export class UnsendableError extends Error {}

export const answerWithinMs = 30_000;

export const send = (
  request: Unsigned,
  identity: SigningIdentity,
  options: SignOptions = {},
): Promise<Answer> => sendSigned(request, signRequest(request, identity, options));

export async function sendSigned(request: Unsigned, headers: Headers): Promise<Answer> {
  requireUnchangedPath(request.url);
  const { method, body = null } = request;
  let response: Response;
  let text: string;
  try {
    const signal = AbortSignal.timeout(answerWithinMs);
    response = await fetch(request.url, {
      method,
      headers,
      body: body as BodyInit | null,
      redirect: 'manual',
      signal,
    });
    text = await response.text();
  } catch (error) {
    throw sendFault(error, new URL(request.url).origin);
  }
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

const changedByNode = /^[^?#]*(?:\\|\/(?:\.|%2e){1,2}(?=[/?#]|$))/i;

/** Node resolves `.` and `..`, also encoded, and turns a backslash into a slash. */
export const changesPath = (url: string): boolean => changedByNode.test(url);

export function requireUnchangedPath(url: string): void {
  if (changesPath(url))
    throw new UnsendableError(
      `The request to ${new URL(url).origin} cannot be sent: Node changes a path with \\, or with . or .. as a segment.`,
    );
}

/** undici's codes for a request that it does not send. */
const unsendable: readonly unknown[] = [
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
];

export function sendFault(error: unknown, origin: string): Error {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError')
    return new UnreachableError(`${origin} did not answer within ${answerWithinMs / 1_000} s.`);
  // Messages may contain an address with a password.
  const why = (textAt(cause, 'message') ?? message).replace(/(: https?:.*|\.)$/, '');
  const isRefusedAtOnce =
    name === 'TypeError' && cause === undefined && !['fetch failed', 'terminated'].includes(why);
  if (isRefusedAtOnce || why === 'bad port' || unsendable.includes(at(cause, 'code')))
    return new UnsendableError(`The request to ${origin} cannot be sent: ${why}.`);
  const code = textAt(cause, 'code') ?? '';
  if (cutOff.includes(code))
    return new CutOffError(`${origin} closed the connection before the response was complete.`);
  return new UnreachableError(
    connectionFault(origin, code, why) ??
      `Nothing answers at ${origin}; is the service running (${startCommand})?`,
  );
}

/** undici's code for a connection that ends after the request was sent, and the system's while it is sent. */
const cutOff: readonly string[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

function connectionFault(origin: string, code: string, why: string): string | null {
  if (code === 'ENOTFOUND') return `The host of ${origin} does not exist in DNS.`;
  if (/^(EPROTO$|ERR_SSL_)/.test(code)) return `${origin} does not answer in TLS; does the service use http?`;
  // OpenSSL's codes for certificates, and Node's for a certificate of another host.
  if (/CERT|SIGNATURE|ISSUER/.test(code))
    return `Node does not trust the TLS certificate of ${origin}: ${why}. Name the file of its CA in NODE_EXTRA_CA_CERTS.`;
  return null;
}

/** Only a sandbox has a return page. True if the service cannot be reached: the request itself reports that. */
export async function isSandbox(base: string): Promise<boolean> {
  return (await pageStatus('HEAD', `${base}/sandbox/return`)) !== 404;
}

/** Only a service whose PSUs approve elsewhere has the page /sca/return, which refuses POST. */
export async function approvesRemotely(base: string): Promise<boolean> {
  return (await pageStatus('POST', `${base}/sca/return`)) === 405;
}

const pageStatus = (method: string, url: string): Promise<number | null> =>
  fetch(url, { method, signal: AbortSignal.timeout(answerWithinMs) }).then(
    ({ status }) => status,
    () => null,
  );

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
