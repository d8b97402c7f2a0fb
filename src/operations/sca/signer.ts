/** Finds who signs: the PSU of a live session, and their corporate agreement. */
import { sessionLifetimeMs } from '../../domain/authorisations/authorisation.ts';
import type { Customer } from '../../domain/sandbox/customer.ts';
import type { Directory } from '../ports/directory.ts';
import type { AgreementChoice, AuthorisationRecord, SessionWithCustomer } from '../ports/stores.ts';
import type { ScaContext } from './targets.ts';

/**
 * The live session, with which the PSU need not log in again. null: there is none, or the PSU must log in although there is one.
 */
export async function findLiveSession(
  { stores, now }: Pick<ScaContext, 'stores' | 'now'>,
  { kind, psuContext, sessionId, psuId, identityNumber, tppId }: AuthorisationRecord,
): Promise<SessionWithCustomer | null> {
  if (
    kind === 'LOGIN' ||
    psuContext !== null ||
    sessionId === null ||
    (psuId === null && identityNumber === null)
  )
    return null;
  const session = await stores.psuSessions.find(tppId, { psuId, identityNumber, sessionId });
  if (session === null || now >= session.authenticatedAt + sessionLifetimeMs) return null;
  // The session of a PSU-ID may belong to another person than X-PSU-IDENTITY names. Then the PSU must log in.
  return identityNumber !== null && identityNumber !== session.customerNumber ? null : session;
}

/**
 * The customer's agreements that PSU-Corporate-ID names by their id or by the number of their owner. If it names none of them,
 * all agreements of the customer. Empty for a log-in, for PSU-Context PRIVATE, and for a private customer without PSU-Context.
 */
export async function agreementsFor(
  directory: Pick<Directory, 'agreementsOf'>,
  { kind, psuContext, corporateId, tppId }: AuthorisationRecord,
  customer: Customer | null,
): Promise<readonly AgreementChoice[]> {
  if (customer === null || kind === 'LOGIN' || psuContext === 'PRIVATE') return [];
  if (psuContext === null && customer.customerType !== 'CORPORATE') return [];
  const allAgreements = await directory.agreementsOf(tppId, customer.customerId);
  const namedAgreements = allAgreements.filter(({ agreementId, ownerNumber }) =>
    [agreementId, ownerNumber].includes(corporateId ?? ''),
  );
  return namedAgreements.length > 0 ? namedAgreements : allAgreements;
}

/**
 * The agreement that the PSU chose, if it still exists, otherwise the only one; null: there are none, or several without a choice.
 */
export function agreementIn(
  choices: readonly AgreementChoice[],
  chosenId: string | null,
): AgreementChoice | null {
  const chosenAgreement = choices.find(({ agreementId }) => agreementId === chosenId);
  const onlyAgreement = choices.length === 1 ? choices[0] : undefined;
  return chosenAgreement ?? onlyAgreement ?? null;
}
