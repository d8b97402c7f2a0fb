/**
 * The faults that TPPs of a sandbox have set for their next requests. Each process reads them every second and after its
 * own changes, so that requests of other TPPs need no statement. The database counts the requests, because they may reach any process.
 */
import { readFault } from '../domain/sandbox/faults.ts';
import { every } from '../every.ts';
import type { Runner } from '../housekeeping/runner.ts';
import { createFaults, type Faults } from '../http/faults.ts';
import type { Clock, SharedWork } from '../operations/ports/stores.ts';

const readEveryMs = 1_000;
/** A process holds the faults of at most this many TPPs. Those of further TPPs take effect only when others have ended. */
const tppsAtMost = 10_000;

export interface SandboxFaults extends Faults, Runner {
  /** Reads the faults from the database now. */
  load(): Promise<void>;
}

/** `waitingAtMost`: how many requests may wait at once because of a fault. */
export function createSandboxFaults(work: SharedWork, clock: Clock, waitingAtMost: number): SandboxFaults {
  /** By TPP: the prefix of the paths that its fault is for. */
  let pathPrefixes = new Map<string, string>();
  const readPathPrefixes = async () => {
    const rows = await work.stores.sandbox.faults.pending(clock(), tppsAtMost);
    pathPrefixes = new Map(rows.map(({ tppId, path }) => [tppId, path]));
  };
  let lastRead = Promise.resolve();
  // One read starts after the other has ended, so that an older result cannot replace a newer one.
  const load = (): Promise<void> => {
    const next = lastRead.then(readPathPrefixes);
    lastRead = next.catch(() => undefined);
    return next;
  };
  // `every` repeats a failed read after the pause.
  const loop = every(readEveryMs, load, () => undefined);
  const faults = createFaults({
    waitingAtMost,
    /** Requests of the console get no faults, so that it works while its user tests a client. */
    isPending({ path, trace }, { tppId }) {
      const prefix = pathPrefixes.get(tppId);
      return prefix !== undefined && !trace.isFromConsole && path.startsWith(prefix);
    },
    async take({ path }, { tppId }) {
      const pendingFault = await work.of(tppId).stores.sandbox.faults.take(tppId, path, clock());
      if (pendingFault === null || pendingFault.timesLeft === 0) pathPrefixes.delete(tppId);
      return pendingFault && readFault(pendingFault.fault);
    },
  });
  return {
    ...faults,
    load,
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
