import type { DueExecution } from '../../domain/bank/executions.ts';
import { isPeriodic } from '../../domain/payments/instruction.ts';
import type { SuggestedCustomer } from '../ports/directory.ts';
import type { AuthorisationRecord, PaymentRecord } from '../ports/stores.ts';
import { type CurrentStep, findCurrentStep } from './current-step.ts';
import { tppAddressOf } from './finish.ts';
import { belongsToBrowser, tokenFor } from './secrets.ts';
import type { StepContext } from './step-context.ts';

export interface PageView extends CurrentStep {
  readonly authorisation: AuthorisationRecord;
  readonly payments: readonly PaymentRecord[];
  /** On the page that cancels a standing order: its due execution. null: no execution is due, or this is another page. */
  readonly dueExecution: DueExecution | null;
  readonly tppName: string;
  readonly now: number;
  readonly trouble: Trouble | null;
  /** null before the end, and for a browser that has not claimed the authorisation. */
  readonly returnTo: string | null;
  /** The new secret for the cookie; null: the cookie stays as it is. */
  readonly secret: string | null;
  readonly formToken: string;
  readonly suggestions: readonly SuggestedCustomer[];
}

export type Trouble =
  | 'UNKNOWN_CUSTOMER'
  /** The customer is not the person in X-PSU-IDENTITY. */
  | 'WRONG_IDENTITY'
  /** The customer is a company, but PSU-Context is PRIVATE. */
  | 'WRONG_TYPE'
  /** The customer cannot log in for a while, because of too many wrong codes. */
  | 'LOGIN_CLOSED'
  | 'NO_AGREEMENT'
  | 'WRONG_CODE'
  | 'STALE_PAGE'
  /** The site where the PSU has to log in does not respond. */
  | 'UNREACHABLE';

const suggestionsAtMost = 8;

export interface StepResult {
  readonly authorisation: AuthorisationRecord;
  readonly trouble?: Trouble;
  readonly secret?: string;
}

export async function pageViewOf(
  context: StepContext,
  { authorisation, trouble, secret }: StepResult,
  payments: readonly PaymentRecord[],
  cookieSecret: string | null,
): Promise<PageView> {
  const currentStep = await findCurrentStep(context, authorisation);
  const hasEnded = currentStep.step === 'ENDED';
  const suggestsCustomers = currentStep.step === 'IDENTIFY' && context.settings.sandbox;
  const isClaimant = belongsToBrowser(authorisation, cookieSecret);
  return {
    ...currentStep,
    authorisation,
    payments,
    dueExecution: hasEnded ? null : await findDueExecution(context, authorisation, payments),
    tppName: context.tppName,
    now: context.now,
    trouble: trouble ?? null,
    returnTo: hasEnded && isClaimant ? tppAddressOf(authorisation) : null,
    secret: secret ?? null,
    formToken: tokenFor(authorisation, secret ?? cookieSecret ?? ''),
    suggestions: suggestsCustomers ? await suggestCustomers(context, authorisation, payments) : [],
  };
}

async function findDueExecution(
  { stores }: StepContext,
  { kind }: AuthorisationRecord,
  [payment]: readonly PaymentRecord[],
): Promise<DueExecution | null> {
  if (kind !== 'CANCELLATION' || payment === undefined || !isPeriodic(payment.instruction)) return null;
  const { paymentId } = payment;
  return (await stores.paymentLists.dueExecutionsOf([paymentId])).get(paymentId) ?? null;
}

function suggestCustomers(
  { directory }: StepContext,
  { tppId, psuContext, identityNumber }: AuthorisationRecord,
  [payment]: readonly PaymentRecord[],
): Promise<readonly SuggestedCustomer[]> {
  const type = psuContext === 'PRIVATE' ? 'PRIVATE' : null;
  return directory.suggest(tppId, { type, number: identityNumber }, payment, suggestionsAtMost);
}
