import { refuse } from '../../domain/refusal.ts';
import type { ReadContext } from '../operation.ts';
import type { AuthorisationRecord } from '../ports/stores.ts';

/** An expired authorisation counts as failed, even if that is not stored yet. */
export function atTime(authorisation: AuthorisationRecord, now: number): AuthorisationRecord {
  const { endedAt, expiresAt } = authorisation;
  return endedAt === null && expiresAt <= now
    ? { ...authorisation, scaStatus: 'failed', endReason: 'EXPIRED', endedAt: expiresAt }
    : authorisation;
}

/** Throws 404 SCA_NOT_FOUND. */
export async function findAuthorisation(
  context: ReadContext,
  authorisationId: string,
  belongs: (authorisation: AuthorisationRecord) => boolean,
): Promise<AuthorisationRecord> {
  const authorisation = await context.stores.authorisations.find(context.caller.tppId, authorisationId);
  if (!authorisation || !belongs(authorisation)) throw authorisationUnknown();
  return atTime(authorisation, (await context.time()).now);
}

export const authorisationUnknown = () =>
  refuse('SCA_NOT_FOUND', { path: 'authorisationId', text: 'there is no authorisation with this id' });
