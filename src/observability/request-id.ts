/** The X-Request-ID of a request in its answer and in the log. */
import { createHmac, randomBytes } from 'node:crypto';
import { type HeaderMap, requestIdFault } from '../domain/headers.ts';
import { isUuid } from '../domain/values/uuid.ts';

/** The X-Request-ID that an answer echoes: one that has the shape of an id, else nothing. */
export function shownRequestId(headers: HeaderMap): string | undefined {
  const id = headers.get('x-request-id');
  return id !== null && requestIdFault(id) === null ? id : undefined;
}

/** Of this process alone: who reads a log could guess the eleven digits of an identity number from a plain hash. */
const logKey = randomBytes(32);

/** The same for the log: a UUID as it was sent. Another text may name a person, and is hashed. */
export function loggedRequestId(headers: HeaderMap): string | undefined {
  const id = shownRequestId(headers);
  if (id === undefined || isUuid(id)) return id;
  return `hash:${createHmac('sha256', logKey).update(id).digest('base64url').slice(0, 22)}`;
}
