/** Reads the fault that the sandbox simulates for the next requests of the calling TPP; null: there is none. */
import { defineReadForAnyRole } from '../../operation.ts';
import type { PendingFault } from '../ports.ts';

export const getSandboxFaults = defineReadForAnyRole({
  name: 'getSandboxFaults',
  run: async ({ caller, stores, time }): Promise<PendingFault | null> =>
    stores.sandbox.faults.find(caller.tppId, (await time()).realNow),
});
