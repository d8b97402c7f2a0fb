/**
 * The faults that TPPs of a sandbox have set for their next requests. Each process reads them every second and after its
 * own changes, so that requests of other TPPs need no statement. The database counts the requests, because they may reach any process.
 */
import type { Caller } from '../domain/caller.ts';
import { readFault } from '../domain/sandbox/faults.ts';
import { every } from '../every.ts';
import type { Runner } from '../housekeeping/runner.ts';
import type { FaultParts } from '../http/faults.ts';
import type { HttpRequest } from '../http/message.ts';
import type { Clock, SharedWork } from '../operations/ports/stores.ts';

const readEveryMs = 1_000;
/** A process holds the faults of at most this many TPPs. Those of further TPPs take effect only when others have ended. */
const tppsAtMost = 10_000;

export interface PendingFaults extends Pick<FaultParts, 'isPending' | 'take'>, Runner {
  /** Reads the faults from the database now. */
  load(): Promise<void>;
}

interface FaultsState {
  readonly work: SharedWork;
  readonly clock: Clock;
  /** By TPP: the prefix of the paths that its fault is for. */
  pathPrefixes: Map<string, string>;
}

export function createPendingFaults(parts: {
  readonly work: SharedWork;
  readonly clock: Clock;
}): PendingFaults {
  const state: FaultsState = { ...parts, pathPrefixes: new Map() };
  let lastRead = Promise.resolve();
  // One read starts after the other has ended, so that an older result cannot replace a newer one.
  const load = (): Promise<void> => {
    const next = lastRead.then(() => readPathPrefixes(state));
    lastRead = next.catch(() => undefined);
    return next;
  };
  // `every` repeats a failed read after the pause.
  const loop = every(readEveryMs, load, () => undefined);
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

async function readPathPrefixes(state: FaultsState): Promise<void> {
  const rows = await state.work.stores.sandbox.faults.pending(state.clock(), tppsAtMost);
  state.pathPrefixes = new Map(rows.map(({ tppId, path }) => [tppId, path]));
}

/** Requests of the console get no faults, so that it works while its user tests a client. */
function isPending({ pathPrefixes }: FaultsState, { path, trace }: HttpRequest, { tppId }: Caller): boolean {
  const prefix = pathPrefixes.get(tppId);
  return prefix !== undefined && !trace.isFromConsole && path.startsWith(prefix);
}

async function take({ work, clock, pathPrefixes }: FaultsState, { path }: HttpRequest, { tppId }: Caller) {
  const pendingFault = await work.of(tppId).stores.sandbox.faults.take(tppId, path, clock());
  if (pendingFault === null || pendingFault.timesLeft === 0) pathPrefixes.delete(tppId);
  return pendingFault && readFault(pendingFault.fault);
}
