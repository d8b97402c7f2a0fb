/**
 * The forms of the PSU: log-in, choice of an agreement, decision. A form changes nothing if the PSU is at another step. But a PSU may
 * reject at any step, and choose an agreement also at DECIDE and LEAVE.
 */
import { wrongAttemptsAtMost } from '../../domain/authorisations/authorisation.ts';
import type { Customer } from '../../domain/sandbox/customer.ts';
import { codeBindingOf } from '../authorisations/open.ts';
import type { PaymentRecord, TargetedAuthorisation } from '../ports/stores.ts';
import { findCurrentStep } from './current-step.ts';
import { abandon, approve } from './finish.ts';
import { deriveSecretAfterEnd, digest, type FormSender, isSame, newSecret } from './secrets.ts';
import type { StepContext } from './step-context.ts';
import type { StepResult, Trouble } from './view.ts';
import {
  addToWrongCodes,
  hasTooManyWrongCodes,
  lockCounts,
  readClosedUntil,
  readCounts,
} from './wrong-codes.ts';

export type Decision =
  /** `agreementId`: the agreement on the page; null: the form names no agreement. */
  | { readonly approve: true; readonly code: string; readonly agreementId: string | null }
  | { readonly approve: false };

/** What opening the page or sending a form does, in the transaction of a step. */
export type Act = (
  context: StepContext,
  authorisation: TargetedAuthorisation,
  payments: readonly PaymentRecord[],
) => Promise<StepResult>;

export const removeSpaces = (text: string): string => text.replace(/\s/g, '');

export const identify =
  (sender: FormSender, customerNumber: string): Act =>
  async (context, authorisation, payments) => {
    const number = removeSpaces(customerNumber);
    const customer = await context.directory.byNumber(authorisation.tppId, number);
    // One statement reads all counts. The calls below find them in `context.counts`.
    await readCounts(context, authorisation, customer?.customerId ?? null);
    if ((await findCurrentStep(context, authorisation)).step !== 'IDENTIFY') return { authorisation };
    if (customer === null)
      return countWrongAttempt(context, authorisation, payments, sender, 'UNKNOWN_CUSTOMER');
    const trouble = findCustomerTrouble(authorisation, customer);
    if (trouble !== null) return countWrongAttempt(context, authorisation, payments, sender, trouble);
    if ((await readClosedUntil(context, authorisation, customer.customerId)) !== null)
      return { authorisation, trouble: 'LOGIN_CLOSED' };
    // Somebody else may know the secret from before the log-in, so the browser gets a new one.
    const secret = newSecret();
    const change = { customerId: customer.customerId, agreementId: null, browserHash: digest(secret) };
    await context.stores.authorisations.update(authorisation.authorisationId, change);
    return { authorisation: { ...authorisation, ...change }, secret };
  };

export const chooseAgreement =
  (sender: FormSender, agreementId: string): Act =>
  async (context, authorisation, payments) => {
    const { step, customer, agreements } = await findCurrentStep(context, authorisation);
    if (step === 'IDENTIFY' || step === 'CLOSED') return { authorisation };
    const hasAgreement = agreements.some((choice) => choice.agreementId === agreementId);
    if (!hasAgreement || customer === null) return { authorisation, trouble: 'NO_AGREEMENT' };
    await context.stores.authorisations.update(authorisation.authorisationId, { agreementId });
    const updatedAuthorisation = { ...authorisation, agreementId };
    // If the PSU has already approved on another site, the choice of an agreement completes the approval.
    if (!(await context.authentication.hasAlreadyApproved(context.stores, updatedAuthorisation, payments)))
      return { authorisation: updatedAuthorisation };
    const { endingAuthorisation, secret } = withSecretAfterEnd(updatedAuthorisation, sender.secret);
    return {
      authorisation: await approve(context, endingAuthorisation, payments, { customer, agreementId }),
      secret,
    };
  };

export const decide =
  (sender: FormSender, decision: Decision): Act =>
  async (context, authorisation, payments) => {
    const { endingAuthorisation, secret } = withSecretAfterEnd(authorisation, sender.secret);
    if (!decision.approve)
      return { authorisation: await abandon(context, endingAuthorisation, payments, 'REJECTED'), secret };
    await lockCounts(context, authorisation, authorisation.customerId);
    const { step, customer, agreement } = await findCurrentStep(context, authorisation);
    if (step === 'CLOSED') return { authorisation };
    const agreementId = agreement?.agreementId ?? null;
    // Another tab may have chosen another agreement.
    const isStale = decision.agreementId !== null && decision.agreementId !== agreementId;
    if (step !== 'DECIDE' || customer === null || isStale) return { authorisation, trouble: 'STALE_PAGE' };
    if (!isSame(removeSpaces(decision.code), authorisation.code)) {
      await addToWrongCodes(context, authorisation, customer.customerId);
      return countWrongAttempt(context, authorisation, payments, sender, 'WRONG_CODE');
    }
    if (codeBindingOf(payments.map(({ instruction }) => instruction)) !== authorisation.codeBinding)
      return {
        authorisation: await abandon(context, endingAuthorisation, payments, 'RESOURCE_CHANGED'),
        secret,
      };
    const signer = { customer, agreementId };
    // The service asked the bank for the rights before this transaction. If another tab has chosen another agreement since, its rights are
    // unknown.
    if (!context.directory.knowsRights(payments, signer)) return { authorisation, trouble: 'STALE_PAGE' };
    return { authorisation: await approve(context, endingAuthorisation, payments, signer), secret };
  };

/** The browser gets a new secret when its authorisation ends. */
export function withSecretAfterEnd(authorisation: TargetedAuthorisation, browserSecret: string | null) {
  const secret = deriveSecretAfterEnd(browserSecret ?? newSecret());
  return { endingAuthorisation: { ...authorisation, browserHash: digest(secret) }, secret };
}

async function countWrongAttempt(
  context: StepContext,
  authorisation: TargetedAuthorisation,
  payments: readonly PaymentRecord[],
  sender: FormSender,
  trouble: Trouble,
): Promise<StepResult> {
  const isWrongCode = trouble === 'WRONG_CODE';
  const wrongAttempts = authorisation.wrongAttempts + 1;
  const wrongCodes = authorisation.wrongCodes + (isWrongCode ? 1 : 0);
  const updatedAuthorisation = { ...authorisation, wrongAttempts, wrongCodes };
  await context.stores.authorisations.update(authorisation.authorisationId, { wrongAttempts, wrongCodes });
  const hasGuessedTooOften = isWrongCode && (await hasTooManyWrongCodes(context, payments));
  if (!hasGuessedTooOften && wrongAttempts < wrongAttemptsAtMost)
    return { authorisation: updatedAuthorisation, trouble };
  const { endingAuthorisation, secret } = withSecretAfterEnd(updatedAuthorisation, sender.secret);
  // Wrong customer numbers also end an authorisation with WRONG_CODE.
  const reason = hasGuessedTooOften ? 'TOO_MANY_CODES' : 'WRONG_CODE';
  return { authorisation: await abandon(context, endingAuthorisation, payments, reason), secret };
}

export function findCustomerTrouble(
  authorisation: Pick<TargetedAuthorisation, 'identityNumber' | 'psuContext'>,
  customer: Customer,
): 'WRONG_IDENTITY' | 'WRONG_TYPE' | null {
  if (authorisation.identityNumber !== null && authorisation.identityNumber !== customer.customerNumber)
    return 'WRONG_IDENTITY';
  if (authorisation.psuContext === 'PRIVATE' && customer.customerType === 'CORPORATE') return 'WRONG_TYPE';
  return null;
}
