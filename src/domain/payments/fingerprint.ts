/**
 * What makes two payments logical duplicates of each other: the same TPP, PSU, debtor, creditor, amount,
 * currency, remittance and date; for a bulk payment the same list of entries. Among single payments the product does not count.
 */
import type { PsuRequest } from '../psu.ts';
import { withoutEnd } from '../values/text.ts';
import { accountKey, type Instruction, requestedDate, type Transfer, transfersOf } from './instruction.ts';
import type { Product } from './product.ts';
import { domestic } from './products/domestic.ts';

/** Logical duplicates are looked for among the payments of this many milliseconds. */
export const duplicateWindowMs = 24 * 3_600_000;

/** A text that is equal for logical duplicates and for nothing else; the store keeps its hash. */
export function duplicateKey(
  product: Product,
  instruction: Instruction,
  psu: PsuRequest,
  today: string,
): string {
  return JSON.stringify([
    kindOf(product),
    psu.psuId ?? psu.identityNumber,
    accountKey(instruction.debtorAccount),
    requestedDate(instruction) ?? today,
    transfersOf(instruction).map(transferKey),
  ]);
}

/** One text for all single payments: that of domestic ones, which most stored fingerprints have. */
const kindOf = ({ service, code }: Product): string => (service === 'payments' ? domestic.code : code);

/** The amount without the zeros at the end of its fraction: stored fingerprints have it so. */
function shortest(amount: string): string {
  return amount.includes('.') ? withoutEnd(withoutEnd(amount, '0'), '.') : amount;
}

function transferKey(transfer: Transfer): readonly unknown[] {
  const { amount, currency } = transfer.instructedAmount;
  return [
    accountKey(transfer.creditorAccount),
    shortest(amount),
    currency,
    transfer.remittanceInformationUnstructured ?? null,
    [transfer.remittanceInformationStructured ?? [], transfer.remittanceInformationStructuredArray ?? []]
      .flat()
      .map((item) => [item.reference, item.referenceType ?? null, item.referenceIssuer ?? null]),
  ];
}
