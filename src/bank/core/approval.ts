/** Asks a core system about a PSU, before the transaction of a step of the PSU. */
import type { ApprovalContext, ApprovalQuestions } from '../../operations/ports/bank.ts';
import type { Directory, Right, Signer } from '../../operations/ports/directory.ts';
import type { AuthorisationRecord } from '../../operations/ports/stores.ts';
import { readPayments } from '../../operations/sca/finish.ts';
import { agreementIn, agreementsFor, liveSession } from '../../operations/sca/signer.ts';
import { askCustomer, askRights, type CoreAnswers } from './customer-answers.ts';
import type { CoreCustomer, CoreQueries } from './port.ts';

export async function askCore(
  queries: CoreQueries,
  context: ApprovalContext,
  authorisation: AuthorisationRecord,
  {
    customerNumber,
    asksForRights = false,
    agreementId: chosenAgreement,
    triesAllAgreements = false,
  }: ApprovalQuestions,
): Promise<CoreAnswers> {
  const { tppId, customerId, agreementId } = authorisation;
  const number =
    customerNumber ?? customerId ?? (await liveSession(context, authorisation))?.customerNumber ?? null;
  const answers = await askCustomer(queries, tppId, number);
  if (!asksForRights || answers.customer === null) return answers;
  const directory = directoryFrom(answers);
  const customer = await directory.byId(answers.customer.customerNumber);
  const choices = await agreementsFor(directory, authorisation, customer);
  const payments = await readPayments(context.stores, authorisation);
  const agreement = agreementIn(choices, chosenAgreement ?? agreementId);
  const candidates = agreement === null && triesAllAgreements && choices.length > 0 ? choices : [agreement];
  let latestAnswers = answers;
  for (const choice of candidates) {
    latestAnswers = await askRights(queries, tppId, answers, choice?.agreementId ?? null, payments);
    if ([...latestAnswers.rights.values()].every(({ allowed }) => allowed)) break;
  }
  return latestAnswers;
}

/** The customer number is also the id. */
const customerOf = ({ agreements: _, ...customer }: CoreCustomer) => ({
  customerId: customer.customerNumber,
  ...customer,
});

export function directoryFrom({ customer, agreementId, rights, covers }: CoreAnswers): Directory {
  const findCustomer = (number: string) => (customer?.customerNumber === number ? customer : null);
  const byNumber = (number: string) => {
    const coreCustomer = findCustomer(number);
    return coreCustomer && customerOf(coreCustomer);
  };
  const rightOn: (debtorKey: string, signer: Signer) => Right | null = (debtorKey, signer) =>
    findCustomer(signer.customer.customerNumber) === null || signer.agreementId !== agreementId
      ? null
      : (rights.get(debtorKey) ?? null);
  return {
    byNumber: async (_tppId, number) => byNumber(number),
    byId: async (number) => byNumber(number),
    ofSession: async ({ customerId }) => byNumber(customerId),
    // A core does not say who owns an account.
    byDefault: async () => null,
    suggest: async () => [],
    agreementsOf: async (_tppId, number) => findCustomer(number)?.agreements ?? [],
    right: async ({ debtorKey }, signer) => rightOn(debtorKey, signer),
    isPreparedFor: (payments, signer) =>
      payments.every(({ debtorKey }) => rightOn(debtorKey, signer) !== null),
    covers: (paymentId) => covers.get(paymentId) ?? null,
  };
}
