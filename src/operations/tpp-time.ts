import type { Settings } from './operation.ts';
import type { Clock, Stores } from './ports/stores.ts';

/** The time of a TPP in epoch milliseconds: that of its clock in a sandbox, else the real one. */
export async function tppTime(
  { clock, settings }: { readonly clock: Clock; readonly settings: Settings },
  stores: Stores,
  tppId: string,
): Promise<number> {
  return clock() + (settings.sandbox ? await stores.tpps.clockOffset(tppId) : 0);
}
