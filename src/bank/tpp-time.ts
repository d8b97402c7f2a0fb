import type { Settings } from '../operations/operation.ts';
import type { Clock, Stores } from '../operations/ports/stores.ts';

/** Epoch milliseconds. In a sandbox each TPP has its own clock. */
export async function readTppTime(
  { clock, settings }: { readonly clock: Clock; readonly settings: Settings },
  stores: Stores,
  tppId: string,
): Promise<number> {
  return clock() + (settings.sandbox ? await stores.tpps.clockOffset(tppId) : 0);
}
