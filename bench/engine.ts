/** The bank's runner on a database, without doors: what the benchmark and the tests with killed processes drive. */
import { randomUUID } from 'node:crypto';
import { createBank } from '../src/bank/bank.ts';
import { createRunner, type Runner } from '../src/bank/runner.ts';
import type { OpenDatabase } from '../src/db/connections/client.ts';
import { createUnitOfWork } from '../src/db/unit-of-work.ts';
import { products } from '../src/domain/payments/products/list.ts';
import type { Bank, Clock, UnitOfWork } from '../src/operations/ports/stores.ts';

export interface Engine {
  readonly bank: Bank;
  readonly runner: Runner;
}

export interface EngineOptions {
  /** Put between the bank and its stores. */
  readonly around?: (work: UnitOfWork) => UnitOfWork;
  readonly eventsPerStep?: number;
}

export function engineOn(
  database: OpenDatabase,
  clock: Clock,
  failed: (error: unknown) => void,
  { around = (work) => work, ...options }: EngineOptions = {},
): Engine {
  const parts = {
    ...options,
    work: around(createUnitOfWork(database)),
    clock,
    ids: { next: randomUUID },
    settings: { sandbox: true, publicUrl: 'http://localhost', products },
  };
  const bank = createBank(parts);
  return { bank, runner: createRunner({ ...parts, bank, failed, connections: database.options.poolSize }) };
}
