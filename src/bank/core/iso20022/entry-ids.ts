/** The ids of entries are derived from the order's id and their index, so none is stored, and an order that is sent again is identical. */
import { createHash } from 'node:crypto';
import { type Instruction, transfersOf } from '../../../domain/payments/instruction.ts';
import type { EntryFinder } from '../../../domain/payments/reports/report.ts';

/** Stands for a required value that is missing, for example the end-to-end id when the TPP gave none. */
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
  const parts = [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ];
  return parts.map(([start, end]) => digits.slice(start, end)).join('-');
}

/**
 * Finds an entry by the first name that the report has: instruction id, UETR or end-to-end id. If no entry has that name, there is
 * no match. Only an unknown UETR of an order that was sent without UETRs is skipped: the bank has made it. A report without any name
 * matches the only entry of an order.
 */
export function entryFinder(
  { orderId, instruction }: { readonly orderId: string; readonly instruction: Instruction },
  hasUetr: boolean,
): EntryFinder {
  const transfers = transfersOf(instruction);
  const byInstructionId = indexesByName(transfers.map((_, index) => instructionIdOf(orderId, index)));
  const byEndToEndId = indexesByName(
    transfers.map(({ endToEndIdentification }) => endToEndIdentification ?? notProvided),
  );
  let byUetr: ReadonlyMap<string, number | null> | null = null;
  return ({ instructionId, uetr, endToEndId }) => {
    if (instructionId !== null) return byInstructionId.get(instructionId) ?? null;
    if (uetr !== null) {
      byUetr ??= indexesByName(transfers.map((_, index) => uetrOf(orderId, index)));
      const index = byUetr.get(uetr);
      if (index !== undefined || hasUetr) return index ?? null;
    }
    if (endToEndId !== null) return byEndToEndId.get(endToEndId) ?? null;
    return transfers.length === 1 ? 0 : null;
  };
}

/** The index of each name; null if several entries have the name. */
function indexesByName(names: readonly string[]): ReadonlyMap<string, number | null> {
  const indexes = new Map<string, number | null>();
  for (const [index, name] of names.entries()) indexes.set(name, indexes.has(name) ? null : index);
  return indexes;
}
