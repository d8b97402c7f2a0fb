import { defineReadForAnyRole } from '../../operation.ts';
import type { PendingFault } from '../ports.ts';

/** A TPP has at most one pending fault, which may apply to several requests. null: it has none. */
export const getSandboxFaults = defineReadForAnyRole({
  name: 'getSandboxFaults',
  run: async ({ caller, stores, time }): Promise<PendingFault | null> =>
    stores.sandbox.faults.find(caller.tppId, (await time()).realNow),
});
