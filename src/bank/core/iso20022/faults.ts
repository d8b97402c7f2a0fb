/**
 * What the interface takes and pain.001 cannot hold. It is refused when the payment is created, in the words and with the
 * paths of REST, and so never after the PSU has approved it.
 */
import { writePath } from '../../../domain/fields/path.ts';
import { isObject } from '../../../domain/fields/shared.ts';
import type { AccountReference, Instruction } from '../../../domain/payments/instruction.ts';
import type { Fault } from '../../../domain/refusal.ts';
import { normaliseIban } from '../../../domain/values/account-numbers.ts';
import { isBic } from '../../../domain/values/bic.ts';
import { codePointLength } from '../../../domain/values/text.ts';
import { debtorNameIn, fieldsOf, type TransferFields, townOf } from './fields.ts';

/** Characters of the elements of ISO 20022 where the interface allows more. */
const atMost = { buildingNumber: 16, postalCode: 16, town: 35, identification: 34 } as const;

/** Every fault of an instruction that has passed the checks of its product. */
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

/** An order names an account once, so the two numbers of it must be the same account: ISO 13616 has the BBAN in the IBAN. */
function accountFaults({ bban, iban, other }: AccountReference, at: string): readonly Fault[] {
  const both = bban !== undefined && iban !== undefined;
  return [
    ...(both && normaliseIban(iban).slice(4) !== bban.toUpperCase()
      ? [{ path: `${at}.bban`, text: 'must be the BBAN that the iban holds' }]
      : []),
    ...lengthFaults(other?.identification, atMost.identification, `${at}.other.identification`),
  ];
}

/** Control characters but tab and line ends, and the two code points that XML 1.0 has no place for. */
const unwritable = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu;

/** The same, wherever they stand. */
export const withoutUnwritable = (text: string): string => text.toWellFormed().replace(unwritable, ' ');

const isWritable = (text: string): string | null =>
  text.search(unwritable) < 0 ? null : 'must not hold control characters other than tabs and line ends';

/** What `fault` says of any text in a value. */
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
