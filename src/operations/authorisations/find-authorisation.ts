import { refuse } from '../../domain/refusal.ts';
import type { ReadContext } from '../operation.ts';
import type { AuthorisationRecord } from '../ports/stores.ts';

/** An authorisation whose time is over has failed, even if the database does not say so yet. */
export function withExpiry(authorisation: AuthorisationRecord, now: number): AuthorisationRecord {
  const { endedAt, expiresAt } = authorisation;
  return endedAt === null && expiresAt <= now
    ? { ...authorisation, scaStatus: 'failed', endReason: 'EXPIRED', endedAt: expiresAt }
    : authorisation;
}

export async function findAuthorisation(
  context: ReadContext,
  authorisationId: string,
  isWanted: (authorisation: AuthorisationRecord) => boolean,
): Promise<AuthorisationRecord> {
  const authorisation = await context.stores.authorisations.find(context.caller.tppId, authorisationId);
  if (!authorisation || !isWanted(authorisation)) throw authorisationUnknown();
  return withExpiry(authorisation, (await context.time()).now);
}

export const authorisationUnknown = () =>
  refuse('SCA_NOT_FOUND', { path: 'authorisationId', text: 'there is no authorisation with this id' });
