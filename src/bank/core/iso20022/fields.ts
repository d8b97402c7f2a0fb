import {
  type Instruction,
  isBulk,
  type Remittance,
  type Transfer,
  transfersOf,
} from '../../../domain/payments/instruction.ts';

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

/** Each transfer and its path: `payments[2]`, or undefined if the body itself is the transfer. */
export function fieldsOf(
  instruction: Instruction,
): readonly { readonly fields: TransferFields; readonly at: string | undefined }[] {
  const bulk = isBulk(instruction);
  return transfersOf(instruction).map((fields, index) => ({
    fields,
    at: bulk ? `payments[${index}]` : undefined,
  }));
}

/** `townName` replaces `city`. */
export function townOf({
  townName,
  city,
}: AddressFields): readonly ['townName' | 'city', string | undefined] {
  return townName ? ['townName', townName] : ['city', city];
}

/** Paths are relative to the transfer. */
export function referencesOf({
  remittanceInformationStructured: one,
  remittanceInformationStructuredArray: several = [],
}: Transfer): readonly { readonly remittance: Remittance; readonly at: string }[] {
  return [
    ...(one ? [{ remittance: one, at: 'remittanceInformationStructured' }] : []),
    ...several.map((remittance, index) => ({
      remittance,
      at: `remittanceInformationStructuredArray[${index}]`,
    })),
  ];
}

/** The first debtor name in the transfers, or null. */
export const debtorNameIn = (instruction: Instruction): string | null =>
  fieldsOf(instruction)
    .map(({ fields }) => fields.debtorName)
    .find((name) => name !== undefined && name !== '') ?? null;
