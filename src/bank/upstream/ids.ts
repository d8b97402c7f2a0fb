/** Derives the ids for the bank. All processes derive the same id for a request. Two TPPs never share an id, and nobody can guess one. */
import { createHash, createHmac } from 'node:crypto';
import type { Branded } from '../../domain/values/brand.ts';
import { isUuid, versionedUuid } from '../../domain/values/uuid.ts';

/** Valid only in calls for the TPP `tppId`. */
export type UpstreamPsu = Branded<
  {
    readonly tppId: string;
    /** null: the TPP gives only an identity number. */
    readonly psuId: string | null;
    readonly sessionId: string | null;
  },
  'UpstreamPsu'
>;

export type UpstreamIds = ReturnType<typeof createUpstreamIds>;

/** Ids of different kinds are never equal. */
type Kind = 'request' | 'PSU' | 'session' | 'mark of a PSU';

/** The last digits of a PSU-ID are its mark. By the mark, this service recognises a PSU-ID that it has made. */
const markLength = 8;

/** `secret` is the same in all processes, and changes when UPSTREAM_KEY does. */
export function createUpstreamIds(secret: () => string) {
  const digest = (kind: Kind, texts: readonly string[]): Buffer =>
    createHmac('sha256', secret())
      .update(JSON.stringify([kind, ...texts]))
      .digest();
  const uuidOf = (kind: Kind, ...texts: readonly string[]): string =>
    versionedUuid(5, digest(kind, texts).toString('hex'));

  function addMark(id: string): string {
    const unmarked = id.slice(0, -markLength);
    return unmarked + digest('mark of a PSU', [unmarked]).toString('hex').slice(0, markLength);
  }

  return {
    /**
     * `sourceId` is the X-Request-ID of the TPP, or the id of the resource. `field` distinguishes calls with the same `sourceId`.
     * `content` is what the bank acts on. After a lost response the TPP may use its X-Request-ID again with other content, and the
     * bank must not take this call for a repetition.
     */
    deriveRequestId(tppId: string, sourceId: string, field: string, content: unknown): string {
      const contentHash = createHash('sha256').update(JSON.stringify(content)).digest('base64');
      return uuidOf('request', tppId, sourceId, field, contentHash);
    },
    deriveReturnState: (requestId: string): string =>
      createHmac('sha256', secret()).update(`return ${requestId}`).digest('base64url'),
    /**
     * `remotePsuId` is the `psu-id` with which the bank has sent the PSU back, if it has sent one. Without a session, this id identifies
     * nobody at the bank, so the derived id is used.
     */
    derivePsu(
      tppId: string,
      psuId: string | null,
      sessionId: string | null,
      remotePsuId: string | null = null,
    ): UpstreamPsu {
      const ownPsuId = psuId === null ? null : addMark(uuidOf('PSU', tppId, psuId.toLowerCase()));
      return {
        tppId,
        psuId: sessionId === null ? ownPsuId : (remotePsuId ?? ownPsuId),
        sessionId: sessionId === null ? null : uuidOf('session', tppId, sessionId),
      } as UpstreamPsu;
    },
    isPsuIdMadeHere(psuId: string): boolean {
      const lowerId = psuId.toLowerCase();
      return isUuid(lowerId) && addMark(lowerId) === lowerId;
    },
  };
}
