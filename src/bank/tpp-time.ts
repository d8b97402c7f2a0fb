/** The time of a TPP: in a sandbox each has a clock of its own. */
import type { Settings } from '../operations/operation.ts';
import type { Clock, Stores } from '../operations/ports/stores.ts';

/** Epoch milliseconds. */
export async function tppTime(
  { clock, settings }: { readonly clock: Clock; readonly settings: Settings },
  stores: Stores,
  tppId: string,
): Promise<number> {
  return clock() + (settings.sandbox ? await stores.tpps.clockOffset(tppId) : 0);
}
