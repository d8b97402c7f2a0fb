/** The bodies of all products, with the fields that rules read. */

import type { ExecutionRule, Frequency } from '../schedule/plan.ts';
import { type Money, parseMoney } from '../values/money.ts';

export interface InstructedAmount {
  readonly amount: string;
  readonly currency: string;
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

export const isBulk = (instruction: Instruction): instruction is BulkInstruction => 'payments' in instruction;

export function transfersOf(instruction: Instruction): readonly Transfer[] {
  return isBulk(instruction) ? instruction.payments : [instruction];
}

/** The amount has passed the schema, so a fault here is a defect. */
export function moneyOf(transfer: Transfer): Money {
  const { amount, currency } = transfer.instructedAmount;
  const money = parseMoney(amount, currency as Money['currency']);
  if (typeof money === 'string') throw new Error(`stored amount is not valid: ${money}`);
  return money;
}

/** A key that is the same for all ways to write an account, in any currency. */
export function accountKey(account: Omit<AccountReference, 'currency'>): string {
  if (account.other) return `other:${account.other.identification}`;
  const iban = account.iban?.replace(/\s/g, '').toUpperCase();
  const nationalNumber = account.bban?.toUpperCase() ?? (iban?.startsWith('NO') ? iban.slice(4) : undefined);
  return nationalNumber ? `bban:${nationalNumber}` : `iban:${iban ?? ''}`;
}

/** null: today. */
export function requestedDate(instruction: Instruction): string | null {
  return instruction.startDate ?? instruction.requestedExecutionDate ?? null;
}
