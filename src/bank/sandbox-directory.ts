/** The customers of a bank that has none of its own: those of the TPP's sandbox. */
import type { Directory, SuggestedCustomer } from '../operations/ports/directory.ts';
import type { CustomerDirectory, Stores } from '../operations/ports/stores.ts';
import { debtorAccounts, rightOnDebtor } from './debtor.ts';

export const sandboxDirectory = ({ customers }: Pick<Stores, 'customers'>): Directory => ({
  byNumber: (tppId, customerNumber) => customers.byNumber(tppId, customerNumber),
  byId: (customerId) => customers.byId(customerId),
  ofSession: async ({ customer }) => customer,
  async byDefault(tppId, payment) {
    const accounts = payment ? await debtorAccounts(customers, payment) : null;
    return accounts?.[0]?.holder ?? customers.firstPrivate(tppId);
  },
  suggest: (...wanted) => suggest(customers, ...wanted),
  agreementsOf: (tppId, customerId) => customers.agreementsOf(tppId, customerId),
  right: (payment, signer) => rightOnDebtor(customers, payment, signer),
  isPreparedFor: () => true,
  covers: () => null,
});

/** Most customers may not use the debtor account, so that its owner comes first. */
async function suggest(
  customers: CustomerDirectory,
  ...[tppId, { type, number }, payment, limit]: Parameters<Directory['suggest']>
): Promise<readonly SuggestedCustomer[]> {
  const some = await customers.some(tppId, { type, number }, limit);
  const accounts = payment ? await debtorAccounts(customers, payment) : null;
  const holders = (accounts ?? []).map(({ holder }) => holder).filter((holder) => holder !== null);
  const owners = [...new Map(holders.map((holder) => [holder.customerId, holder])).values()]
    .filter(({ customerType }) => type === null || customerType === type)
    .filter(({ customerNumber }) => number === null || customerNumber === number);
  const others = some.filter(({ customerId }) => !owners.some((owner) => owner.customerId === customerId));
  return [
    ...owners.map((customer) => ({ ...customer, ownsDebtorAccount: true })),
    ...others.map((customer) => ({ ...customer, ownsDebtorAccount: false })),
  ].slice(0, limit);
}
