/**
 * Sets the TPP's sandbox back to the default set: customers, agreements, accounts and cards are deleted, with the
 * money on the accounts; payments, baskets and what the ledger has written stay, for they are the TPP's own history.
 */
import { recordsAtMost } from '../../domain/sandbox/reading.ts';
import { tppWrite } from '../operation.ts';
import { closeAccounts } from './post-money.ts';
import { seedSandbox } from './seed-sandbox.ts';

export const initialiseSandbox = tppWrite({
  name: 'initialiseSandbox',
  refusals: ['CONFLICT'],
  async run(context) {
    const { stores } = context;
    const { tppId } = context.caller;
    // Customers before accounts: the accounts that are then locked hold all the money there is.
    const customerIds = await stores.sandbox.lock(tppId);
    await closeAccounts(context, tppId, await stores.ledger.lock(tppId, 'ALL'));
    await stores.sandbox.wipe(tppId, customerIds);
    await seedSandbox(context, tppId);
    return stores.sandbox.customers.list(tppId, { limit: recordsAtMost, offset: 0 });
  },
});
