/** What the log of requests shows of a signature. */
import type { Steps } from '../domain/steps.ts';
import type { LoggedRequest } from '../observability/request-record.ts';
import { signedText } from '../security/signed-text.ts';

/** The text that was signed in a logged request, if it is one that can be guessed. */
export function signedTextOf({ details }: LoggedRequest): Steps<string | null> {
  const { method, target, requestHeaders } = details;
  const headers = new Map(requestHeaders);
  return signedText({ method, target, headers: { get: (name) => headers.get(name) ?? null } });
}
