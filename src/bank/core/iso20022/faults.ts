/** The service refuses at creation what pain.001 cannot express, so that no approved payment fails because of it. */
import { writePath } from '../../../domain/fields/path.ts';
import { isObject } from '../../../domain/fields/shared.ts';
import type { AccountReference, Instruction } from '../../../domain/payments/instruction.ts';
import type { Fault } from '../../../domain/refusal.ts';
import { normaliseIban } from '../../../domain/values/account-numbers.ts';
import { isBic } from '../../../domain/values/bic.ts';
import { codePointLength } from '../../../domain/values/text.ts';
import { firstDebtorName, type TransferFields, townOf, transfersWithPaths } from './fields.ts';

/** The lengths that ISO 20022 limits more strictly than the interface does. */
const maxLengths = { buildingNumber: 16, postalCode: 16, town: 35, identification: 34 } as const;

export const faultIf = (isWrong: boolean, path: string, text: string): readonly Fault[] =>
  isWrong ? [{ path, text }] : [];

export function messageFaults(instruction: Instruction): readonly Fault[] {
  const debtorName = firstDebtorName(instruction);
  return [
    ...textFaults(instruction, controlCharacterFault),
    ...accountFaults(instruction.debtorAccount, 'debtorAccount'),
    ...transfersWithPaths(instruction).flatMap(({ fields, prefix }) =>
      transferFaults(fields, prefix, debtorName),
    ),
  ];
}

function transferFaults(
  fields: TransferFields,
  prefix: string,
  orderDebtorName: string | null,
): readonly Fault[] {
  const { creditorAddress: address, creditorAgent: agent, creditorAccount, debtorName } = fields;
  const isOtherDebtor = Boolean(debtorName) && debtorName !== orderDebtorName;
  const debtorRule = 'must be the same in all payments: an order names one debtor';
  return [
    ...faultIf(isOtherDebtor, `${prefix}debtorName`, debtorRule),
    ...accountFaults(creditorAccount, `${prefix}creditorAccount`),
    ...faultIf(agent !== undefined && !isBic(agent), `${prefix}creditorAgent`, 'must be a BIC (ISO 9362)'),
    ...(address ? addressFaults(address, `${prefix}creditorAddress`) : []),
  ];
}

function addressFaults(
  address: NonNullable<TransferFields['creditorAddress']>,
  path: string,
): readonly Fault[] {
  const { field, town } = townOf(address);
  return [
    ...lengthFaults(address.buildingNumber, maxLengths.buildingNumber, `${path}.buildingNumber`),
    ...lengthFaults(address.postalCode, maxLengths.postalCode, `${path}.postalCode`),
    ...lengthFaults(town, maxLengths.town, `${path}.${field}`),
  ];
}

const lengthFaults = (text: string | undefined, maxLength: number, path: string): readonly Fault[] =>
  faultIf(codePointLength(text ?? '') > maxLength, path, `must have at most ${maxLength} characters`);

/** An order names an account by one number, so BBAN and IBAN must be of the same account. An IBAN ends with its BBAN. */
function accountFaults({ bban, iban, other }: AccountReference, path: string): readonly Fault[] {
  const hasBoth = bban !== undefined && iban !== undefined;
  const isOtherAccount = hasBoth && normaliseIban(iban).slice(4) !== bban.toUpperCase();
  return [
    ...faultIf(isOtherAccount, `${path}.bban`, 'must be the BBAN of the iban'),
    ...lengthFaults(other?.identification, maxLengths.identification, `${path}.other.identification`),
  ];
}

/** U+FFFE, U+FFFF, and the control characters (Cc) other than tabs and line breaks. XML 1.0 forbids all of them except U+007F to U+009F. */
const forbiddenCharacters = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu;

export const replaceControlCharacters = (text: string): string =>
  text.toWellFormed().replace(forbiddenCharacters, ' ');

const controlCharacterFault = (text: string): string | null =>
  text.search(forbiddenCharacters) < 0
    ? null
    : 'must not contain control characters other than tabs and line breaks';

/** Checks `value` if it is a text, and else all texts inside it. `faultIn` returns the fault of a text, or null. */
export function textFaults(
  value: unknown,
  faultIn: (text: string) => string | null,
  path: readonly PropertyKey[] = [],
): readonly Fault[] {
  if (typeof value === 'string') {
    const faultText = faultIn(value);
    return faultText === null ? [] : [{ path: writePath(path), text: faultText }];
  }
  if (Array.isArray(value))
    return value.flatMap((item, index) => textFaults(item, faultIn, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => textFaults(field, faultIn, [...path, name]));
}
