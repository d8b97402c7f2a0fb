/**
 * The idempotency key and the fingerprint of a request, by which two requests under one X-Request-ID are the same:
 * method, target, body and PSU headers.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Caller, SignedRequest } from '../../domain/caller.ts';
import { type HeaderMap, requestIdFault } from '../../domain/headers.ts';
import { refuse } from '../../domain/refusal.ts';
import type { RequestKey } from '../../operations/ports/stores.ts';
import type { ReadMemory } from '../door.ts';

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

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
  if (id === undefined || uuid.test(id)) return id;
  return `hash:${createHmac('sha256', logKey).update(id).digest('base64url').slice(0, 22)}`;
}

/** Refuses a malformed X-Request-ID where one may be left out. */
export function requireIdShape(headers: HeaderMap): void {
  const id = headers.get('x-request-id');
  const fault = id ? requestIdFault(id) : null;
  if (fault !== null) throw refuse('FORMAT_ERROR', { path: 'X-Request-ID', text: fault });
}

/** The key of a request that carries an X-Request-ID; null when it carries none. UUIDs are compared without case. */
export function requestKey(tppId: string, request: SignedRequest): RequestKey | null {
  const id = request.headers.get('x-request-id');
  if (!id) return null;
  // Proxies change the order of headers.
  const psuHeaders = [...request.headers].filter(([name]) => /^(x-)?psu-/.test(name)).sort();
  const lines = psuHeaders.map(([name, value]) => `${name}: ${value}\n`);
  const hash = createHash('sha256')
    .update(`${request.method}\n${request.target}\n${lines.join('')}\n`)
    .update(request.body ?? '');
  return { tppId, requestId: uuid.test(id) ? id.toLowerCase() : id, fingerprint: hash.digest('base64url') };
}

/** Signatures of reads, remembered for as long as their Date is accepted. */

export function createReadMemory(clock: () => number, maxAgeSeconds: number): ReadMemory {
  const kept = new LRUCache<string, true>({
    // By size, not by number: with `max` the cache would allocate everything at the start, 8 ms and 2 MB.
    maxSize: 50_000,
    sizeCalculation: () => 1,
    ttl: 2 * maxAgeSeconds * 1_000,
    perf: { now: clock },
  });
  return {
    remember: ({ signature }) => {
      if (signature !== undefined) kept.set(signature, true);
    },
    has: ({ signature }) => signature !== undefined && kept.has(signature),
  };
}

/** Refuses a write with the signed headers of a read. */
export function requireUnread(memory: ReadMemory, caller: Caller): void {
  if (!memory.has(caller)) return;
  throw refuse('CONFLICT', {
    path: 'X-Request-ID',
    text: 'these signed headers have served a read; a write needs an X-Request-ID and a signature of its own',
  });
}
