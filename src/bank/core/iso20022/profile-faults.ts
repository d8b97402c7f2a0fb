/** Finds the fields of a new payment that the bank's profile does not allow for its product. */
import { Decimal } from 'decimal.js';
import type { Instruction, Remittance } from '../../../domain/payments/instruction.ts';
import type { Fault } from '../../../domain/refusal.ts';
import { textFaults } from './faults.ts';
import { referencesWithPaths, type TransferFields, townOf, transfersWithPaths } from './fields.ts';
import { isLatin, isLatinReference } from './latin.ts';
import type { ProductProfile } from './profile.ts';

const latinCharacters = "Latin letters, digits, spaces and / - ? : ( ) . , ' +";
const latinRule = `must contain only ${latinCharacters}`;
const referenceRule = `must contain only ${latinCharacters}, must not begin or end with /, and must not contain //`;

export function profileFaults(instruction: Instruction, profile: ProductProfile): readonly Fault[] {
  const { paymentInformationId } = instruction as { paymentInformationId?: string };
  return [
    ...(profile.characters === 'LATIN'
      ? textFaults(instruction, (text) => (isLatin(text) ? null : latinRule))
      : []),
    ...referenceFaults(paymentInformationId, 'paymentInformationId', profile),
    ...transfersWithPaths(instruction).flatMap(({ fields, path }) =>
      transferFaults(fields, path === undefined ? '' : `${path}.`, profile),
    ),
  ];
}

/** `prefix` is the path of the transfer and a full stop; empty if the body itself is the transfer. */
function transferFaults(fields: TransferFields, prefix: string, profile: ProductProfile): readonly Fault[] {
  return [
    ...amountFaults(fields, prefix, profile),
    ...addressFaults(fields, prefix, profile),
    ...referenceFaults(fields.endToEndIdentification, `${prefix}endToEndIdentification`, profile),
    ...referencesWithPaths(fields).flatMap(({ remittance, path }) =>
      referenceFaults(remittance.reference, `${prefix}${path}.reference`, profile),
    ),
    ...(profile.remittance === 'SCOR' ? remittanceFaults(fields, prefix) : []),
  ];
}

function amountFaults(
  { instructedAmount }: TransferFields,
  prefix: string,
  { maxAmount }: ProductProfile,
): readonly Fault[] {
  return maxAmount === undefined || new Decimal(instructedAmount.amount).lte(maxAmount)
    ? []
    : [{ path: `${prefix}instructedAmount.amount`, text: `must be at most ${maxAmount}` }];
}

function addressFaults(
  { creditorAddress: address }: TransferFields,
  prefix: string,
  profile: ProductProfile,
): readonly Fault[] {
  if (profile.address === 'ANY' || !address) return [];
  return townOf(address).town
    ? []
    : [{ path: `${prefix}creditorAddress.townName`, text: 'must be present: an address needs a town' }];
}

const referenceFaults = (
  reference: string | undefined,
  path: string,
  { references }: ProductProfile,
): readonly Fault[] =>
  references === 'ANY' || reference === undefined || isLatinReference(reference)
    ? []
    : [{ path, text: referenceRule }];

/** Allows only one reference, of type SCOR. A reference whose issuer is ISO must have the form of ISO 11649. */
function remittanceFaults(fields: TransferFields, prefix: string): readonly Fault[] {
  const references = referencesWithPaths(fields);
  return [
    ...(references.length > 1
      ? [{ path: `${prefix}remittanceInformationStructuredArray`, text: 'must have exactly one reference' }]
      : []),
    ...references.flatMap(({ remittance, path }) => scorFaults(remittance, `${prefix}${path}`)),
  ];
}

const iso11649Reference = /^RF\d{2}[A-Z0-9]{1,21}$/i;

function scorFaults(
  { reference, referenceType, referenceIssuer }: Remittance,
  path: string,
): readonly Fault[] {
  return [
    ...(referenceType === undefined || referenceType.toUpperCase() === 'SCOR'
      ? []
      : [{ path: `${path}.referenceType`, text: 'must be SCOR, or left out' }]),
    ...(referenceIssuer !== 'ISO' || iso11649Reference.test(reference)
      ? []
      : [
          {
            path: `${path}.reference`,
            text: 'must be an ISO 11649 reference (RF), because its issuer is ISO',
          },
        ]),
  ];
}
