/** The types of the bodies of all products, with the fields that rules read. Also makes the keys by which accounts are found. */

import type { ExecutionRule, Frequency } from '../schedule/plan.ts';
import { normaliseIban } from '../values/account-numbers.ts';

export interface InstructedAmount {
  readonly amount: string;
  readonly currency: string;
}

/** The numbers by which an account is found: those of a stored account, or of an `AccountReference`. */
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

/** A checked body as it was sent, without unknown properties. */
export type Instruction = SingleInstruction | BulkInstruction;

interface CommonFields extends PlanFields {
  readonly debtorAccount: AccountReference;
  readonly requestedExecutionDate?: string | undefined;
}

export interface SingleInstruction extends CommonFields, Transfer {}

export interface PlanFields {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly frequency?: Frequency | undefined;
  readonly executionRule?: ExecutionRule | undefined;
  readonly dayOfExecution?: string | undefined;
  readonly monthsOfExecution?: readonly number[] | undefined;
}

export interface BulkInstruction extends CommonFields {
  readonly payments: readonly Transfer[];
}

export const isPeriodic = (instruction: Instruction): boolean =>
  'frequency' in instruction && instruction.frequency !== undefined;

export const isBulk = (instruction: Instruction): instruction is BulkInstruction => 'payments' in instruction;

export function transfersOf(instruction: Instruction): readonly Transfer[] {
  return isBulk(instruction) ? instruction.payments : [instruction];
}

/**
 * A key for each number of an account. All spellings of a number have the same key. A Norwegian IBAN has the key of its BBAN, so
 * only a foreign IBAN has a key of its own.
 */
export function accountKeys({ bban, iban, other }: AccountNumbers): readonly [string, ...string[]] {
  if (other) return [`other:${other.identification}`];
  const compactIban = normaliseIban(iban ?? '');
  const isNorwegian = compactIban.startsWith('NO');
  const ibanKey = isNorwegian ? `bban:${compactIban.slice(4)}` : `${ibanPrefix}${compactIban}`;
  if (!bban) return [ibanKey];
  const bbanKey = `bban:${bban.toUpperCase()}`;
  return iban && !isNorwegian ? [bbanKey, ibanKey] : [bbanKey];
}
const ibanPrefix = 'iban:';

/** The key of the BBAN. If there is no BBAN, the key of the IBAN or of the card. */
export const accountKey = (numbers: AccountNumbers): string => accountKeys(numbers)[0];

/** The foreign IBANs among the keys of accounts. */
export const foreignIbansOfKeys = (keys: readonly string[]): readonly string[] =>
  keys.flatMap((key) => (key.startsWith(ibanPrefix) ? [key.slice(ibanPrefix.length)] : []));

/** Returns a function that finds the account of a reference, first by its BBAN and then by its IBAN. */
export function accountFinder<Account extends AccountNumbers>(
  accounts: readonly Account[],
): (reference: AccountNumbers) => Account | undefined {
  const entries = accounts.map((account) => ({ account, keys: accountKeys(account) }));
  // Release 1.0.0 allowed two accounts with the same IBAN, one with a BBAN and one without, and found the one without. Its first
  // key is the key of the IBAN. So first keys are put into the map last: they replace the same key of another account.
  const byKey = new Map([
    ...entries.flatMap(({ account, keys: [, ...otherKeys] }) =>
      otherKeys.map((key) => [key, account] as const),
    ),
    ...entries.map(({ account, keys: [firstKey] }) => [firstKey, account] as const),
  ]);
  return (reference) =>
    accountKeys(reference)
      .map((key) => byKey.get(key))
      .find((account) => account !== undefined);
}

export type ReadAccountKey = (numbers: AccountNumbers) => string;

/**
 * Returns a function that gives the same key for an account of `accounts`, whichever of its numbers a reference has. `findCards`
 * returns the ids of the cards that have the identification, which is a masked number. If several cards have it, the approval
 * decides which of them pays, so the key contains the masked number instead of an id.
 */
export function accountKeyResolver(
  accounts: readonly AccountNumbers[],
  findCards: (identification: string) => readonly string[],
): ReadAccountKey {
  const findAccount = accountFinder(accounts);
  return (numbers) => {
    const { other } = numbers;
    if (!other) return accountKey(findAccount(numbers) ?? numbers);
    const [id, ...others] = findCards(other.identification);
    return id !== undefined && others.length === 0 ? `other:${id}` : accountKey(numbers);
  };
}

/** null: the payment requests no date, so it is for today. */
export function requestedDate(instruction: Instruction): string | null {
  return instruction.startDate ?? instruction.requestedExecutionDate ?? null;
}
