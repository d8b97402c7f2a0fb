/** The time of a TPP, for what a core system brings about. */
import type { Settings } from '../operation.ts';
import type { Clock, Stores } from '../ports/stores.ts';

export async function timeOf(
  { clock, settings }: { readonly clock: Clock; readonly settings: Settings },
  stores: Stores,
  tppId: string,
): Promise<number> {
  return clock() + (settings.sandbox ? await stores.tpps.clockOffset(tppId) : 0);
}
