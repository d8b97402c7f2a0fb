/** A bulk payment is decided entry by entry: what its entries have come to by now, and what that makes of the whole. */
import { transfersOf } from '../../domain/payments/instruction.ts';
import { isFinal, type PaymentStatus } from '../../domain/payments/status.ts';
import type { News } from '../ports/orders.ts';
import type { PaymentRecord, Stores } from '../ports/stores.ts';

type EntryNews = News & { readonly position: number | null };

/** Keeps what is new of the entries; answers what the payment as a whole has come to, null: nothing that is known. */
export async function decidedBy(
  stores: Stores,
  { paymentId, instruction }: PaymentRecord,
  whole: News | null,
  entries: readonly EntryNews[],
  at: number,
): Promise<News | null> {
  const known = new Map<number, PaymentStatus>();
  for (const { position, status } of (await stores.work.entriesOf([paymentId])).get(paymentId) ?? [])
    known.set(position, status);
  const fresh = entries.flatMap(({ position, status, reason }) => {
    const before = position === null ? null : known.get(position);
    // What has ended stays as it is; a waiting entry is told again only when it has changed.
    if (position === null || status === null || status === before || (before && isFinal(before))) return [];
    known.set(position, status);
    return [{ paymentId, position, status, at, reason }];
  });
  if (fresh.length > 0) await stores.work.saveEntries(fresh);
  return ofAll([...known.values()], transfersOf(instruction).length, whole);
}

/** All entries ended: by them alone. Else what was said of the whole, which ends only what has no entries of its own. */
function ofAll(statuses: readonly PaymentStatus[], all: number, whole: News | null): News | null {
  const ended = statuses.filter(isFinal);
  const settled = ended.filter((status) => status === 'ACSC').length;
  if (ended.length === all) {
    const status = settled === all ? 'ACSC' : settled === 0 ? 'RJCT' : 'PART';
    const reason = `${settled} of ${all} entries were settled`;
    return { status, fundsAvailable: null, reason, echo: false, strange: null };
  }
  if (whole?.status && isFinal(whole.status) && ended.length > 0 && whole.status !== 'CANC') return null;
  return whole;
}
