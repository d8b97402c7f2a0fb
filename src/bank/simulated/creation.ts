/** What the simulated bank checks of a new payment: numbers of accounts, KID agreements of creditors, a sandbox's scenarios. */
import { creationScenario } from '../../domain/bank/scenarios.ts';
import {
  type AccountReference,
  type Instruction,
  isBulk,
  transfersOf,
} from '../../domain/payments/instruction.ts';
import { kidFaults } from '../../domain/payments/kid-rule.ts';
import { type Fault, refuse, refuseAll } from '../../domain/refusal.ts';
import type { PrepareContext } from '../../operations/ports/context.ts';
import { nameTwoAccounts, twoAccountsText } from '../../operations/sandbox/accounts/two-accounts.ts';

export async function judgeByBank(context: PrepareContext, instruction: Instruction): Promise<void> {
  const { facts, settings } = context;
  const mixed = settings.sandbox ? await mixedReferences(context, instruction) : [];
  if (mixed.length > 0) throw refuseAll(mixed);
  const faults = kidFaults(instruction, facts.kidAgreements);
  if (faults.length > 0) throw refuseAll(faults);
  const creditors = transfersOf(instruction).map(({ creditorName }) => creditorName);
  const failure = settings.sandbox ? creationScenario(creditors) : null;
  if (failure) throw refuse(failure, failure === 'UNAVAILABLE' ? { retryAfterSeconds: 2 } : {});
}

/** References whose BBAN and IBAN the sandbox knows as those of two accounts. */
async function mixedReferences(
  { stores, caller }: PrepareContext,
  instruction: Instruction,
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const [field, account] of accountsOf(instruction))
    if (await nameTwoAccounts(stores, caller.tppId, account))
      faults.push({ path: `${field}.iban`, text: twoAccountsText });
  return faults;
}

/** Entries of a bulk payment name their creditors by BBAN alone. */
const accountsOf = (instruction: Instruction): readonly (readonly [string, AccountReference])[] => [
  ['debtorAccount', instruction.debtorAccount],
  ...(isBulk(instruction) ? [] : [['creditorAccount', instruction.creditorAccount] as const]),
];
