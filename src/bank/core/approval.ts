import { isBulk } from '../../domain/payments/instruction.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { ApprovalContext, ApprovalQuestions } from '../../operations/ports/bank.ts';
import type { Directory, Right, Signer } from '../../operations/ports/directory.ts';
import type { AgreementChoice, AuthorisationRecord, PaymentRecord } from '../../operations/ports/stores.ts';
import { readPayments } from '../../operations/sca/finish.ts';
import { agreementIn, agreementsFor, findSessionForApproval } from '../../operations/sca/signer.ts';
import { type CoreCustomer, type CoreQueries, rightKeyOf } from './queries.ts';

export interface CoreAnswers {
  /** null if nobody has logged in, or the core does not know the customer. */
  readonly customer: CoreCustomer | null;
  /** null: the customer acts without an agreement. */
  readonly agreementId: string | null;
  readonly rightsByKey: ReadonlyMap<string, Right>;
  /** By payment id. A payment is missing if the core does not say whether the account covers it. */
  readonly coverByPaymentId: ReadonlyMap<string, boolean>;
}

export const noCoreAnswers: CoreAnswers = {
  customer: null,
  agreementId: null,
  rightsByKey: new Map(),
  coverByPaymentId: new Map(),
};

/**
 * Asks the core the questions of one step of the PSU.
 * `triesAllAgreements`: if no agreement is chosen, asks for the rights under one agreement after the other, until one allows all payments.
 * Returns the answers about the last agreement that was tried.
 */
export async function askCore(
  queries: CoreQueries,
  context: ApprovalContext,
  authorisation: AuthorisationRecord,
  {
    customerNumber,
    asksForRights = false,
    agreementId: chosenAgreementId,
    triesAllAgreements = false,
    needsBank = true,
  }: ApprovalQuestions,
): Promise<CoreAnswers> {
  const { tppId } = authorisation;
  const number = customerNumber ?? (await findLoggedInNumber(context, authorisation));
  const customer =
    number === null
      ? null
      : await queries.findCustomer(tppId, number).catch((error: unknown) => {
          if (!needsBank && error instanceof Refusal) return unnamedCustomer(number);
          throw error;
        });
  const answers = { ...noCoreAnswers, customer };
  if (!asksForRights || customer === null) return answers;
  const choices = await agreementsFor(directoryFrom(answers), authorisation, customerOf(customer));
  const payments = await readPayments(context.stores, authorisation);
  const agreement = agreementIn(choices, chosenAgreementId ?? authorisation.agreementId);
  const triesAll = agreement === null && triesAllAgreements && choices.length > 0;
  const candidates = triesAll ? choices : [agreement];
  let latestAnswers: CoreAnswers = answers;
  for (const candidate of candidates) {
    latestAnswers = await askRights(queries, tppId, customer, candidate?.agreementId ?? null, payments);
    if ([...latestAnswers.rightsByKey.values()].every(({ allowed }) => allowed)) break;
  }
  return latestAnswers;
}

/** For a step that succeeds without the core: the customer who has logged in, known only by the number. */
const unnamedCustomer = (customerNumber: string): CoreCustomer => ({
  customerNumber,
  customerName: customerNumber,
  customerType: 'PRIVATE',
  agreements: [],
});

/** null: nobody has logged in. `customerId` is the customer number, because the core has no other id. */
async function findLoggedInNumber(
  context: ApprovalContext,
  authorisation: AuthorisationRecord,
): Promise<string | null> {
  if (authorisation.customerId !== null) return authorisation.customerId;
  return (await findSessionForApproval(context, authorisation))?.customerNumber ?? null;
}

async function askRights(
  queries: CoreQueries,
  tppId: string,
  customer: CoreCustomer,
  agreementId: string | null,
  payments: readonly PaymentRecord[],
): Promise<CoreAnswers> {
  const accountsByKey = new Map(
    payments.map(({ debtorAccount }) => [rightKeyOf(debtorAccount), debtorAccount]),
  );
  const accounts = [...accountsByKey.values()];
  if (accounts.length === 0) return { ...noCoreAnswers, customer, agreementId };
  const [rightsByKey, coverByPaymentId] = await Promise.all([
    queries.findRights(tppId, customer.customerNumber, agreementId, accounts),
    askCoverByPaymentId(queries, tppId, payments),
  ]);
  return { customer, agreementId, rightsByKey, coverByPaymentId };
}

/** Skips bulk payments, which have several amounts, and payments with a requested date, which the core may execute on a later day. */
async function askCoverByPaymentId(
  queries: CoreQueries,
  tppId: string,
  payments: readonly PaymentRecord[],
): Promise<ReadonlyMap<string, boolean>> {
  const coverEntries = await Promise.all(
    payments.map(async ({ paymentId, debtorAccount, instruction, requestedDate }) => {
      if (isBulk(instruction) || requestedDate !== null) return [];
      const isCovered = await queries
        .findCover(tppId, debtorAccount, instruction.instructedAmount)
        .catch(nullIfRefusal);
      return isCovered === null ? [] : [[paymentId, isCovered] as const];
    }),
  );
  return new Map(coverEntries.flat());
}

/** A core that does not say whether the account covers the payment must not prevent the approval. */
function nullIfRefusal(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}

const matchesCorporateId = ({ agreementId, ownerNumber }: AgreementChoice, corporateId: string): boolean =>
  agreementId === corporateId || ownerNumber === corporateId;

const customerOf = ({ agreements: _, ...customer }: CoreCustomer) => ({
  customerId: customer.customerNumber,
  ...customer,
});

export function directoryFrom({
  customer,
  agreementId,
  rightsByKey,
  coverByPaymentId,
}: CoreAnswers): Directory {
  const findCustomer = (number: string) => (customer?.customerNumber === number ? customer : null);
  const byNumber = (number: string) => {
    const coreCustomer = findCustomer(number);
    return coreCustomer && customerOf(coreCustomer);
  };
  /** null: the core was not asked about this signer or this account. */
  function rightOn({ debtorAccount }: PaymentRecord, signer: Signer): Right | null {
    const isAboutSigner =
      findCustomer(signer.customer.customerNumber) !== null && signer.agreementId === agreementId;
    return isAboutSigner ? (rightsByKey.get(rightKeyOf(debtorAccount)) ?? null) : null;
  }
  return {
    byNumber: async (_tppId, number) => byNumber(number),
    byId: async (number) => byNumber(number),
    ofSession: async ({ customerId }) => byNumber(customerId),
    // Both would need the owner of the debtor account, and a core does not say who owns an account.
    byDefault: async () => null,
    suggest: async () => [],
    agreementsOf: async (_tppId, number, corporateId) =>
      (findCustomer(number)?.agreements ?? []).filter(
        (choice) => corporateId === null || matchesCorporateId(choice, corporateId),
      ),
    right: async (payment, signer) => rightOn(payment, signer),
    knowsRights: (payments, signer) => payments.every((payment) => rightOn(payment, signer) !== null),
    covers: (paymentId) => coverByPaymentId.get(paymentId) ?? null,
  };
}
