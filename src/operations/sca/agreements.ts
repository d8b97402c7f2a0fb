/** Under which corporate agreement somebody signs: the one rule for the page, the bank app and completeAuthorisation. */
import type { Customer } from '../../domain/sandbox/customer.ts';
import type { Directory } from '../ports/directory.ts';
import type { AgreementChoice, AuthorisationRecord } from '../ports/stores.ts';

/**
 * The agreements to choose from: those that PSU-Corporate-ID names, by their id or their owner's number, else all of the
 * customer's. None for a log-in, with PSU-Context PRIVATE, and for a private customer where no context was sent.
 */
export async function agreementsFor(
  directory: Pick<Directory, 'agreementsOf'>,
  { kind, psuContext, corporateId, tppId }: AuthorisationRecord,
  customer: Customer | null,
): Promise<readonly AgreementChoice[]> {
  if (customer === null || kind === 'LOGIN' || psuContext === 'PRIVATE') return [];
  if (psuContext === null && customer.customerType !== 'CORPORATE') return [];
  const all = await directory.agreementsOf(tppId, customer.customerId);
  const named = all.filter(({ agreementId, ownerNumber }) =>
    [agreementId, ownerNumber].includes(corporateId ?? ''),
  );
  return named.length > 0 ? named : all;
}

/** The agreement among these: the one that was chosen, while it is there, else the only one. */
export function agreementIn(
  choices: readonly AgreementChoice[],
  chosenId: string | null,
): AgreementChoice | null {
  const chosen = choices.find(({ agreementId }) => agreementId === chosenId);
  return chosen ?? (choices.length === 1 ? (choices[0] ?? null) : null);
}
