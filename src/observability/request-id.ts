import { createHmac, randomBytes } from 'node:crypto';
import { type HeaderMap, requestIdFault } from '../domain/headers.ts';
import { isUuid } from '../domain/values/uuid.ts';

/** The X-Request-ID that a response echoes, if it is well-formed. */
export function shownRequestId(headers: HeaderMap): string | undefined {
  const id = headers.get('x-request-id');
  return id !== null && requestIdFault(id) === null ? id : undefined;
}

/** A plain hash would let a reader of logs guess the eleven digits of an identity number. */
const logKey = randomBytes(32);

/** A UUID is logged as sent. Any other text may identify a person, so it is hashed. */
export function loggedRequestId(headers: HeaderMap): string | undefined {
  const id = shownRequestId(headers);
  if (id === undefined || isUuid(id)) return id;
  return `hash:${createHmac('sha256', logKey).update(id).digest('base64url').slice(0, 22)}`;
}
