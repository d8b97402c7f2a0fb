import { Decimal } from 'decimal.js';
import type { Instruction, Remittance } from '../../../domain/payments/instruction.ts';
import type { Fault } from '../../../domain/refusal.ts';
import { faultIf, textFaults } from './faults.ts';
import {
  chosenPaymentInformationId,
  referencesWithPaths,
  type TransferFields,
  townOf,
  transfersWithPaths,
} from './fields.ts';
import { isLatin, isLatinReference } from './latin.ts';
import type { ProductProfile } from './profile.ts';

const latinCharacters = "Latin letters, digits, spaces and / - ? : ( ) . , ' +";
const latinRule = `must contain only ${latinCharacters}`;
const referenceRule = `must contain only ${latinCharacters}, must not begin or end with /, and must not contain //`;

const latinFault = (text: string): string | null => (isLatin(text) ? null : latinRule);

export function profileFaults(instruction: Instruction, profile: ProductProfile): readonly Fault[] {
  return [
    ...(profile.characters === 'LATIN' ? textFaults(instruction, latinFault) : []),
    ...referenceFaults(chosenPaymentInformationId(instruction), 'paymentInformationId', profile),
    ...transfersWithPaths(instruction).flatMap(({ fields, prefix }) =>
      transferFaults(fields, prefix, profile),
    ),
  ];
}

function transferFaults(fields: TransferFields, prefix: string, profile: ProductProfile): readonly Fault[] {
  const { instructedAmount, creditorAddress, endToEndIdentification } = fields;
  const { maxAmount } = profile;
  const isTooLarge = maxAmount !== undefined && new Decimal(instructedAmount.amount).gt(maxAmount);
  const hasNoTown = creditorAddress !== undefined && !townOf(creditorAddress).town;
  const lacksTown = profile.address === 'TOWN' && hasNoTown;
  // Entries of a bulk payment, which have a prefix, name the town in `townName`. Other payments name the town in `city`.
  const townField = prefix === '' ? 'city' : 'townName';
  return [
    ...faultIf(isTooLarge, `${prefix}instructedAmount.amount`, `must be at most ${maxAmount}`),
    ...faultIf(
      lacksTown,
      `${prefix}creditorAddress.${townField}`,
      'must be present: an address needs a town',
    ),
    ...referenceFaults(endToEndIdentification, `${prefix}endToEndIdentification`, profile),
    ...referencesWithPaths(fields).flatMap(({ remittance, path }) =>
      referenceFaults(remittance.reference, `${prefix}${path}.reference`, profile),
    ),
    ...(profile.remittance === 'SCOR' ? remittanceFaults(fields, prefix) : []),
  ];
}

const referenceFaults = (
  reference: string | undefined,
  path: string,
  { references }: ProductProfile,
): readonly Fault[] =>
  references === 'LATIN' && reference !== undefined
    ? faultIf(!isLatinReference(reference), path, referenceRule)
    : [];

function remittanceFaults(fields: TransferFields, prefix: string): readonly Fault[] {
  const references = referencesWithPaths(fields);
  const arrayPath = `${prefix}remittanceInformationStructuredArray`;
  return [
    ...faultIf(references.length > 1, arrayPath, 'must have exactly one reference'),
    ...references.flatMap(({ remittance, path }) => scorFaults(remittance, `${prefix}${path}`)),
  ];
}

/** RF, two check digits, and up to 21 letters and digits. */
const iso11649Reference = /^RF\d{2}[A-Z0-9]{1,21}$/i;

function scorFaults(
  { reference, referenceType = 'SCOR', referenceIssuer }: Remittance,
  path: string,
): readonly Fault[] {
  const breaksIso11649 = referenceIssuer === 'ISO' && !iso11649Reference.test(reference);
  const isoRule = 'must be an ISO 11649 reference (RF), because its issuer is ISO';
  return [
    ...faultIf(referenceType.toUpperCase() !== 'SCOR', `${path}.referenceType`, 'must be SCOR, or left out'),
    ...faultIf(breaksIso11649, `${path}.reference`, isoRule),
  ];
}
