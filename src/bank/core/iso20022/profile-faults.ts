/** Finds the fields of a new payment that the bank's profile does not allow for its product. */
import { Decimal } from 'decimal.js';
import type { Instruction, Remittance } from '../../../domain/payments/instruction.ts';
import type { Fault } from '../../../domain/refusal.ts';
import { textFaults } from './faults.ts';
import { fieldsOf, referencesOf, type TransferFields, townOf } from './fields.ts';
import { isLatin, isLatinReference } from './latin.ts';
import type { ProductProfile } from './product-profile.ts';

const latin = "Latin letters, digits, spaces and / - ? : ( ) . , ' +";
const latinText = `must contain only ${latin}`;
const referenceText = `must contain only ${latin}, must not begin or end with /, and must not contain //`;

export function profileFaults(instruction: Instruction, profile: ProductProfile): readonly Fault[] {
  const { paymentInformationId } = instruction as { paymentInformationId?: string };
  return [
    ...(profile.characters === 'LATIN'
      ? textFaults(instruction, (text) => (isLatin(text) ? null : latinText))
      : []),
    ...referenceFaults(paymentInformationId, 'paymentInformationId', profile),
    ...fieldsOf(instruction).flatMap(({ fields, at }) =>
      transferFaults(fields, at === undefined ? '' : `${at}.`, profile),
    ),
  ];
}

function transferFaults(fields: TransferFields, at: string, profile: ProductProfile): readonly Fault[] {
  return [
    ...amountFaults(fields, at, profile),
    ...addressFaults(fields, at, profile),
    ...referenceFaults(fields.endToEndIdentification, `${at}endToEndIdentification`, profile),
    ...referencesOf(fields).flatMap(({ remittance, at: field }) =>
      referenceFaults(remittance.reference, `${at}${field}.reference`, profile),
    ),
    ...(profile.remittance === 'SCOR' ? remittanceFaults(fields, at) : []),
  ];
}

function amountFaults(
  { instructedAmount }: TransferFields,
  at: string,
  { maxAmount }: ProductProfile,
): readonly Fault[] {
  return maxAmount === undefined || new Decimal(instructedAmount.amount).lte(maxAmount)
    ? []
    : [{ path: `${at}instructedAmount.amount`, text: `must be at most ${maxAmount}` }];
}

function addressFaults(
  { creditorAddress: address }: TransferFields,
  at: string,
  profile: ProductProfile,
): readonly Fault[] {
  if (profile.address === 'ANY' || !address) return [];
  const [, town] = townOf(address);
  return town
    ? []
    : [{ path: `${at}creditorAddress.townName`, text: 'must be present: an address needs a town' }];
}

const referenceFaults = (
  reference: string | undefined,
  path: string,
  { references }: ProductProfile,
): readonly Fault[] =>
  references === 'ANY' || reference === undefined || isLatinReference(reference)
    ? []
    : [{ path, text: referenceText }];

/** Allows one reference, of type SCOR. If its issuer is ISO, it must have the form of ISO 11649. */
function remittanceFaults(fields: TransferFields, at: string): readonly Fault[] {
  const references = referencesOf(fields);
  return [
    ...(references.length > 1
      ? [{ path: `${at}remittanceInformationStructuredArray`, text: 'must have exactly one reference' }]
      : []),
    ...references.flatMap(({ remittance, at: field }) => scorFaults(remittance, `${at}${field}`)),
  ];
}

const creditorReference = /^RF\d{2}[A-Z0-9]{1,21}$/i;

function scorFaults({ reference, referenceType, referenceIssuer }: Remittance, at: string): readonly Fault[] {
  return [
    ...(referenceType === undefined || referenceType.toUpperCase() === 'SCOR'
      ? []
      : [{ path: `${at}.referenceType`, text: 'must be SCOR, or left out' }]),
    ...(referenceIssuer !== 'ISO' || creditorReference.test(reference)
      ? []
      : [
          {
            path: `${at}.reference`,
            text: 'must be an ISO 11649 reference (RF), because its issuer is ISO',
          },
        ]),
  ];
}
