/** The current step of an authorisation, derived here alone. Only the forms of this step have an effect. */
import type { Customer } from '../../domain/sandbox/customer.ts';
import type { AgreementChoice, AuthorisationRecord } from '../ports/stores.ts';
import type { Authentication, Step } from './authentication.ts';
import { agreementIn, agreementsFor } from './signer.ts';
import type { StepContext } from './step-context.ts';
import { closedUntil } from './wrong-codes.ts';

export interface CurrentStep {
  readonly step: Step;
  /** Who has logged in, while the bank has that customer; null once it has ended. */
  readonly customer: Customer | null;
  readonly agreements: readonly AgreementChoice[];
  readonly agreement: AgreementChoice | null;
  /** Until when too many wrong codes keep it closed. */
  readonly closedUntil: number | null;
}

const endedStep: CurrentStep = {
  step: 'ENDED',
  customer: null,
  agreements: [],
  agreement: null,
  closedUntil: null,
};

export async function currentStep(
  context: StepContext,
  authorisation: AuthorisationRecord,
): Promise<CurrentStep> {
  const { customerId, agreementId, endedAt } = authorisation;
  if (endedAt !== null) return endedStep;
  const directory = context.directory;
  const customer = customerId === null ? null : await directory.byId(customerId);
  const agreements = await agreementsFor(directory, authorisation, customer);
  const agreement = agreementIn(agreements, agreementId);
  const closed = await closedUntil(context, authorisation, customer?.customerId ?? null);
  const state = { customer, agreements, agreement, closedUntil: closed };
  const mustChoose = agreements.length > 1 && agreement === null;
  const psu = { isIdentified: customer !== null, isClosed: closed !== null, mustChoose };
  return { step: context.authentication.step(psu), ...state };
}

/** PSUs give a number and a code on the page. */
export const onThePage: Authentication = {
  step({ isIdentified, isClosed, mustChoose }) {
    if (isClosed) return 'CLOSED';
    if (!isIdentified) return 'IDENTIFY';
    return mustChoose ? 'AGREEMENT' : 'DECIDE';
  },
  approvesByChoice: false,
  isGranted: async () => false,
  forget: async () => undefined,
};
