import { z } from 'zod';
import { openBook } from '../../domain/bank/book.ts';
import { creationRefusalReason } from '../../domain/bank/scenarios.ts';
import {
  type AccountReference,
  accountFinder,
  accountKeys,
  type Instruction,
  transfersOf,
} from '../../domain/payments/instruction.ts';
import { kidFaults } from '../../domain/payments/kid-rule.ts';
import { catalogue } from '../../domain/refusal.ts';
import type { UnitOfWork } from '../../operations/ports/stores.ts';
import { findRightOnDebtor } from '../sandbox-directory.ts';
import { type CoreReply, type CoreSystemParts, coreOwnerId } from './parts.ts';

const account = z.object({
  bban: z.string().optional(),
  iban: z.string().optional(),
  other: z.object({ identification: z.string(), schemeNameProprietary: z.string() }).optional(),
  currency: z.string(),
});
const customerQuery = z.object({ customerNumber: z.string() });
const rightsQuery = z.object({
  customerNumber: z.string(),
  agreementId: z.string().optional(),
  accounts: z.array(account),
});
const fundsQuery = z.object({ account, amount: z.object({ amount: z.string(), currency: z.string() }) });
const paymentCheckQuery = z.object({
  instruction: z.custom<Instruction>((value) => typeof value === 'object' && value !== null),
});

type QueryHandler = (parts: CoreSystemParts, body: unknown) => Promise<CoreReply>;

const withCheckedBody =
  <Body>(
    schema: z.ZodType<Body>,
    handle: (parts: CoreSystemParts, body: Body) => Promise<CoreReply>,
  ): QueryHandler =>
  async (parts, body) => {
    const result = schema.safeParse(body);
    return result.success ? handle(parts, result.data) : { status: 400 };
  };

export const queryHandlers: Readonly<Record<string, QueryHandler>> = {
  '/customers/query': withCheckedBody(customerQuery, async ({ work }, { customerNumber }) => {
    const { customers } = work.stores;
    const customer = await customers.byNumber(coreOwnerId, customerNumber);
    if (customer === null) return { status: 404 };
    const { customerName: name, customerType: type } = customer;
    const agreementRecords = await customers.agreementsOf(coreOwnerId, customer.customerId, null);
    const agreements = agreementRecords.map(({ agreementId: id, ...agreement }) => ({ id, ...agreement }));
    return { status: 200, body: { customerNumber, name, type, agreements } };
  }),

  '/rights/query': withCheckedBody(rightsQuery, async (parts, query) => {
    const { customerNumber, agreementId = null, accounts } = query;
    const customer = await parts.work.stores.customers.byNumber(coreOwnerId, customerNumber);
    const rights = await Promise.all(
      accounts.map(async (reference) => {
        const right = customer && (await findRight(parts, customer.customerId, agreementId, reference));
        return { account: reference, ...(right ?? { allowed: false }) };
      }),
    );
    return { status: 200, body: rights };
  }),

  '/payments/check': withCheckedBody(paymentCheckQuery, async ({ work }, { instruction }) => {
    const transfers = transfersOf(instruction);
    // The name of a creditor may select a test scenario in which the creation fails.
    const refusalReason = creationRefusalReason(transfers.map(({ creditorName }) => creditorName));
    if (refusalReason !== null) return { status: catalogue[refusalReason].status };
    const creditorKeys = transfers.flatMap(({ creditorAccount }) => accountKeys(creditorAccount));
    const accounts = await readAccounts(work, creditorKeys);
    const faults = kidFaults(instruction, accountFinder(accounts)).map(({ path, text, reason }) => ({
      code: catalogue[reason ?? 'FORMAT_ERROR'].code,
      path,
      text,
    }));
    return { status: 200, body: { faults } };
  }),

  '/funds/query': withCheckedBody(fundsQuery, async ({ work }, { account: reference, amount }) => {
    const accounts = await readAccounts(work, accountKeys(reference));
    // Tries a transfer to another bank, so that only the debtor account decides. The book lets an unknown account pay any amount.
    const transferToOtherBank = {
      instructedAmount: amount,
      creditorName: '',
      creditorAccount: { currency: amount.currency },
    };
    const debtor = { payer: null, name: null, account: reference };
    const { settled } = openBook(accounts).transfer(debtor, transferToOtherBank);
    return { status: 200, body: { available: accounts.length > 0 && settled } };
  }),
};

/** Locks the accounts, because the ledger cannot read them without a lock. */
const readAccounts = (work: UnitOfWork, keys: readonly string[]) =>
  work.transaction(({ ledger }) => ledger.lock(coreOwnerId, { accountKeys: keys }));

/** null: the account is unknown or has no holder, so nobody may use the account. */
async function findRight(
  { work }: CoreSystemParts,
  customerId: string,
  agreementId: string | null,
  reference: AccountReference,
): Promise<{ readonly allowed: boolean; readonly holderName: string } | null> {
  const debtor = { tppId: coreOwnerId, debtorAccount: reference, payer: null };
  const signer = { customer: { customerId }, agreementId };
  const { allowed, holderName } = await findRightOnDebtor(work.stores.customers, debtor, signer);
  return holderName === null ? null : { allowed, holderName };
}
