/**
 * Ids that this service has at the bank upstream: UUIDs made with a secret from a TPP and its own ids. The same request asks
 * there under the same id, whichever process asks and however often; two TPPs never have one in common, and nobody can work
 * out that of another. Start at `createUpstreamIds`.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Branded } from '../../domain/values/brand.ts';

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

export interface UpstreamIds {
  /**
   * The X-Request-ID upstream for what a TPP asked under its own. `field` is the path in its document: the response key of a
   * GraphQL mutation, a name of the step where one request asks upstream several times, else empty. `sent` is what the bank
   * acts upon: an X-Request-ID whose answer was lost may be used again for something else, which the bank must not replay.
   */
  request(tppId: string, requestId: string, field: string, content: unknown): string;
  /** PSU-ID and TPP-Session-ID upstream, of those that a TPP has sent. */
  psu(tppId: string, psuId: string | null, sessionId: string | null): UpstreamPsu;
  /** Whether `psu` makes such PSU-IDs: it is of a TPP's PSU, and none that the bank gave. */
  isOwnPsuId(psuId: string): boolean;
}

/** One for each kind of id, so that a session never has the UUID of a request. */
type Kind = 'request' | 'PSU' | 'session' | 'mark of a PSU';

/** A PSU-ID ends in a mark of so many hexadecimal digits, by which it is known to be ours. */
const markDigits = 8;

/** `secret`: the same in every process, known to nobody else, and another one once its file is replaced. */
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

/** The ids with which the bank upstream has sent a PSU of this TPP back, where they are not those that were sent. */
export const returnedPsu = (tppId: string, psuId: string, sessionId: string): UpstreamPsu =>
  ({ tppId, psuId, sessionId }) as UpstreamPsu;

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** In the form of version 5, which every check of UUIDs takes. */
function uuid(digest: Buffer): string {
  const bytes = digest.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
