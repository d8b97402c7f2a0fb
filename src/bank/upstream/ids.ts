/**
 * Derives the ids that the upstream bank gets: UUIDs made from the TPP's ids and a secret. Every process derives the same id for the same
 * request. Two TPPs never share an id, and nobody can guess one.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Branded } from '../../domain/values/brand.ts';

/** The ids of a PSU at the bank. They are valid only for this TPP. */
export type UpstreamPsu = Branded<
  {
    readonly tppId: string;
    /** null if the TPP gives only an identity number. */
    readonly psuId: string | null;
    readonly sessionId: string | null;
  },
  'UpstreamPsu'
>;

export interface UpstreamIds {
  /**
   * The X-Request-ID of a call. `field` distinguishes several calls of one request: the response key of a GraphQL mutation, or the name
   * of a step; otherwise empty. `content` is what the bank acts on. If the bank's response did not reach this service, no outcome is
   * stored, so the TPP may use its X-Request-ID with other content. That content gets another id.
   */
  requestId(tppId: string, requestId: string, field: string, content: unknown): string;
  psu(tppId: string, psuId: string | null, sessionId: string | null): UpstreamPsu;
  /** Whether `psu` has made the id, and not the bank. */
  isOwnPsuId(psuId: string): boolean;
}

/** Ids of different kinds are never equal. */
type Kind = 'request' | 'PSU' | 'session' | 'mark of a PSU';

/** The last hexadecimal digits of a PSU-ID mark it as made by this service. */
const markDigits = 8;

/** `secret` returns the current secret, which is the same in all processes. */
export function createUpstreamIds(secret: () => string): UpstreamIds {
  const digest = (kind: Kind, parts: readonly string[]): Buffer =>
    createHmac('sha256', secret())
      .update(JSON.stringify([kind, ...parts]))
      .digest();
  const uuidOf = (kind: Kind, ...parts: readonly string[]): string => uuid(digest(kind, parts));

  function addMark(id: string): string {
    const unmarked = id.slice(0, -markDigits);
    return unmarked + digest('mark of a PSU', [unmarked]).toString('hex').slice(0, markDigits);
  }

  return {
    requestId: (tppId, requestId, field, content) =>
      uuidOf(
        'request',
        tppId,
        requestId,
        field,
        createHash('sha256').update(JSON.stringify(content)).digest('base64'),
      ),
    psu: (tppId, psuId, sessionId) =>
      ({
        tppId,
        psuId: psuId === null ? null : addMark(uuidOf('PSU', tppId, psuId.toLowerCase())),
        sessionId: sessionId === null ? null : uuidOf('session', tppId, sessionId),
      }) as UpstreamPsu,
    isOwnPsuId(psuId) {
      const lowerId = psuId.toLowerCase();
      return uuidPattern.test(lowerId) && addMark(lowerId) === lowerId;
    },
  };
}

/** For a PSU whom the bank has sent back with a PSU-ID of its own. */
export const returnedPsu = (tppId: string, psuId: string, sessionId: string): UpstreamPsu =>
  ({ tppId, psuId, sessionId }) as UpstreamPsu;

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A UUID of version 5, which every check of UUIDs accepts. */
function uuid(digest: Buffer): string {
  const bytes = digest.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
