/** The customers of a bank that has none of its own: those of the TPP's sandbox. */
import type { Directory } from '../operations/ports/directory.ts';
import type { Stores } from '../operations/ports/stores.ts';
import { debtorAccounts, rightOnDebtor } from '../operations/sca/debtor.ts';

export const sandboxDirectory = ({ customers }: Pick<Stores, 'customers'>): Directory => ({
  byNumber: (tppId, customerNumber) => customers.byNumber(tppId, customerNumber),
  byId: (customerId) => customers.byId(customerId),
  ofSession: async ({ customer }) => customer,
  async byDefault(tppId, payment) {
    const accounts = payment ? await debtorAccounts(customers, payment) : null;
    return accounts?.[0]?.holder ?? customers.firstPrivate(tppId);
  },
  agreementsOf: (tppId, customerId) => customers.agreementsOf(tppId, customerId),
  right: (payment, signer) => rightOnDebtor(customers, payment, signer),
  isPreparedFor: () => true,
  covers: () => null,
});
