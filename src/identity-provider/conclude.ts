/**
 * Applies the response of the identity provider. The provider says who the PSU is and what they granted; the bank checks
 * what they may do. A failed check ends the authorisation without a payment.
 */

import { nextScaStatus } from '../domain/authorisations/authorisation.ts';
import { type GrantExpectation, grantFault } from '../domain/authorisations/grant.ts';
import type { Customer } from '../domain/sandbox/customer.ts';
import type { PaymentRecord, TargetedAuthorisation } from '../operations/ports/stores.ts';
import { type Act, customerTrouble, withLastSecret } from '../operations/sca/acts.ts';
import { currentStep } from '../operations/sca/current-step.ts';
import { abandon, approve } from '../operations/sca/finish.ts';
import { digest, newSecret } from '../operations/sca/secrets.ts';
import type { StepContext } from '../operations/sca/step-context.ts';
import type { StepResult } from '../operations/sca/view.ts';
import { paymentDetails } from './payment-details.ts';
import type { ProviderAuthentication } from './ports.ts';

/** Names of the checks in the log. */
export const failedChecks = [
  'RESPONSE',
  'CODE',
  'ID_TOKEN',
  'ACR',
  'AUTH_TIME',
  'DETAILS',
  'CUSTOMER_CLAIM',
  'UNKNOWN_CUSTOMER',
  'WRONG_IDENTITY',
  'WRONG_TYPE',
] as const;

/** Goes to the log, so it contains no personal data. */
export interface CheckFailed {
  readonly tppId: string;
  readonly authorisationId: string;
  readonly check: (typeof failedChecks)[number];
  readonly detail?: string;
}

type TokenFault = Pick<CheckFailed, 'check' | 'detail'>;
type Authenticated = Extract<ProviderAuthentication, { result: 'AUTHENTICATED' }>;

export interface Concluding {
  readonly answer: ProviderAuthentication;
  readonly expected: Omit<GrantExpectation, 'details'>;
  readonly secret: string | null;
  readonly checkFailed: (failure: CheckFailed) => void;
}

export const conclude =
  ({ answer, expected, secret: browserSecret, checkFailed }: Concluding): Act =>
  async (context, live, payments) => {
    const { tppId, authorisationId } = live;
    const { ending, secret } = withLastSecret(live, browserSecret);
    if (answer.result === 'REFUSED')
      return { authorisation: await abandon(context, ending, payments, 'REJECTED'), secret };
    const judged = await judge(context, live, payments, { answer, expected });
    if ('check' in judged) {
      checkFailed({ tppId, authorisationId, ...judged });
      const reason = judged.check === 'WRONG_IDENTITY' ? judged.check : 'UNVERIFIED';
      return { authorisation: await abandon(context, ending, payments, reason), secret };
    }
    const { customer, evidence } = judged;
    await context.stores.authenticationRequests.update(authorisationId, evidence);
    const customerAuthorisation = { ...live, customerId: customer.customerId };
    const { step, agreement } = await currentStep(context, customerAuthorisation);
    if (step === 'AGREEMENT') return authenticated(context, customerAuthorisation);
    await context.stores.authorisations.update(authorisationId, { customerId: customer.customerId });
    const signer = { customer, agreementId: agreement?.agreementId ?? null };
    return { authorisation: await approve(context, ending, payments, signer), secret };
  };

async function judge(
  context: StepContext,
  live: TargetedAuthorisation,
  payments: readonly PaymentRecord[],
  {
    answer,
    expected,
  }: { answer: Exclude<ProviderAuthentication, { result: 'REFUSED' }> } & Pick<Concluding, 'expected'>,
): Promise<TokenFault | { readonly customer: Customer; readonly evidence: ReturnType<typeof evidenceOf> }> {
  if (answer.result === 'INVALID') return answer;
  // The payments may have changed since the PSU left the page.
  const details = paymentDetails(live.kind, payments, context.settings.publicUrl);
  const fault = grantFault(answer.grant, { ...expected, details });
  if (fault !== null) return { check: fault };
  if (answer.customerNumber === null) return { check: 'CUSTOMER_CLAIM' };
  const customer = await context.directory.byNumber(live.tppId, answer.customerNumber);
  const trouble = customerTrouble(live, customer);
  if (customer === null || trouble !== null) return { check: trouble ?? 'UNKNOWN_CUSTOMER' };
  return { customer, evidence: evidenceOf(answer) };
}

const evidenceOf = ({ idToken, grant }: Authenticated) => ({ idToken, details: grant.details });

/** The PSU must still choose an agreement. The browser gets a new secret, as after any log-in. */
async function authenticated(
  context: StepContext,
  authorisation: TargetedAuthorisation,
): Promise<StepResult> {
  const secret = newSecret();
  const change = {
    customerId: authorisation.customerId,
    agreementId: null,
    browserHash: digest(secret),
    scaStatus: nextScaStatus(authorisation.scaStatus, 'psuAuthenticated'),
  };
  await context.stores.authorisations.update(authorisation.authorisationId, change);
  return { authorisation: { ...authorisation, ...change }, secret };
}
