/**
 * Derives the ids that the upstream bank gets: UUIDs made from a secret and the ids that the TPP uses. Every process derives the
 * same id for the same request. Two TPPs never share an id, and nobody can guess one.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Branded } from '../../domain/values/brand.ts';
import { versionedUuid } from '../../domain/values/uuid.ts';

/** The ids of a PSU at the bank. They are valid only in calls for the TPP `tppId`. */
export type UpstreamPsu = Branded<
  {
    readonly tppId: string;
    /** null if the TPP gives only an identity number. */
    readonly psuId: string | null;
    readonly sessionId: string | null;
  },
  'UpstreamPsu'
>;

export type UpstreamIds = ReturnType<typeof createUpstreamIds>;

/** Ids of different kinds are never equal. */
type Kind = 'request' | 'PSU' | 'session' | 'mark of a PSU';

/** The number of hexadecimal digits at the end of a PSU-ID by which this service recognises the PSU-IDs that it made. */
const markLength = 8;

/** `secret` returns the current secret, which is the same in all processes. */
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
     * The X-Request-ID of a call. `sourceId` is the X-Request-ID of the TPP, or the id of a resource. `field` distinguishes several
     * calls for one `sourceId`: the response key of a GraphQL mutation, or the name of a step; otherwise empty. `content` is what
     * the bank acts on. If the bank's response did not reach this service, no outcome is stored, and the TPP may use its
     * X-Request-ID again with other content. That call needs another id, so that the bank does not take it for a repetition.
     */
    deriveRequestId(tppId: string, sourceId: string, field: string, content: unknown): string {
      const contentHash = createHash('sha256').update(JSON.stringify(content)).digest('base64');
      return uuidOf('request', tppId, sourceId, field, contentHash);
    },
    /** The state in the return address of the call whose X-Request-ID is `requestId`. Nobody can guess this state. */
    deriveReturnState: (requestId: string): string =>
      createHmac('sha256', secret()).update(`return ${requestId}`).digest('base64url'),
    /**
     * `remotePsuId` is the PSU-ID that the bank itself gave this PSU. It is used only with a session, because without a session it
     * identifies nobody at the bank.
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
    /** Whether the PSU-ID was made by `derivePsu` of this service, not by the bank. */
    isPsuIdMadeHere(psuId: string): boolean {
      const lowerId = psuId.toLowerCase();
      return uuidPattern.test(lowerId) && addMark(lowerId) === lowerId;
    },
  };
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
