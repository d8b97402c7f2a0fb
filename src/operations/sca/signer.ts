import type { Customer } from '../../domain/sandbox/customer.ts';
import { findLiveSession } from '../authorisations/session.ts';
import type { Directory } from '../ports/directory.ts';
import type { AgreementChoice, AuthorisationRecord, SessionWithCustomer } from '../ports/stores.ts';
import type { ScaContext } from './targets.ts';

/** null: the PSU must log in. */
export async function findSessionForApproval(
  context: Pick<ScaContext, 'stores' | 'now'>,
  authorisation: AuthorisationRecord,
): Promise<SessionWithCustomer | null> {
  const { kind, psuContext, identityNumber } = authorisation;
  // With PSU-Context the PSU logs in for each approval.
  if (kind === 'LOGIN' || psuContext !== null) return null;
  const session = await findLiveSession(context, authorisation);
  // The session of a PSU-ID may belong to another person than the one that X-PSU-IDENTITY names.
  const isOtherPerson = identityNumber !== null && identityNumber !== session?.customerNumber;
  return isOtherPerson ? null : session;
}

/**
 * The agreements that PSU-Corporate-ID names. If there are none, a PSU who acts for a company may choose among all agreements that this
 * PSU has.
 */
export async function agreementsFor(
  directory: Pick<Directory, 'agreementsOf'>,
  { kind, psuContext, corporateId, tppId }: AuthorisationRecord,
  customer: Customer | null,
): Promise<readonly AgreementChoice[]> {
  if (customer === null || kind === 'LOGIN' || psuContext === 'PRIVATE') return [];
  const { customerId, customerType } = customer;
  const actsForCompany = psuContext === 'CORPORATE' || customerType === 'CORPORATE';
  const namedAgreements =
    corporateId === null ? [] : await directory.agreementsOf(tppId, customerId, corporateId);
  if (namedAgreements.length > 0 || !actsForCompany) return namedAgreements;
  return directory.agreementsOf(tppId, customerId, null);
}

/** The chosen agreement, if it still exists, otherwise the only one. */
export function agreementIn(
  choices: readonly AgreementChoice[],
  chosenId: string | null,
): AgreementChoice | null {
  const chosenAgreement = choices.find(({ agreementId }) => agreementId === chosenId);
  const onlyAgreement = choices.length === 1 ? choices[0] : undefined;
  return chosenAgreement ?? onlyAgreement ?? null;
}
