import type { Customer } from '../../domain/sandbox/customer.ts';
import type { AgreementChoice, AuthorisationRecord } from '../ports/stores.ts';
import type { Step } from './authentication.ts';
import { agreementIn, agreementsFor } from './signer.ts';
import type { StepContext } from './step-context.ts';
import { readClosedUntil } from './wrong-codes.ts';

export interface CurrentStep {
  readonly step: Step;
  /** The customer who logged in; null: nobody has, or the authorisation has ended. */
  readonly customer: Customer | null;
  readonly agreements: readonly AgreementChoice[];
  readonly agreement: AgreementChoice | null;
  /** Until this time no code is accepted, because too many were wrong. null: codes are accepted. */
  readonly closedUntil: number | null;
}

const endedStep: CurrentStep = {
  step: 'ENDED',
  customer: null,
  agreements: [],
  agreement: null,
  closedUntil: null,
};

export async function findCurrentStep(
  context: StepContext,
  authorisation: AuthorisationRecord,
): Promise<CurrentStep> {
  const { directory } = context;
  const { customerId, agreementId, endedAt } = authorisation;
  if (endedAt !== null) return endedStep;
  const customer = customerId === null ? null : await directory.byId(customerId);
  const agreements = await agreementsFor(directory, authorisation, customer);
  const agreement = agreementIn(agreements, agreementId);
  const closedUntil = await readClosedUntil(context, authorisation, customer?.customerId ?? null);
  const step = context.authentication.findStep({
    isIdentified: customer !== null,
    isClosed: closedUntil !== null,
    mustChooseAgreement: agreements.length > 1 && agreement === null,
  });
  return { step, customer, agreements, agreement, closedUntil };
}
