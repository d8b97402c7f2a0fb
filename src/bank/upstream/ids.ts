/**
 * Ids that this service has at the bank upstream: UUIDs of version 5, derived from a TPP and its own ids. The same request
 * asks there under the same id, whichever process asks and however often; two TPPs never have one in common.
 */
import { hash } from 'node:crypto';
import type { Branded } from '../../domain/values/brand.ts';

/** One namespace for each kind of id, so that a session never has the UUID of a request. */
const namespaces = {
  request: '98b599a9-f8de-4960-88f0-a2738a5595b9',
  psu: 'f4cadf8a-794f-4412-9b14-f87e9d75b567',
  session: '6128f4eb-c607-4a96-9a8f-cbdc5ceca938',
} as const;

/** The PSU and the session of one TPP, as the bank upstream knows them. No call of another TPP can carry them. */
export type UpstreamPsu = Branded<
  {
    readonly tppId: string;
    /** null where the TPP names the PSU by an identity number alone. */
    readonly psuId: string | null;
    readonly sessionId: string | null;
  },
  'UpstreamPsu'
>;

/**
 * The X-Request-ID upstream for what a TPP asked under its own. `field` is the path in its document: the response key of a
 * GraphQL mutation, a name of the step where one request asks upstream several times, else empty. `sent` is what the bank
 * acts upon: an X-Request-ID whose answer was lost may be used again for something else, which the bank must not replay.
 */
export const upstreamRequestId = (tppId: string, requestId: string, field: string, sent: unknown): string =>
  uuid5(namespaces.request, [tppId, requestId, field, hash('sha256', JSON.stringify(sent))]);

/** PSU-ID and TPP-Session-ID upstream, of those that a TPP has sent. */
export function upstreamPsu(tppId: string, psuId: string | null, sessionId: string | null): UpstreamPsu {
  return {
    tppId,
    psuId: psuId === null ? null : uuid5(namespaces.psu, [tppId, psuId.toLowerCase()]),
    sessionId: sessionId === null ? null : uuid5(namespaces.session, [tppId, sessionId]),
  } as UpstreamPsu;
}

/** The ids with which the bank upstream has sent a PSU of this TPP back, where they are not those that were sent. */
export const returnedPsu = (tppId: string, psuId: string, sessionId: string): UpstreamPsu =>
  ({ tppId, psuId, sessionId }) as UpstreamPsu;

/** RFC 9562, 5.5. The name is JSON, so that no two lists of parts have the same. */
function uuid5(namespace: string, parts: readonly string[]): string {
  const named = Buffer.concat([
    Buffer.from(namespace.replaceAll('-', ''), 'hex'),
    Buffer.from(JSON.stringify(parts)),
  ]);
  const bytes = hash('sha1', named, 'buffer').subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
