/** The bodies of all products, with the fields that rules read. */

import type { ExecutionRule, Frequency } from '../schedule/plan.ts';
import { bbanOfNorwegianIban, normaliseIban } from '../values/account-numbers.ts';

export interface InstructedAmount {
  readonly amount: string;
  readonly currency: string;
}

export interface AccountNumbers {
  readonly bban?: string | null | undefined;
  readonly iban?: string | null | undefined;
  readonly other?: AccountReference['other'];
}

export interface AccountReference {
  readonly bban?: string | undefined;
  readonly iban?: string | undefined;
  readonly other?: { readonly identification: string; readonly schemeNameProprietary: string } | undefined;
  readonly currency: string;
}

export interface Remittance {
  readonly reference: string;
  readonly referenceType?: string | undefined;
  readonly referenceIssuer?: string | undefined;
}

/** A single or periodic payment, or an entry of a bulk payment. */
export interface Transfer {
  readonly instructedAmount: InstructedAmount;
  readonly creditorName: string;
  readonly creditorAccount: AccountReference;
  readonly endToEndIdentification?: string | undefined;
  readonly remittanceInformationUnstructured?: string | undefined;
  readonly remittanceInformationStructured?: Remittance | undefined;
  readonly remittanceInformationStructuredArray?: readonly Remittance[] | undefined;
}

/** A checked body without unknown properties. */
export type Instruction = TransferInstruction | BulkInstruction;

interface CommonFields extends PlanFields {
  readonly debtorAccount: AccountReference;
  readonly requestedExecutionDate?: string | undefined;
}

interface TransferInstruction extends CommonFields, Transfer {}

export interface PlanFields {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly frequency?: Frequency | undefined;
  readonly executionRule?: ExecutionRule | undefined;
  readonly dayOfExecution?: string | undefined;
  readonly monthsOfExecution?: readonly number[] | undefined;
}

interface BulkInstruction extends CommonFields {
  readonly payments: readonly Transfer[];
}

export const isPeriodic = ({ frequency }: Instruction): boolean => frequency !== undefined;

export const isBulk = (instruction: Instruction): instruction is BulkInstruction => 'payments' in instruction;

export function transfersOf(instruction: Instruction): readonly Transfer[] {
  return isBulk(instruction) ? instruction.payments : [instruction];
}

const ibanPrefix = 'iban:';

/**
 * One key for each number of the account, the same for all spellings of the number. A BBAN and its Norwegian IBAN are one number. The key
 * of the BBAN comes before the key of a foreign IBAN.
 */
export function accountKeys({ bban, iban, other }: AccountNumbers): readonly [string, ...string[]] {
  if (other) return [`other:${other.identification}`];
  const compactIban = normaliseIban(iban ?? '');
  const bbanInIban = bbanOfNorwegianIban(compactIban);
  const foreignIbanKey = `${ibanPrefix}${compactIban}`;
  if (!bban) return [bbanInIban === null ? foreignIbanKey : `bban:${bbanInIban}`];
  const bbanKey = `bban:${bban.toUpperCase()}`;
  return iban && bbanInIban === null ? [bbanKey, foreignIbanKey] : [bbanKey];
}

export const accountKey = (numbers: AccountNumbers): string => accountKeys(numbers)[0];

export const foreignIbansOfKeys = (keys: readonly string[]): readonly string[] =>
  keys.flatMap((key) => (key.startsWith(ibanPrefix) ? [key.slice(ibanPrefix.length)] : []));

/** Finds the account of a reference, first by its BBAN and then by its IBAN. */
export function accountFinder<Account extends AccountNumbers>(
  accounts: readonly Account[],
): (reference: AccountNumbers) => Account | undefined {
  const entries = accounts.map((account) => ({ account, keys: accountKeys(account) }));
  const byKey = new Map<string, Account>();
  for (const { account, keys } of entries) for (const key of keys) byKey.set(key, account);
  // Accounts of release 1.0.0 may share a foreign IBAN. First keys are set last, so this IBAN finds the account that has no BBAN.
  for (const { account, keys } of entries) byKey.set(keys[0], account);
  return (reference) =>
    accountKeys(reference)
      .map((key) => byKey.get(key))
      .find((account) => account !== undefined);
}

export type ResolveAccountKey = (numbers: AccountNumbers) => string;

/** All numbers of one account get the same key. If several cards have the same masked number, they share one key. */
export function accountKeyResolver(
  accounts: readonly AccountNumbers[],
  findCardIds: (identification: string) => readonly string[],
): ResolveAccountKey {
  const findAccount = accountFinder(accounts);
  return (numbers) => {
    const { other } = numbers;
    if (!other) return accountKey(findAccount(numbers) ?? numbers);
    const cardIds = findCardIds(other.identification);
    return cardIds.length === 1 ? `other:${cardIds[0]}` : accountKey(numbers);
  };
}

/** null: the TPP requests no date, which means today. */
export function requestedDate(instruction: Instruction): string | null {
  return instruction.startDate ?? instruction.requestedExecutionDate ?? null;
}
