/** The ids of entries derive from the order's id, so that they are the same each time that the order is sent. */
import { createHash } from 'node:crypto';
import { type Instruction, transfersOf } from '../../../domain/payments/instruction.ts';
import type { EntryFinder } from '../../../domain/payments/reports/report.ts';
import { versionedUuid } from '../../../domain/values/uuid.ts';

/** Stands for a required value that is missing. */
export const notProvided = 'NOTPROVIDED';

/** The order's id and three digits of the index in base 36: 35 characters, the limit of ISO 20022. */
export const instructionIdOf = (orderId: string, index: number): string =>
  `${orderId}${index.toString(36).padStart(3, '0')}`;

/** ISO 20022 requires a UUID of version 4. A hash takes the place of its random digits. */
export const uetrOf = (orderId: string, index: number): string =>
  versionedUuid(4, createHash('sha256').update(instructionIdOf(orderId, index)).digest('hex'));

/** Finds an entry by the first id that the report has. `writesUetrs`: the present profile writes UETRs into orders of this product. */
export function createEntryFinder(
  { orderId, instruction }: { readonly orderId: string; readonly instruction: Instruction },
  writesUetrs: boolean,
): EntryFinder {
  const transfers = transfersOf(instruction);
  const byInstructionId = indexesById(transfers.map((_, index) => instructionIdOf(orderId, index)));
  const byEndToEndId = indexesById(
    transfers.map(({ endToEndIdentification }) => endToEndIdentification ?? notProvided),
  );
  // Made only for a report with a UETR, because each UETR needs a hash.
  let byUetr: ReadonlyMap<string, number | null> | null = null;
  return ({ instructionId, uetr, endToEndId }) => {
    if (instructionId !== null) return byInstructionId.get(instructionId) ?? null;
    if (uetr !== null) {
      byUetr ??= indexesById(transfers.map((_, index) => uetrOf(orderId, index)));
      // Even without `writesUetrs`, an earlier profile may have written the UETR. If the bank itself made it, the next id decides.
      if (writesUetrs || byUetr.has(uetr)) return byUetr.get(uetr) ?? null;
    }
    if (endToEndId !== null) return byEndToEndId.get(endToEndId) ?? null;
    return transfers.length === 1 ? 0 : null;
  };
}

/** null: several entries have the id. */
function indexesById(ids: readonly string[]): ReadonlyMap<string, number | null> {
  const indexes = new Map<string, number | null>();
  for (const [index, id] of ids.entries()) indexes.set(id, indexes.has(id) ? null : index);
  return indexes;
}
