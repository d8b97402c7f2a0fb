/**
 * The `Directory` of a bank that has none of its own. Its PSUs are the customers that TPPs create in the sandbox.
 * Several accounts may have the number of the debtor account, and the approval chooses one.
 */
import type { SandboxAccountId } from '../domain/payments/payer.ts';
import type { Customer } from '../domain/sandbox/customer.ts';
import type { CustomerCriteria } from '../operations/authorisations/ports.ts';
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
    return account?.holder ?? customers.oldestPrivate(tppId);
  },
  suggest: (tppId, criteria, payment, limit) => suggest(customers, tppId, criteria, payment, limit),
  agreementsOf: (...args) => customers.agreementsOf(...args),
  async right(payment, signer) {
    const right = await findRightOnDebtor(customers, payment, signer);
    // The signer was read earlier. If the signer has been deleted since, a new customer may have the same number, account and right, so
    // the transaction runs again and reads the signer again.
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
  tppId: string,
  criteria: CustomerCriteria,
  payment: PaymentRecord | undefined,
  limit: number,
): Promise<readonly SuggestedCustomer[]> {
  const { type, number } = criteria;
  const candidates = await customers.findMatching(tppId, criteria, limit);
  const accounts = payment ? await findExistingDebtorAccounts(customers, payment) : [];
  const matchingHolders = accounts
    .flatMap(({ holder }) => holder ?? [])
    .filter(({ customerType }) => type === null || customerType === type)
    .filter(({ customerNumber }) => number === null || customerNumber === number);
  const holdersById = new Map(matchingHolders.map((holder) => [holder.customerId, holder]));
  const others = candidates.filter(({ customerId }) => !holdersById.has(customerId));
  return [
    ...[...holdersById.values()].map((customer) => ({ ...customer, holdsDebtorAccount: true })),
    ...others.map((customer) => ({ ...customer, holdsDebtorAccount: false })),
  ].slice(0, limit);
}

type AccountDirectory = Pick<CustomerDirectory, 'accountsByReference' | 'accountById' | 'hasEngagement'>;
type DebtorReference = Pick<PaymentRecord, 'tppId' | 'debtorAccount' | 'payer'>;

interface SignerIds {
  readonly customer: Pick<Customer, 'customerId'>;
  readonly agreementId: string | null;
}

/** Empty if the debtor account is outside of the sandbox; null: the approval chose an account that is deleted now. */
async function findDebtorAccounts(
  customers: AccountDirectory,
  { tppId, debtorAccount, payer }: DebtorReference,
): Promise<readonly AccountWithHolder[] | null> {
  if (payer === null) return customers.accountsByReference(tppId, debtorAccount);
  if (payer.kind === 'OUTSIDE') return [];
  const account = await customers.accountById(tppId, payer);
  return account === null ? null : [account];
}

const findExistingDebtorAccounts = async (customers: CustomerDirectory, payment: PaymentRecord) =>
  (await findDebtorAccounts(customers, payment)) ?? [];

/** Anyone may sign for an account without a holder, and for an account outside of the sandbox. */
export async function findRightOnDebtor(
  customers: AccountDirectory,
  debtor: DebtorReference,
  signer: SignerIds,
): Promise<Right> {
  const accounts = await findDebtorAccounts(customers, debtor);
  if (accounts === null) return { allowed: false, holderName: null, payer: debtor.payer };
  const accountWithHolder =
    accounts.find((candidate) => candidate.holder?.customerId === signer.customer.customerId) ?? accounts[0];
  if (accountWithHolder === undefined) return { allowed: true, holderName: null, payer: { kind: 'OUTSIDE' } };
  const { holder, account } = accountWithHolder;
  if (holder === null) return { allowed: true, holderName: null, payer: account };
  return {
    allowed: await maySign(customers, account, holder, signer),
    holderName: holder.customerName,
    payer: account,
  };
}

async function maySign(
  customers: AccountDirectory,
  account: SandboxAccountId,
  holder: Customer,
  { customer, agreementId }: SignerIds,
): Promise<boolean> {
  const isHolder = holder.customerId === customer.customerId;
  if (account.kind === 'CARD_ACCOUNT') return isHolder;
  // Without an agreement, only a private holder may sign.
  if (agreementId === null) return isHolder && holder.customerType === 'PRIVATE';
  // Under an agreement, a customer with an engagement may sign, and need not be the holder.
  return customers.hasEngagement(agreementId, customer.customerId, account.id);
}
