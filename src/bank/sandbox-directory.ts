/**
 * The directory of a bank that has no customers and accounts of its own. It uses the customers and accounts of the TPP's sandbox.
 * Several accounts may have the number that a payment names as debtor account. Before the approval each of them may pay, and the
 * approval chooses one.
 */
import type { Payer, SandboxAccountId } from '../domain/payments/payer.ts';
import type { Customer } from '../domain/sandbox/customer.ts';
import type { Directory, Right, SuggestedCustomer } from '../operations/ports/directory.ts';
import {
  type AccountWithHolder,
  type CustomerDirectory,
  OutdatedRead,
  type PaymentRecord,
  type Stores,
} from '../operations/ports/stores.ts';

export const sandboxDirectory = ({ customers }: Pick<Stores, 'customers'>): Directory => ({
  byNumber: (tppId, customerNumber) => customers.byNumber(tppId, customerNumber),
  byId: (customerId) => customers.byId(customerId),
  ofSession: async ({ customer }) => customer,
  async byDefault(tppId, payment) {
    const [account] = payment ? await findExistingDebtorAccounts(customers, payment) : [];
    return account?.holder ?? customers.firstPrivate(tppId);
  },
  suggest: (...search) => suggest(customers, ...search),
  agreementsOf: (tppId, customerId) => customers.agreementsOf(tppId, customerId),
  async right(payment, signer) {
    const right = await findRightOnDebtor(customers, payment, signer);
    // The signer was deleted, and a new customer with the signer's number may hold the account now. So this right must not decide:
    // the transaction runs again.
    if (!right.allowed && (await customers.byId(signer.customer.customerId)) === null)
      throw new OutdatedRead('the signer was deleted during the approval');
    return right;
  },
  knowsRights: () => true,
  covers: () => null,
});

/** Holders of the debtor account come first, because most other customers may not use that account. */
async function suggest(
  customers: CustomerDirectory,
  ...[tppId, { type, number }, payment, limit]: Parameters<Directory['suggest']>
): Promise<readonly SuggestedCustomer[]> {
  const candidates = await customers.findMatching(tppId, { type, number }, limit);
  const accounts = payment ? await findExistingDebtorAccounts(customers, payment) : [];
  const matchingHolders = accounts
    .flatMap(({ holder }) => holder ?? [])
    .filter(({ customerType }) => type === null || customerType === type)
    .filter(({ customerNumber }) => number === null || customerNumber === number);
  const holdersById = new Map(matchingHolders.map((holder) => [holder.customerId, holder]));
  const others = candidates.filter(({ customerId }) => !holdersById.has(customerId));
  return [
    ...[...holdersById.values()].map((customer) => ({ ...customer, ownsDebtorAccount: true })),
    ...others.map((customer) => ({ ...customer, ownsDebtorAccount: false })),
  ].slice(0, limit);
}

type AccountDirectory = Pick<CustomerDirectory, 'accountsByReference' | 'accountById' | 'hasEngagement'>;
type DebtorReference = Pick<PaymentRecord, 'tppId' | 'debtorAccount' | 'payer'>;

/** The fields of a Signer that decide about rights. */
interface SignerIds {
  readonly customer: Pick<Customer, 'customerId'>;
  readonly agreementId: string | null;
}

/**
 * The accounts that may pay; empty if the debtor account is outside of the sandbox; null: the account that the approval chose was
 * deleted.
 */
async function findDebtorAccounts(
  customers: Pick<AccountDirectory, 'accountsByReference' | 'accountById'>,
  { tppId, debtorAccount, payer }: DebtorReference,
): Promise<readonly AccountWithHolder[] | null> {
  if (payer === null) return customers.accountsByReference(tppId, debtorAccount);
  if (payer.kind === 'OUTSIDE') return [];
  const account = await customers.accountById(tppId, payer);
  return account === null ? null : [account];
}

const findExistingDebtorAccounts = async (...debtor: Parameters<typeof findDebtorAccounts>) =>
  (await findDebtorAccounts(...debtor)) ?? [];

/**
 * What the signer may do with the debtor account. Anyone may sign for an account without a holder, and for an account outside of
 * the sandbox.
 */
export async function findRightOnDebtor(
  customers: AccountDirectory,
  debtor: DebtorReference,
  signer: SignerIds,
): Promise<Right> {
  const outside: Payer = { kind: 'OUTSIDE' };
  const accounts = await findDebtorAccounts(customers, debtor);
  if (accounts === null) return { allowed: false, holderName: null, payer: debtor.payer ?? outside };
  const accountWithHolder =
    accounts.find((candidate) => candidate.holder?.customerId === signer.customer.customerId) ?? accounts[0];
  if (accountWithHolder === undefined) return { allowed: true, holderName: null, payer: outside };
  const { holder, account: payer } = accountWithHolder;
  if (holder === null) return { allowed: true, holderName: null, payer };
  return {
    allowed: await maySign(customers, payer, holder, signer),
    holderName: holder.customerName,
    payer,
  };
}

/**
 * Only the holder may sign for a card account. For any other account, a signer under an agreement needs an engagement for this
 * account under the same agreement, and a signer without an agreement must be a private customer who holds the account.
 */
async function maySign(
  customers: AccountDirectory,
  account: SandboxAccountId,
  holder: Customer,
  { customer, agreementId }: SignerIds,
): Promise<boolean> {
  const isHolder = holder.customerId === customer.customerId;
  if (account.kind === 'CARD_ACCOUNT') return isHolder;
  if (agreementId === null) return isHolder && holder.customerType === 'PRIVATE';
  return customers.hasEngagement(agreementId, customer.customerId, account.id);
}
