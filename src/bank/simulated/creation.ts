import { creationRefusalReason } from '../../domain/bank/scenarios.ts';
import {
  type AccountReference,
  accountFinder,
  accountKeyResolver,
  accountKeys,
  type Instruction,
  isBulk,
  type ResolveAccountKey,
  transfersOf,
} from '../../domain/payments/instruction.ts';
import { kidFaults } from '../../domain/payments/kid-rule.ts';
import { type Fault, refuse, refuseAll, type TppMessage, warning } from '../../domain/refusal.ts';
import { refersToTwoAccounts, twoAccountsText } from '../../domain/sandbox/two-accounts.ts';
import type { CallContext, PrepareContext } from '../../operations/ports/context.ts';

export async function checkCreation(context: PrepareContext, instruction: Instruction): Promise<void> {
  const { facts, settings } = context;
  const accountFaults = settings.sandbox ? await accountNumberFaults(context, instruction) : [];
  if (accountFaults.length > 0) throw refuseAll(accountFaults);
  const faults = kidFaults(instruction, accountFinder(facts.accounts));
  if (faults.length > 0) throw refuseAll(faults);
  const creditorNames = transfersOf(instruction).map(({ creditorName }) => creditorName);
  const reason = settings.sandbox ? creationRefusalReason(creditorNames) : null;
  if (reason === null) return;
  const text = `the creditor name plays the scenario ${reason}`;
  throw refuse(reason, { text, ...(reason === 'UNAVAILABLE' ? { retryAfterSeconds: 2 } : {}) });
}

/** The resolver gives the same key for every number of one account. */
export async function accountKeyResolverFor(
  { facts, stores, caller }: PrepareContext,
  { debtorAccount }: Instruction,
): Promise<ResolveAccountKey> {
  const isCard = debtorAccount.other !== undefined;
  const cards = isCard ? await stores.customers.accountsByReference(caller.tppId, debtorAccount) : [];
  // No creditor account is a card account, so the resolver asks only for the cards of the debtor account.
  return accountKeyResolver(facts.accounts, () => cards.map(({ account }) => account.id));
}

/** Warns about an unknown PSU-Corporate-ID, but does not refuse it: the PSU may choose another agreement. */
export async function corporateIdWarnings({
  stores,
  caller,
  psu,
  settings,
}: CallContext): Promise<readonly TppMessage[]> {
  if (!settings.sandbox || psu.corporateId === null) return [];
  if (await stores.customers.hasCorporateAgreement(caller.tppId, psu.corporateId)) return [];
  const text = 'no company in this sandbox has this number or agreement (docs/test-data.md)';
  return [warning('PSU-Corporate-ID', text)];
}

async function accountNumberFaults(
  { stores, caller }: PrepareContext,
  instruction: Instruction,
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const [field, reference] of accountReferencesByField(instruction)) {
    const keys = accountKeys(reference);
    // One number cannot refer to two accounts.
    if (keys.length === 1) continue;
    const accounts = await stores.sandbox.accounts.findByKeys(caller.tppId, keys);
    if (refersToTwoAccounts(reference, accounts))
      faults.push({ path: `${field}.iban`, text: twoAccountsText });
  }
  return faults;
}

/** Leaves out the creditor accounts of a bulk payment: each has only a BBAN, so it has no second number. */
const accountReferencesByField = (
  instruction: Instruction,
): readonly (readonly [string, AccountReference])[] => [
  ['debtorAccount', instruction.debtorAccount],
  ...(isBulk(instruction) ? [] : [['creditorAccount', instruction.creditorAccount] as const]),
];
