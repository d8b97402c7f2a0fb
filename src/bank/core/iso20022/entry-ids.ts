/** Ids of entries follow from the order's id and the index, so nothing is stored and a repeated order is identical. */
import { createHash } from 'node:crypto';
import { type Instruction, transfersOf } from '../../../domain/payments/instruction.ts';
import type { EntryFinder } from '../../../domain/payments/reports/report.ts';

/** Written when the TPP gave no end-to-end reference. */
export const notProvided = 'NOTPROVIDED';

/** The order's id and three digits of the index in base 36: 35 characters, the limit of ISO 20022. */
export const instructionIdOf = (orderId: string, index: number): string =>
  `${orderId}${index.toString(36).padStart(3, '0')}`;

/** ISO 20022 requires UUID version 4; the digits are a hash. */
export function uetrOf(orderId: string, index: number): string {
  const hash = createHash('sha256').update(instructionIdOf(orderId, index)).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x40, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const digits = hash.toString('hex', 0, 16);
  return [8, 12, 16, 20, 32].map((end, part) => digits.slice([0, 8, 12, 16, 20][part], end)).join('-');
}

/**
 * Finds entries by the most exact name: instruction id, UETR, end-to-end id. An unknown name is not replaced by the next one,
 * except a UETR of an order sent without: the bank has given its own. Without a name it is the only entry.
 */
export function entryFinder(
  { orderId, instruction }: { readonly orderId: string; readonly instruction: Instruction },
  hasUetr: boolean,
): EntryFinder {
  const transfers = transfersOf(instruction);
  const byInstructionId = indexed(transfers.map((_, index) => instructionIdOf(orderId, index)));
  const byEndToEndId = indexed(
    transfers.map(({ endToEndIdentification }) => endToEndIdentification ?? notProvided),
  );
  let byUetr: ReadonlyMap<string, number | null> | null = null;
  return ({ instructionId, uetr, endToEndId }) => {
    if (instructionId !== null) return byInstructionId.get(instructionId) ?? null;
    if (uetr !== null) {
      byUetr ??= indexed(transfers.map((_, index) => uetrOf(orderId, index)));
      const entry = byUetr.get(uetr);
      if (entry !== undefined || hasUetr) return entry ?? null;
    }
    if (endToEndId !== null) return byEndToEndId.get(endToEndId) ?? null;
    return transfers.length === 1 ? 0 : null;
  };
}

/** null if several entries have the name. */
function indexed(names: readonly string[]): ReadonlyMap<string, number | null> {
  const indexByName = new Map<string, number | null>();
  for (const [index, name] of names.entries()) indexByName.set(name, indexByName.has(name) ? null : index);
  return indexByName;
}
