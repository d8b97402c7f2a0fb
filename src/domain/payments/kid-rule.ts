/** Checks the KIDs of a payment by the agreements of its creditors. A structured reference of type SCOR, or without a type, is a KID. */
import type { Fault } from '../refusal.ts';
import { checkKid, type KidAgreement } from '../values/kid.ts';
import {
  type AccountNumbers,
  type Instruction,
  isBulk,
  isPeriodic,
  type Remittance,
  type Transfer,
  transfersOf,
} from './instruction.ts';

export interface Creditor extends AccountNumbers {
  readonly kidAgreement?: KidAgreement | null | undefined;
}

/** Made by `accountFinder`. */
export type FindCreditor = (reference: AccountNumbers) => Creditor | undefined;

export function kidFaults(instruction: Instruction, findCreditor: FindCreditor): readonly Fault[] {
  return transfersOf(instruction).flatMap((transfer, index) => {
    const agreement = findCreditor(transfer.creditorAccount)?.kidAgreement;
    if (!agreement) return [];
    const pathPrefix = isBulk(instruction) ? `payments[${index}].` : '';
    return isPeriodic(instruction) ? periodicFaults(agreement) : faultsOf(transfer, agreement, pathPrefix);
  });
}

const periodicFaults = ({ required }: KidAgreement): readonly Fault[] => {
  const text = 'the creditor requires a KID, which a periodic payment cannot have: send single payments';
  return required ? [{ path: 'creditorAccount', reason: 'KID_MISSING', text }] : [];
};

function faultsOf(transfer: Transfer, agreement: KidAgreement, pathPrefix: string): readonly Fault[] {
  const kids = referencesOf(transfer).filter(({ remittance }) => isKid(remittance));
  if (kids.length === 0) {
    if (!agreement.required) return [];
    const path = `${pathPrefix}remittanceInformationStructured.reference`;
    return [{ path, reason: 'KID_MISSING', text: missingKidText(transfer) }];
  }
  return kids.flatMap(({ remittance, path }): Fault[] => {
    const text = checkKid(remittance.reference, agreement);
    return text === null ? [] : [{ path: `${pathPrefix}${path}.reference`, reason: 'KID_INVALID', text }];
  });
}

function missingKidText(transfer: Transfer): string {
  const [otherReference] = referencesOf(transfer);
  return otherReference
    ? `the creditor requires a KID, and a reference with referenceType "${otherReference.remittance.referenceType}" is not a KID: leave referenceType out, or send "SCOR"`
    : 'the creditor requires a KID in the structured remittance information';
}

/** The single structured reference and those in the list, each with its path in the transfer. */
export function referencesOf(transfer: Transfer) {
  const single = transfer.remittanceInformationStructured;
  const list = transfer.remittanceInformationStructuredArray ?? [];
  return [
    ...(single ? [{ remittance: single, path: 'remittanceInformationStructured' }] : []),
    ...list.map((remittance, index) => ({
      remittance,
      path: `remittanceInformationStructuredArray[${index}]`,
    })),
  ];
}

export const isKid = ({ referenceType }: Remittance): boolean =>
  (referenceType ?? 'SCOR').toUpperCase() === 'SCOR';
