/** Completes an authorisation without a browser, by the same rules as the pages of SCA. */
import {
  type EndReason,
  type ShownAuthorisation,
  shownAuthorisation,
} from '../../domain/authorisations/authorisation.ts';
import { refuse } from '../../domain/refusal.ts';
import type { Customer } from '../../domain/sandbox/customer.ts';
import { type Context, defineWriteForPaymentRole } from '../operation.ts';
import type { Directory, Signer } from '../ports/directory.ts';
import type { AuthorisationRecord, PaymentRecord } from '../ports/stores.ts';
import { findCustomerTrouble } from '../sca/acts.ts';
import { abandon, approve, endIfDue, lockPaymentsAndAuthorisation } from '../sca/finish.ts';
import { agreementsFor } from '../sca/signer.ts';
import { authorisationUnknown } from './find-authorisation.ts';
import { findLiveSession } from './session.ts';

interface CompleteInput {
  readonly authorisationId: string;
  readonly outcome: 'APPROVE' | 'REJECT' | 'EXPIRE';
  readonly customerNumber: string | null;
}

interface CompletedAuthorisation extends ShownAuthorisation {
  /** Absent in outcomes that release 1.0.0 stored. */
  readonly endReason?: EndReason;
}

const completionOf = (record: AuthorisationRecord): CompletedAuthorisation => ({
  ...shownAuthorisation(record),
  ...(record.endReason === null ? {} : { endReason: record.endReason }),
});

export const completeAuthorisation = defineWriteForPaymentRole({
  name: 'completeAuthorisation',
  refusals: ['SCA_NOT_FOUND', 'CONFLICT', 'RESOURCE_UNKNOWN', 'SCA_INVALID'],
  prepare(context, { authorisationId, outcome, customerNumber }: CompleteInput) {
    const { bank, stores, caller } = context;
    // Only an approval needs answers of the bank.
    const findAuthorisation = async () =>
      outcome === 'APPROVE' ? stores.authorisations.find(caller.tppId, authorisationId) : null;
    return bank.prepareApproval(context, findAuthorisation, {
      asksForRights: true,
      triesAllAgreements: true,
      ...(customerNumber === null ? {} : { customerNumber }),
    });
  },
  async run(writeContext, input: CompleteInput, directoryOf) {
    const context = { ...writeContext, directory: directoryOf(writeContext.stores) };
    const record = await context.stores.authorisations.find(context.caller.tppId, input.authorisationId);
    if (!record) throw authorisationUnknown();
    // This operation takes the place of the bank app. If `appMessage` is null, the bank has no app.
    if (context.bank.appMessage === null)
      throw refuse('CONFLICT', {
        path: 'authorisationId',
        text: 'the PSU must approve on the pages of the bank: send the PSU to the link scaRedirect',
      });
    const lockedRecords = await lockPaymentsAndAuthorisation(context, record);
    if (!lockedRecords) throw authorisationUnknown();
    const { authorisation, payments } = lockedRecords;
    if (authorisation.endedAt !== null || authorisation.expiresAt <= context.now) {
      throw refuse('CONFLICT', { path: 'authorisationId', text: 'the authorisation has ended' });
    }
    // Lists show an implicit authorisation only if it was opened.
    if (authorisation.implicit)
      await context.stores.authorisations.update(authorisation.authorisationId, { opened: true });
    // The authorisation has not expired (see above), so `endIfDue` ends it only if the payments no longer wait for it.
    const currentAuthorisation = await endIfDue(context, { ...authorisation, opened: true }, payments);
    if (currentAuthorisation.endedAt !== null) return completionOf(currentAuthorisation);
    if (input.outcome !== 'APPROVE') {
      const reason = input.outcome === 'EXPIRE' ? 'EXPIRED' : 'REJECTED';
      return completionOf(await abandon(context, currentAuthorisation, payments, reason));
    }
    const signer = await signerOf(context, currentAuthorisation, payments, input.customerNumber);
    if (signer === null)
      return completionOf(await abandon(context, currentAuthorisation, payments, 'NOT_ALLOWED'));
    // `browserHash: null`: no browser has approved, so no browser gets the return address with the ids of PSU and session.
    return completionOf(
      await approve(context, { ...currentAuthorisation, browserHash: null }, payments, signer),
    );
  },
});

type CompleteContext = Context & { readonly directory: Directory };

/** null: the customer is a company, PSU-Context is PRIVATE, and the company could not approve with CORPORATE either. */
async function signerOf(
  context: CompleteContext,
  authorisation: AuthorisationRecord,
  payments: readonly PaymentRecord[],
  customerNumber: string | null,
): Promise<Signer | null> {
  const customer = await customerOf(context, authorisation, payments, customerNumber);
  if (customer === null)
    throw refuse('RESOURCE_UNKNOWN', {
      path: 'customerNumber',
      text:
        customerNumber === null
          ? 'nobody has logged in, and the bank suggests no customer: name the one who approves'
          : 'there is no customer with this number',
    });
  const trouble = findCustomerTrouble(authorisation, customer);
  if (trouble === 'WRONG_IDENTITY')
    throw refuse('SCA_INVALID', {
      path: 'customerNumber',
      text: 'the customer is not the person in X-PSU-IDENTITY',
    });
  if (trouble === null)
    return { customer, agreementId: await chooseAgreement(context, authorisation, customer, payments) };
  // The customer is a company, but PSU-Context is PRIVATE.
  const corporateAuthorisation = { ...authorisation, psuContext: 'CORPORATE' as const };
  const agreementId = await chooseAgreement(context, corporateAuthorisation, customer, payments);
  if (!(await mayApprove(context, payments, { customer, agreementId }))) return null;
  throw refuse('SCA_INVALID', {
    path: customerNumber === null ? 'authorisationId' : 'customerNumber',
    text: `the customer is a company, but PSU-Context is PRIVATE: start an authorisation with PSU-Context CORPORATE and PSU-Corporate-ID ${customer.customerNumber}`,
  });
}

/** The first agreement that allows the use of the debtor account, otherwise the first agreement. */
async function chooseAgreement(
  context: CompleteContext,
  authorisation: AuthorisationRecord,
  customer: Customer,
  payments: readonly PaymentRecord[],
): Promise<string | null> {
  const choices = await agreementsFor(context.directory, authorisation, customer);
  for (const { agreementId } of choices)
    if (await mayApprove(context, payments, { customer, agreementId })) return agreementId;
  return choices[0]?.agreementId ?? null;
}

/** The first payment decides, because all have the same debtor account. */
async function mayApprove(
  { directory }: CompleteContext,
  [payment]: readonly PaymentRecord[],
  signer: Signer,
): Promise<boolean> {
  const right = payment && (await directory.right(payment, signer));
  return right?.allowed === true;
}

/** null: there is no customer with this number; or without a number, nobody has logged in and the bank suggests nobody. */
async function customerOf(
  context: CompleteContext,
  authorisation: AuthorisationRecord,
  payments: readonly PaymentRecord[],
  customerNumber: string | null,
): Promise<Customer | null> {
  const { directory } = context;
  const { tppId, customerId } = authorisation;
  if (customerNumber !== null) return directory.byNumber(tppId, customerNumber);
  if (customerId !== null) return directory.byId(customerId);
  const session = await findLiveSession(context, authorisation);
  const sessionCustomer = session && (await directory.byId(session.customerId));
  return sessionCustomer ?? directory.byDefault(tppId, payments[0]);
}
