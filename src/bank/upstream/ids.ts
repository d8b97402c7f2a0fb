/**
 * Ids at the upstream bank: UUIDs derived with a secret from a TPP's own ids. Every process derives the same id for the same
 * request; two TPPs never share one, and nobody can guess one.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Branded } from '../../domain/values/brand.ts';

/** Bound to one TPP. */
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
   * `field`: the path in the document: the response key of a GraphQL mutation, a name of the step if one request makes
   * several calls, else empty. `content`: what the bank acts upon, because an X-Request-ID may be reused for something else
   * after a lost response.
   */
  request(tppId: string, requestId: string, field: string, content: unknown): string;
  psu(tppId: string, psuId: string | null, sessionId: string | null): UpstreamPsu;
  /** Whether `psu` made the id, not the bank. */
  isOwnPsuId(psuId: string): boolean;
}

/** Keeps ids of different kinds apart. */
type Kind = 'request' | 'PSU' | 'session' | 'mark of a PSU';

/** The last hexadecimal digits of a PSU-ID mark it as ours. */
const markDigits = 8;

/** `secret`: the same in all processes; it may be replaced. */
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
    request: (tppId, requestId, field, content) =>
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
      return uuidShape.test(lowerId) && addMark(lowerId) === lowerId;
    },
  };
}

/** The ids with which the bank returned a PSU, if they differ from those sent. */
export const returnedPsu = (tppId: string, psuId: string, sessionId: string): UpstreamPsu =>
  ({ tppId, psuId, sessionId }) as UpstreamPsu;

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Version 5, which every UUID check accepts. */
function uuid(digest: Buffer): string {
  const bytes = digest.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
