/** Housekeeping and the simulated bank on a database, without doors, for tests that kill processes. */
import { randomUUID } from 'node:crypto';
import { bankStores } from '../../../src/app/bank-stores.ts';
import { createSimulatedBank } from '../../../src/bank/simulated/simulated-bank.ts';
import type { OpenDatabase } from '../../../src/db/connections/client.ts';
import { createUnitOfWork } from '../../../src/db/unit-of-work.ts';
import { createRunner, type Runner } from '../../../src/housekeeping/runner.ts';
import { moveToTarget } from '../../../src/housekeeping/timeline.ts';
import type { MoveClock } from '../../../src/operations/ports/clock.ts';
import type { Clock, SharedWork } from '../../../src/operations/ports/stores.ts';

export interface Engine {
  readonly moveClock: MoveClock;
  readonly runner: Runner;
}

export interface EngineOptions {
  /** Wraps the stores of the bank. */
  readonly around?: (work: SharedWork) => SharedWork;
}

export function engineOn(
  database: OpenDatabase,
  clock: Clock,
  onError: (error: unknown) => void,
  { around = (work) => work }: EngineOptions = {},
): Engine {
  const parts = {
    work: around(createUnitOfWork(database, bankStores)),
    clock,
    ids: { next: randomUUID },
    settings: { sandbox: true, publicUrl: 'http://localhost' },
  };
  const bank = createSimulatedBank(parts);
  const kept = { ...parts, bank };
  const { poolSize: connections } = database.options;
  return {
    moveClock: (...args) => moveToTarget(kept, ...args),
    runner: createRunner({ ...kept, onError, connections }),
  };
}
