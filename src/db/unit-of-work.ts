/** One transaction per write, READ COMMITTED: row locks and unique indexes keep it right. Deadlocks are tried again. */
import { refuse } from '../domain/refusal.ts';
import type { Stores, UnitOfWork } from '../operations/ports.ts';
import type { Executor, OpenDatabase, Session } from './client.ts';
import { isLockTimeout, isRetryable } from './failure.ts';
import { createAuthorisationStore, createPsuSessionStore } from './stores/authorisations.ts';
import { createBasketStore } from './stores/baskets.ts';
import { createClockStore } from './stores/clock.ts';
import { createCustomerDirectory } from './stores/customers.ts';
import { createLedgerStore } from './stores/ledger.ts';
import { createPaymentStore } from './stores/payments.ts';
import { createRequestStore } from './stores/requests.ts';
import { createSandboxStore } from './stores/sandbox.ts';
import { createTokenStore } from './stores/tokens.ts';
import { createTppStore } from './stores/tpps.ts';
import { createWorkStore } from './stores/work.ts';

const attemptsAtMost = 5;

export function storesOn(db: Executor): Stores {
  return {
    payments: createPaymentStore(db),
    authorisations: createAuthorisationStore(db),
    psuSessions: createPsuSessionStore(db),
    customers: createCustomerDirectory(db),
    baskets: createBasketStore(db),
    requests: createRequestStore(db),
    tokens: createTokenStore(db),
    tpps: createTppStore(db),
    sandbox: createSandboxStore(db),
    ledger: createLedgerStore(db),
    clock: createClockStore(db),
    work: createWorkStore(db),
  };
}

export function createUnitOfWork(database: OpenDatabase): UnitOfWork {
  /** Stores are made once for each connection. */
  const made = new WeakMap<Session, Stores>();
  const storesOf = (session: Session): Stores => {
    const known = made.get(session) ?? storesOn(session.db);
    made.set(session, known);
    return known;
  };
  return {
    read: storesOf(database.session),
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await database.transaction((session) => work(storesOf(session)));
        } catch (error) {
          if (isLockTimeout(error)) throw stillRunning();
          if (!isRetryable(error) || attempt >= attemptsAtMost) throw error;
        }
      }
    },
  };
}

/** The lock that was waited for is held by a request that still runs (contract 7). */
function stillRunning() {
  return refuse('CONFLICT', {
    text: 'another request holds what this one needs, perhaps the same request sent before; try again after Retry-After',
    retryAfterSeconds: 1,
  });
}
