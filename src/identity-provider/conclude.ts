/** The provider says who the PSU is and what the PSU has granted. The bank decides what the PSU may do. */
import { nextScaStatus } from '../domain/authorisations/authorisation.ts';
import { type GrantExpectation, grantFault } from '../domain/authorisations/grant.ts';
import type { Customer } from '../domain/sandbox/customer.ts';
import type { PaymentRecord, TargetedAuthorisation } from '../operations/ports/stores.ts';
import { type Act, findCustomerTrouble, withSecretAfterEnd } from '../operations/sca/acts.ts';
import { findCurrentStep } from '../operations/sca/current-step.ts';
import { abandon, approve } from '../operations/sca/finish.ts';
import { digest, newSecret } from '../operations/sca/secrets.ts';
import type { StepContext } from '../operations/sca/step-context.ts';
import type { StepResult } from '../operations/sca/view.ts';
import { buildPaymentDetails } from './payment-details.ts';
import {
  type AuthenticationRequest,
  authenticationRequestStore,
  type ProviderAuthentication,
} from './ports.ts';

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

/** A failed check is written to the log, so it contains no personal data. */
export interface FailedCheck {
  readonly tppId: string;
  readonly authorisationId: string;
  readonly check: (typeof failedChecks)[number];
  readonly detail?: string;
}

interface ConclusionParts {
  readonly answer: ProviderAuthentication;
  readonly expectation: Omit<GrantExpectation, 'details'>;
  readonly browserSecret: string;
  readonly onFailedCheck: (failure: FailedCheck) => void;
}

type AnswerCheck =
  | Pick<FailedCheck, 'check' | 'detail'>
  | {
      readonly customer: Customer;
      readonly evidence: Pick<AuthenticationRequest, 'idToken' | 'grantedDetails'>;
    };

/**
 * The act approves if the answer passes all checks, unless the PSU has to choose an agreement first. A failed check ends the
 * authorisation.
 */
export const conclude =
  ({ answer, expectation, browserSecret, onFailedCheck }: ConclusionParts): Act =>
  async (context, authorisation, payments) => {
    const { tppId, authorisationId } = authorisation;
    const { endingAuthorisation, secret } = withSecretAfterEnd(authorisation, browserSecret);
    if (answer.result === 'REFUSED')
      return { authorisation: await abandon(context, endingAuthorisation, payments, 'REJECTED'), secret };
    const result = await checkAnswer(context, authorisation, payments, answer, expectation);
    if ('check' in result) {
      onFailedCheck({ tppId, authorisationId, ...result });
      const reason = result.check === 'WRONG_IDENTITY' ? result.check : 'UNVERIFIED';
      return { authorisation: await abandon(context, endingAuthorisation, payments, reason), secret };
    }
    const { customer, evidence } = result;
    await context.stores.get(authenticationRequestStore).update(authorisationId, evidence);
    const customerAuthorisation = { ...authorisation, customerId: customer.customerId };
    const { step, agreement } = await findCurrentStep(context, customerAuthorisation);
    if (step === 'AGREEMENT') return askForAgreement(context, customerAuthorisation);
    await context.stores.authorisations.update(authorisationId, { customerId: customer.customerId });
    const signer = { customer, agreementId: agreement?.agreementId ?? null };
    return { authorisation: await approve(context, endingAuthorisation, payments, signer), secret };
  };

async function checkAnswer(
  context: StepContext,
  authorisation: TargetedAuthorisation,
  payments: readonly PaymentRecord[],
  answer: Exclude<ProviderAuthentication, { result: 'REFUSED' }>,
  expectation: ConclusionParts['expectation'],
): Promise<AnswerCheck> {
  if (answer.result === 'INVALID') return { check: answer.check, detail: answer.detail };
  // The payments may have changed since the PSU left the page.
  const details = buildPaymentDetails(authorisation.kind, payments, context.settings.publicUrl);
  const fault = grantFault(answer.grant, { ...expectation, details });
  if (fault !== null) return { check: fault };
  if (answer.customerNumber === null) return { check: 'CUSTOMER_CLAIM' };
  const customer = await context.directory.byNumber(authorisation.tppId, answer.customerNumber);
  if (customer === null) return { check: 'UNKNOWN_CUSTOMER' };
  const trouble = findCustomerTrouble(authorisation, customer);
  if (trouble !== null) return { check: trouble };
  return { customer, evidence: { idToken: answer.idToken, grantedDetails: answer.grant.details } };
}

/** The browser gets a new secret, as after any log-in. */
async function askForAgreement(
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
