/**
 * The TPPs of a sandbox that have set faults for their next requests. Each process reads them every second and after its own
 * changes, so that normal requests need no statement. The database counts the requests for all processes together.
 */
import type { Caller } from '../domain/caller.ts';
import { readFault } from '../domain/sandbox/faults.ts';
import { every } from '../every.ts';
import type { Runner } from '../housekeeping/runner.ts';
import type { FaultParts } from '../http/faults.ts';
import type { HttpRequest } from '../http/message.ts';
import type { Clock, SharedWork } from '../operations/ports/stores.ts';

const lookEveryMs = 1_000;
/** Other TPPs have to wait until some of these faults have ended. */
const tppsAtMost = 10_000;

export interface SetFaultsOfTpps extends Pick<FaultParts, 'isPending' | 'take'>, Runner {
  /** Reads now. */
  load(): Promise<void>;
}

interface FaultsState {
  readonly work: SharedWork;
  readonly clock: Clock;
  /** The prefix of paths by TPP. */
  pending: Map<string, string>;
}

export function createSetFaults(parts: {
  readonly work: SharedWork;
  readonly clock: Clock;
}): SetFaultsOfTpps {
  const state: FaultsState = { ...parts, pending: new Map() };
  let looks = Promise.resolve();
  // One after the other: an older result must not replace a newer one.
  const load = (): Promise<void> => {
    const next = looks.then(() => look(state));
    looks = next.catch(() => undefined);
    return next;
  };
  // A failed read is repeated after the pause.
  const loop = every(lookEveryMs, load, () => undefined);
  return {
    load,
    isPending: (request, caller) => isPending(state, request, caller),
    take: (request, caller) => take(state, request, caller),
    tick: async () => {
      await load();
      return 0;
    },
    start() {
      loop.start();
      loop.wake();
    },
    stop: loop.stop,
  };
}

async function look(state: FaultsState): Promise<void> {
  const rows = await state.work.read.sandbox.faults.pending(state.clock(), tppsAtMost);
  state.pending = new Map(rows.map(({ tppId, path }) => [tppId, path]));
}

/** Not requests of the console, which must work while its user tests a client. */
function isPending({ pending }: FaultsState, { path, trace }: HttpRequest, { tppId }: Caller): boolean {
  const begin = pending.get(tppId);
  return begin !== undefined && !trace.byConsole && path.startsWith(begin);
}

async function take({ work, clock, pending }: FaultsState, { path }: HttpRequest, { tppId }: Caller) {
  const faults = await work.of(tppId).read.sandbox.faults.take(tppId, path, clock());
  if (faults === null || faults.timesLeft === 0) pending.delete(tppId);
  return faults && readFault(faults.fault);
}
