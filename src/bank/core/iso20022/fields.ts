import {
  type Instruction,
  isBulk,
  type Remittance,
  type Transfer,
  transfersOf,
} from '../../../domain/payments/instruction.ts';

/** All fields that the transfer of any product may have. */
export interface TransferFields extends Transfer {
  readonly debtorName?: string | undefined;
  readonly ultimateDebtor?: string | undefined;
  readonly creditorAgent?: string | undefined;
  readonly creditorAddress?: AddressFields | undefined;
  readonly purposeCode?: string | undefined;
  readonly regulatoryReportingCode?: string | undefined;
  readonly regulatoryReportingInformation?: string | undefined;
}

export interface AddressFields {
  readonly street?: string | undefined;
  readonly buildingNumber?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly city?: string | undefined;
  readonly townName?: string | undefined;
  readonly country: string;
}

interface TransferWithPath {
  readonly fields: TransferFields;
  /** undefined if the body itself is the transfer. */
  readonly path: string | undefined;
  /** Comes before the paths of the transfer's fields. Empty if the body itself is the transfer. */
  readonly prefix: string;
}

export function transfersWithPaths(instruction: Instruction): readonly TransferWithPath[] {
  const isBulkPayment = isBulk(instruction);
  return transfersOf(instruction).map((fields, index) => {
    const path = isBulkPayment ? `payments[${index}]` : undefined;
    return { fields, path, prefix: path === undefined ? '' : `${path}.` };
  });
}

export function townOf({ townName, city }: AddressFields): {
  readonly field: 'townName' | 'city';
  readonly town: string | undefined;
} {
  return townName ? { field: 'townName', town: townName } : { field: 'city', town: city };
}

/** Paths are relative to the transfer. */
export function referencesWithPaths({
  remittanceInformationStructured: single,
  remittanceInformationStructuredArray: several = [],
}: Transfer): readonly { readonly remittance: Remittance; readonly path: string }[] {
  return [
    ...(single ? [{ remittance: single, path: 'remittanceInformationStructured' }] : []),
    ...several.map((remittance, index) => ({
      remittance,
      path: `remittanceInformationStructuredArray[${index}]`,
    })),
  ];
}

/** Only bulk payments have this field. undefined: the TPP has chosen none. */
export const chosenPaymentInformationId = (instruction: Instruction): string | undefined =>
  (instruction as { readonly paymentInformationId?: string }).paymentInformationId;

export const firstDebtorName = (instruction: Instruction): string | null =>
  transfersWithPaths(instruction)
    .map(({ fields }) => fields.debtorName)
    .find((name) => name !== undefined && name !== '') ?? null;
