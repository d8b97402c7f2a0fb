/** Authentication by the identity provider. The page asks for no customer number and no code. */
import { hasRequestedDetails } from '../domain/authorisations/grant.ts';
import type { Authentication } from '../operations/sca/authentication.ts';
import { paymentDetails } from './payment-details.ts';

export const authenticationByProvider = (publicUrl: string): Authentication => ({
  // LEAVE comes first: the PSU approves at the provider. After the return, a PSU with several agreements chooses one.
  step: ({ mustChoose }) => (mustChoose ? 'AGREEMENT' : 'LEAVE'),
  agreementCompletesApproval: true,
  async hasAlreadyApproved({ authenticationRequests }, { authorisationId, kind }, payments) {
    // The stored details are those of the grant; null before it.
    const grantDetails = (await authenticationRequests.find(authorisationId))?.details ?? null;
    return (
      grantDetails !== null && hasRequestedDetails(grantDetails, paymentDetails(kind, payments, publicUrl))
    );
  },
  discardApproval: ({ authenticationRequests }, authorisationId) =>
    authenticationRequests.delete(authorisationId),
});
