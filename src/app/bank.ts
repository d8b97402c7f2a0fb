/** Which bank is behind the service: the one choice, made once at the start. */
import { randomUUID } from 'node:crypto';
import { createCoreBank } from '../bank/core/core-bank.ts';
import { createCoreDesk } from '../bank/core/desk.ts';
import { createSimulatedBank } from '../bank/simulated/simulated-bank.ts';
import type { Upstream } from '../bank/upstream/client.ts';
import { createUpstreamBank } from '../bank/upstream/upstream-bank.ts';
import type { Settings } from '../operations/operation.ts';
import type { Bank } from '../operations/ports/bank.ts';
import type { Clock, Ids } from '../operations/ports/stores.ts';
import type { CoreBehind } from './core.ts';

/** A bank upstream, and what nobody else knows, for the states of PSUs who come back. */
export interface UpstreamBehind {
  readonly client: Upstream;
  readonly secret: () => string;
}

interface Behind {
  readonly upstream?: UpstreamBehind | null;
  readonly core?: CoreBehind | null;
  readonly publicUrl: string;
}

/** The bank of these parts: one elsewhere, a core system, or the simulated one. */
export function bankOf(
  { upstream, core, publicUrl }: Behind,
  inside: { readonly clock: Clock; readonly ids: Ids; readonly settings: Settings },
): Bank {
  if (upstream) return createUpstreamBank({ upstream: upstream.client, publicUrl, secret: upstream.secret });
  if (core)
    return createCoreBank({ ...inside, newId: randomUUID, desk: createCoreDesk(core.client, core.messages) });
  return createSimulatedBank(inside);
}
