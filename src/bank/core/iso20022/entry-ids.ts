/** Derives the ids of an order's entries from the order's id, so that the ids are the same each time that the order is sent. */
import { createHash } from 'node:crypto';
import { type Instruction, transfersOf } from '../../../domain/payments/instruction.ts';
import type { EntryFinder } from '../../../domain/payments/reports/report.ts';
import { versionedUuid } from '../../../domain/values/uuid.ts';

/** Stands for a required value that is missing, for example the end-to-end id when the TPP gave none. */
export const notProvided = 'NOTPROVIDED';

/** The order's id and three digits of the index in base 36: 35 characters, the limit of ISO 20022. */
export const instructionIdOf = (orderId: string, index: number): string =>
  `${orderId}${index.toString(36).padStart(3, '0')}`;

/** ISO 20022 requires a UUID of version 4. A hash takes the place of its random digits. */
export const uetrOf = (orderId: string, index: number): string =>
  versionedUuid(4, createHash('sha256').update(instructionIdOf(orderId, index)).digest('hex'));

/**
 * Returns a function that finds an entry by the first of these ids that the report has: instruction id, UETR, end-to-end id. If no
 * entry has this id, the result is null. If the order was sent without UETRs, a UETR that is unknown here comes from the bank and
 * is ignored. A report without ids is about the only entry of the order; if there are several entries, the result is null.
 */
export function createEntryFinder(
  { orderId, instruction }: { readonly orderId: string; readonly instruction: Instruction },
  hasUetr: boolean,
): EntryFinder {
  const transfers = transfersOf(instruction);
  const byInstructionId = indexesById(transfers.map((_, index) => instructionIdOf(orderId, index)));
  const byEndToEndId = indexesById(
    transfers.map(({ endToEndIdentification }) => endToEndIdentification ?? notProvided),
  );
  let byUetr: ReadonlyMap<string, number | null> | null = null;
  return ({ instructionId, uetr, endToEndId }) => {
    if (instructionId !== null) return byInstructionId.get(instructionId) ?? null;
    if (uetr !== null) {
      byUetr ??= indexesById(transfers.map((_, index) => uetrOf(orderId, index)));
      const isMadeByBank = !hasUetr && !byUetr.has(uetr);
      if (!isMadeByBank) return byUetr.get(uetr) ?? null;
    }
    if (endToEndId !== null) return byEndToEndId.get(endToEndId) ?? null;
    return transfers.length === 1 ? 0 : null;
  };
}

/** The index of each entry; null if several entries have the id. */
function indexesById(ids: readonly string[]): ReadonlyMap<string, number | null> {
  const indexes = new Map<string, number | null>();
  for (const [index, id] of ids.entries()) indexes.set(id, indexes.has(id) ? null : index);
  return indexes;
}
