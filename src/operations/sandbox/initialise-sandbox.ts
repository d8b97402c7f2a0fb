/**
 * Sets the TPP's sandbox back to the default set (contract 8): customers, agreements, accounts and cards go, with the
 * money on the accounts; payments, baskets and what the ledger has written stay, for they are the TPP's own history.
 */
import type { Operation } from '../operation.ts';
import type { CustomerRecord } from './ports.ts';
import { closeAccounts } from './post-money.ts';
import { seedSandbox } from './seed-sandbox.ts';

export const initialiseSandbox: Operation<undefined, readonly CustomerRecord[]> = {
  name: 'initialiseSandbox',
  role: null,
  kind: 'write',
  refusals: ['CONFLICT'],
  async run(context) {
    const {
      caller: { tppId },
      stores,
    } = context;
    await stores.sandbox.lockTpp(tppId);
    await closeAccounts(context, tppId, await stores.ledger.lock(tppId, 'ALL'));
    await stores.sandbox.wipe(tppId);
    await seedSandbox(context, tppId);
    return stores.sandbox.customers.list(tppId);
  },
};
