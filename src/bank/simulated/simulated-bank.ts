import type { Bank } from '../../operations/ports/bank.ts';
import { localApproval, localCreation, requireValidCreation } from '../local-approval.ts';
import { bankQueueStore } from '../ports.ts';
import { commitApproval, lockForApproval } from './approval.ts';
import type { SimulatedBankParts } from './attempt.ts';
import { executeDue } from './batch.ts';
import { accountKeyResolverFor, checkCreation, corporateIdWarnings } from './creation.ts';
import { takeOver } from './take-over.ts';

export const createSimulatedBank = (parts: SimulatedBankParts): Bank => ({
  ...localApproval,
  followsSandboxClock: true,
  corporateIdWarnings,
  async prepareCreation(context, input) {
    requireValidCreation(context, input);
    await checkCreation(context, input.instruction);
    const resolveAccountKey = await accountKeyResolverFor(context, input.instruction);
    return { ...localCreation, resolveAccountKey, tppMessages: await corporateIdWarnings(context) };
  },
  lockForApproval,
  commitApproval: (...approval) => commitApproval(parts, ...approval),
  async commitCancellation(stores, { paymentId }) {
    await stores.get(bankQueueStore).dequeue([paymentId]);
    const isStopped = true;
    return isStopped;
  },
  executeDue: (...run) => executeDue(parts, ...run),
  takeOver: (...seed) => takeOver(parts, ...seed),
});
