/** An authorisation as it stands now, by its id. */
import { refuse } from '../../domain/refusal.ts';
import type { ReadContext } from '../operation.ts';
import type { AuthorisationRecord } from '../ports/stores.ts';

/** One whose time is up has failed, whether or not that has been written down. */
export function atTime(authorisation: AuthorisationRecord, now: number): AuthorisationRecord {
  const { endedAt, expiresAt } = authorisation;
  return endedAt === null && expiresAt <= now
    ? { ...authorisation, scaStatus: 'failed', endReason: 'EXPIRED', endedAt: expiresAt }
    : authorisation;
}

/** The authorisation with this id that belongs to the resource, or 404 SCA_NOT_FOUND. One whose time is up has failed. */
export async function found(
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
