import { defineReadForAnyRole } from '../../operation.ts';
import type { PendingFault } from '../ports.ts';

export const getSandboxFaults = defineReadForAnyRole({
  name: 'getSandboxFaults',
  run: async ({ caller, stores, time }): Promise<PendingFault | null> =>
    stores.sandbox.faults.find(caller.tppId, (await time()).realNow),
});
