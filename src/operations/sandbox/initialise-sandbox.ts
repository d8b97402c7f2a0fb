/** Replaces the sandbox by its seed. Payments that did not come from a seed, and all ledger entries, stay: they are the TPP's history. */
import { recordsAtMost } from '../../domain/sandbox/transaction-lists.ts';
import { defineWriteForAnyRole } from '../operation.ts';
import type { LedgerAccount } from '../ports/ledger.ts';
import { returnMoneyToBank } from './post-money.ts';
import { seedSandbox } from './seed-sandbox.ts';

export const initialiseSandbox = defineWriteForAnyRole({
  name: 'initialiseSandbox',
  refusals: ['CONFLICT'],
  async run(context) {
    const { stores } = context;
    const { tppId } = context.caller;
    // A customer created after this lock keeps accounts and money.
    const customerIds = await stores.sandbox.lock(tppId);
    await stores.sandbox.seededPayments.remove(tppId);
    const accounts = await stores.ledger.lock(tppId, 'ALL');
    // The null stands for accounts without a customer.
    const ownersToWipe = new Set<string | null>([...customerIds, null]);
    const isToBeWiped = ({ customerId }: LedgerAccount) => ownersToWipe.has(customerId);
    await returnMoneyToBank(context, accounts.filter(isToBeWiped));
    await stores.sandbox.wipe(tppId, customerIds);
    await seedSandbox(context, tppId, context.settings.seed);
    return stores.sandbox.customers.list(tppId, { limit: recordsAtMost, offset: 0 });
  },
});
