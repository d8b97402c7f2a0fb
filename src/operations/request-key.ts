/** Reads the X-Request-ID, and makes the fingerprint of method, target, body and PSU headers. */
import { createHash } from 'node:crypto';
import type { SignedRequest } from '../domain/caller.ts';
import { isUuid } from '../domain/values/uuid.ts';
import type { RequestKey } from './ports/stores.ts';

/** null: there is no X-Request-ID. UUIDs are compared without regard to case. */
export function requestKey(tppId: string, request: SignedRequest): RequestKey | null {
  const id = request.headers.get('x-request-id');
  if (!id) return null;
  // Proxies change the order of headers.
  const psuHeaders = [...request.headers].filter(([name]) => /^(x-)?psu-/.test(name)).sort();
  const lines = psuHeaders.map(([name, value]) => `${name}: ${value}\n`);
  const hash = createHash('sha256')
    .update(`${request.method}\n${request.target}\n${lines.join('')}\n`)
    .update(request.body ?? '');
  return { tppId, requestId: isUuid(id) ? id.toLowerCase() : id, fingerprint: hash.digest('base64url') };
}
