/**
 * Fields that the interface accepts and pain.001 cannot express. They are refused at creation, so never after the PSU has
 * approved.
 */
import { writePath } from '../../../domain/fields/path.ts';
import { isObject } from '../../../domain/fields/shared.ts';
import type { AccountReference, Instruction } from '../../../domain/payments/instruction.ts';
import type { Fault } from '../../../domain/refusal.ts';
import { normaliseIban } from '../../../domain/values/account-numbers.ts';
import { isBic } from '../../../domain/values/bic.ts';
import { codePointLength } from '../../../domain/values/text.ts';
import { debtorNameIn, fieldsOf, type TransferFields, townOf } from './fields.ts';

/** Characters, where ISO 20022 allows fewer than the interface. */
const atMost = { buildingNumber: 16, postalCode: 16, town: 35, identification: 34 } as const;

export function faultsOf(instruction: Instruction): readonly Fault[] {
  const debtorName = debtorNameIn(instruction);
  return [
    ...textFaults(instruction, isWritable),
    ...accountFaults(instruction.debtorAccount, 'debtorAccount'),
    ...fieldsOf(instruction).flatMap(({ fields, at }) => transferFaults(fields, at, debtorName)),
  ];
}

function transferFaults(
  fields: TransferFields,
  at: string | undefined,
  debtorName: string | null,
): readonly Fault[] {
  const path = (field: string) => (at === undefined ? field : `${at}.${field}`);
  const { creditorAddress: address, creditorAgent: agent, creditorAccount, debtorName: own } = fields;
  return [
    ...(own && own !== debtorName
      ? [{ path: path('debtorName'), text: 'must be the same in all payments: an order names one debtor' }]
      : []),
    ...accountFaults(creditorAccount, path('creditorAccount')),
    ...(agent === undefined || isBic(agent)
      ? []
      : [{ path: path('creditorAgent'), text: 'must be a BIC (ISO 9362)' }]),
    ...(address ? addressFaults(address, path('creditorAddress')) : []),
  ];
}

function addressFaults(
  address: NonNullable<TransferFields['creditorAddress']>,
  at: string,
): readonly Fault[] {
  const [town, name] = townOf(address);
  return [
    ...lengthFaults(address.buildingNumber, atMost.buildingNumber, `${at}.buildingNumber`),
    ...lengthFaults(address.postalCode, atMost.postalCode, `${at}.postalCode`),
    ...lengthFaults(name, atMost.town, `${at}.${town}`),
  ];
}

function lengthFaults(text: string | undefined, most: number, path: string): readonly Fault[] {
  return text === undefined || codePointLength(text) <= most
    ? []
    : [{ path, text: `must have at most ${most} characters` }];
}

/** An order has one number per account, so BBAN and IBAN must be the same account: ISO 13616 has the BBAN inside the IBAN. */
function accountFaults({ bban, iban, other }: AccountReference, at: string): readonly Fault[] {
  const both = bban !== undefined && iban !== undefined;
  return [
    ...(both && normaliseIban(iban).slice(4) !== bban.toUpperCase()
      ? [{ path: `${at}.bban`, text: 'must be the BBAN of the iban' }]
      : []),
    ...lengthFaults(other?.identification, atMost.identification, `${at}.other.identification`),
  ];
}

/** Control characters except tab and line ends, and two code points that XML 1.0 forbids. */
const unwritable = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu;

export const withoutUnwritable = (text: string): string => text.toWellFormed().replace(unwritable, ' ');

const isWritable = (text: string): string | null =>
  text.search(unwritable) < 0 ? null : 'must not contain control characters other than tabs and line breaks';

export function textFaults(
  value: unknown,
  fault: (text: string) => string | null,
  path: readonly PropertyKey[] = [],
): readonly Fault[] {
  if (typeof value === 'string') {
    const text = fault(value);
    return text === null ? [] : [{ path: writePath(path), text }];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => textFaults(item, fault, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => textFaults(field, fault, [...path, name]));
}
