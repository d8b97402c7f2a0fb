/**
 * Finds the fields of a new payment that the interface accepts, but pain.001 cannot express. The service refuses them at creation, so
 * that no approved payment fails because of them.
 */
import { writePath } from '../../../domain/fields/path.ts';
import { isObject } from '../../../domain/fields/shared.ts';
import type { AccountReference, Instruction } from '../../../domain/payments/instruction.ts';
import type { Fault } from '../../../domain/refusal.ts';
import { normaliseIban } from '../../../domain/values/account-numbers.ts';
import { isBic } from '../../../domain/values/bic.ts';
import { codePointLength } from '../../../domain/values/text.ts';
import { firstDebtorName, type TransferFields, townOf, transfersWithPaths } from './fields.ts';

/** The most characters of the fields that ISO 20022 limits more than the interface. */
const maxLengths = { buildingNumber: 16, postalCode: 16, town: 35, identification: 34 } as const;

export function messageFaults(instruction: Instruction): readonly Fault[] {
  const debtorName = firstDebtorName(instruction);
  return [
    ...textFaults(instruction, controlCharacterFault),
    ...accountFaults(instruction.debtorAccount, 'debtorAccount'),
    ...transfersWithPaths(instruction).flatMap(({ fields, path }) =>
      transferFaults(fields, path, debtorName),
    ),
  ];
}

function transferFaults(
  fields: TransferFields,
  transferPath: string | undefined,
  orderDebtorName: string | null,
): readonly Fault[] {
  const pathOf = (field: string) => (transferPath === undefined ? field : `${transferPath}.${field}`);
  const { creditorAddress: address, creditorAgent: agent, creditorAccount, debtorName } = fields;
  return [
    ...(debtorName && debtorName !== orderDebtorName
      ? [{ path: pathOf('debtorName'), text: 'must be the same in all payments: an order names one debtor' }]
      : []),
    ...accountFaults(creditorAccount, pathOf('creditorAccount')),
    ...(agent === undefined || isBic(agent)
      ? []
      : [{ path: pathOf('creditorAgent'), text: 'must be a BIC (ISO 9362)' }]),
    ...(address ? addressFaults(address, pathOf('creditorAddress')) : []),
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

function lengthFaults(text: string | undefined, maxLength: number, path: string): readonly Fault[] {
  return text === undefined || codePointLength(text) <= maxLength
    ? []
    : [{ path, text: `must have at most ${maxLength} characters` }];
}

/** An order names an account by one number, so BBAN and IBAN must be the same account. An IBAN ends with its BBAN. */
function accountFaults({ bban, iban, other }: AccountReference, path: string): readonly Fault[] {
  const hasBoth = bban !== undefined && iban !== undefined;
  return [
    ...(hasBoth && normaliseIban(iban).slice(4) !== bban.toUpperCase()
      ? [{ path: `${path}.bban`, text: 'must be the BBAN of the iban' }]
      : []),
    ...lengthFaults(other?.identification, maxLengths.identification, `${path}.other.identification`),
  ];
}

/** Characters that XML 1.0 forbids: control characters except tab and line breaks, and two other code points. */
const forbiddenInXml = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu;

export const replaceControlCharacters = (text: string): string =>
  text.toWellFormed().replace(forbiddenInXml, ' ');

const controlCharacterFault = (text: string): string | null =>
  text.search(forbiddenInXml) < 0
    ? null
    : 'must not contain control characters other than tabs and line breaks';

/** Checks each text in a value. `faultIn` returns what is wrong with a text, or null. */
export function textFaults(
  value: unknown,
  faultIn: (text: string) => string | null,
  path: readonly PropertyKey[] = [],
): readonly Fault[] {
  if (typeof value === 'string') {
    const text = faultIn(value);
    return text === null ? [] : [{ path: writePath(path), text }];
  }
  if (Array.isArray(value))
    return value.flatMap((item, index) => textFaults(item, faultIn, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => textFaults(field, faultIn, [...path, name]));
}
