/** What pain.001 can hold and the bank's profile does not take of a product: refused when the payment is created. */
import { Decimal } from 'decimal.js';
import type { Instruction, Remittance } from '../../../domain/payments/instruction.ts';
import type { Fault } from '../../../domain/refusal.ts';
import { textFaults } from './faults.ts';
import { fieldsOf, referencesOf, type TransferFields, townOf } from './fields.ts';
import { isLatin, isLatinReference } from './latin.ts';
import type { ProductProfile } from './product-profile.ts';

const latin = "Latin letters, digits, spaces and / - ? : ( ) . , ' +";
const latinText = `must hold ${latin} alone`;
const referenceText = `must hold ${latin} alone, with no / at an end and no two in a row`;

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
    : [{ path: `${at}creditorAddress.townName`, text: 'must be given: an address has a town' }];
}

const referenceFaults = (
  reference: string | undefined,
  path: string,
  { references }: ProductProfile,
): readonly Fault[] =>
  references === 'ANY' || reference === undefined || isLatinReference(reference)
    ? []
    : [{ path, text: referenceText }];

/** One reference of type SCOR; it is one of ISO 11649 where it says that ISO has issued it. */
function remittanceFaults(fields: TransferFields, at: string): readonly Fault[] {
  const references = referencesOf(fields);
  return [
    ...(references.length > 1
      ? [{ path: `${at}remittanceInformationStructuredArray`, text: 'must have one reference' }]
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
            text: 'must be a reference of ISO 11649 (RF), which its issuer ISO says',
          },
        ]),
  ];
}
