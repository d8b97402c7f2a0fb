import type { PsuRequest } from '../psu.ts';
import { withoutZeros } from '../values/money.ts';
import {
  type Instruction,
  type ResolveAccountKey,
  requestedDate,
  type Transfer,
  transfersOf,
} from './instruction.ts';
import { isKid, referencesOf } from './kid-rule.ts';
import type { Product } from './product.ts';
import { domestic } from './products/domestic.ts';

export const duplicateWindowMs = 24 * 3_600_000;

/** Payments of a TPP with the same key are logical duplicates. The store has only a hash of the key, the fingerprint. */
export function duplicateKey(
  product: Product,
  instruction: Instruction,
  psu: PsuRequest,
  today: string,
  resolveAccountKey: ResolveAccountKey,
): string {
  return JSON.stringify([
    duplicateGroup(product),
    psu.psuId ?? psu.identityNumber,
    resolveAccountKey(instruction.debtorAccount),
    requestedDate(instruction) ?? today,
    transfersOf(instruction).map((transfer) => transferKey(transfer, resolveAccountKey)),
  ]);
}

/** All single payments are one group. The group has the code of domestic payments, because stored fingerprints contain this code. */
const duplicateGroup = ({ service, code }: Product): string =>
  service === 'payments' ? domestic.code : code;

function transferKey(transfer: Transfer, resolveAccountKey: ResolveAccountKey): readonly unknown[] {
  const { amount, currency } = transfer.instructedAmount;
  return [
    resolveAccountKey(transfer.creditorAccount),
    // Stored fingerprints contain amounts in this form.
    withoutZeros(amount),
    currency,
    transfer.remittanceInformationUnstructured,
    referencesOf(transfer).map(({ remittance }) => [
      remittance.reference,
      // A TPP may send the same KID with or without its type, so the key of a KID leaves out the type.
      isKid(remittance) ? null : remittance.referenceType,
      remittance.referenceIssuer,
    ]),
  ];
}
