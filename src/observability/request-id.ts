import { createHmac, randomBytes } from 'node:crypto';
import { type HeaderMap, requestIdFault } from '../domain/headers.ts';
import { isUuid } from '../domain/values/uuid.ts';

/** The X-Request-ID, if it is well-formed. A response echoes it. */
export function wellFormedRequestId(headers: HeaderMap): string | undefined {
  const id = headers.get('x-request-id');
  return id !== null && requestIdFault(id) === null ? id : undefined;
}

/** Without a key, a reader of the log could find an identity number by hashing all numbers of eleven digits. */
const hashKey = randomBytes(32);

/** A UUID is logged unchanged. Any other text may identify a person, so its hash is logged. */
export function requestIdForLog(headers: HeaderMap): string | undefined {
  const id = wellFormedRequestId(headers);
  if (id === undefined || isUuid(id)) return id;
  return `hash:${createHmac('sha256', hashKey).update(id).digest('base64url').slice(0, 22)}`;
}
