/** Signs a request, sends it and collects the answer. Redirects are not followed. */
import { type Identity, type SignOptions, signRequest, type Unsigned } from './sign.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, undefined when it is none. */
  readonly json: unknown;
}

/** A failure to reach the service, told in one line. */
export class UnreachableError extends Error {}

export async function send(
  request: Unsigned,
  identity: Identity,
  options: SignOptions = {},
): Promise<Answer> {
  const headers = signRequest(request, identity, options);
  const init = {
    method: request.method,
    headers,
    redirect: 'manual' as const,
    ...(request.body == null ? {} : { body: request.body as BodyInit }),
  };
  let response: Response;
  try {
    response = await fetch(request.url, init);
  } catch {
    throw new UnreachableError(
      `Nothing answers at ${new URL(request.url).origin}; is the service running (npm start)?`,
    );
  }
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
