import type { Steps } from '../domain/steps.ts';
import type { LoggedRequest } from '../observability/request-record.ts';
import { findSignedText } from '../security/signed-text.ts';

/** The text that the client has signed instead of the signing string; null: its mistake is not a known one. */
export function signedTextOf({ details }: LoggedRequest): Steps<string | null> {
  const { method, target, requestHeaders } = details;
  const headers = new Map(requestHeaders);
  return findSignedText({ method, target, headers: { get: (name) => headers.get(name) ?? null } });
}
