/** What a TPP may know of an authorisation: outcomes are kept for replays, so they hold no code, link or hash. */
import type { AuthorisationRecord } from '../ports.ts';

export type ShownAuthorisation = Pick<AuthorisationRecord, 'authorisationId' | 'scaStatus' | 'expiresAt'>;

export function shown({ authorisationId, scaStatus, expiresAt }: AuthorisationRecord): ShownAuthorisation {
  return { authorisationId, scaStatus, expiresAt };
}
