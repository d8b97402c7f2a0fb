/** One transaction per write, READ COMMITTED: row locks and unique indexes keep it right. Deadlocks are tried again. */
import { refuse } from '../domain/refusal.ts';
import { Collision, type Stores, type UnitOfWork } from '../operations/ports.ts';
import type { OpenDatabase } from './client.ts';
import { isLockTimeout, isRetryable, violatedConstraint } from './failure.ts';
import { type Changes, type News, notify, payloadsOf } from './news.ts';
import { StoreSession } from './store-session.ts';
import { createAuthorisationStore } from './stores/authorisations.ts';
import { createBasketStore } from './stores/baskets.ts';
import { createClockStore } from './stores/clock.ts';
import { createCustomerDirectory } from './stores/customers.ts';
import { createFactStore } from './stores/facts.ts';
import { createLedgerStore } from './stores/ledger.ts';
import { createPaymentStore } from './stores/payments.ts';
import { createPsuSessionStore } from './stores/psu-sessions.ts';
import { createRequestStore } from './stores/requests.ts';
import { createSandboxStore } from './stores/sandbox.ts';
import { createTokenStore } from './stores/tokens.ts';
import { createTppStore } from './stores/tpps.ts';
import { createWorkStore } from './stores/work.ts';
import { createWrongCodeStore } from './stores/wrong-codes.ts';

const attemptsAtMost = 5;

const makers: { readonly [Name in keyof Stores]: (session: StoreSession) => Stores[Name] } = {
  facts: createFactStore,
  payments: createPaymentStore,
  authorisations: createAuthorisationStore,
  psuSessions: ({ db }) => createPsuSessionStore(db),
  wrongCodes: ({ db }) => createWrongCodeStore(db),
  customers: ({ db }) => createCustomerDirectory(db),
  baskets: ({ db }) => createBasketStore(db),
  requests: createRequestStore,
  tokens: ({ db }) => createTokenStore(db),
  tpps: ({ db }) => createTppStore(db),
  sandbox: ({ db }) => createSandboxStore(db),
  ledger: ({ db }) => createLedgerStore(db),
  clock: ({ db }) => createClockStore(db),
  work: ({ db }) => createWorkStore(db),
};

/** The stores of a session, each made when it is first asked for: most transactions need two or three. */
class SessionStores {
  readonly session: StoreSession;
  readonly made: Partial<Record<keyof Stores, unknown>> = {};

  constructor(session: StoreSession) {
    this.session = session;
  }
}
for (const name of Object.keys(makers) as (keyof Stores)[]) {
  Object.defineProperty(SessionStores.prototype, name, {
    get(this: SessionStores) {
      this.made[name] ??= makers[name](this.session);
      return this.made[name];
    },
  });
}

const storesOn = (session: StoreSession): Stores => new SessionStores(session) as unknown as Stores;

/** Unique indexes that decide which of two transactions was first. */
const collisions: Readonly<Record<string, Collision['with']>> = {
  request_answers_tpp_id_request_id_pk: 'REQUEST',
  payments_latest_alike: 'ALIKE',
};

export interface Told {
  readonly news: News;
  /** Whether the others would notice if this process died with news untold. */
  readonly standing: () => boolean;
}

export function createUnitOfWork(database: OpenDatabase, told?: Told): UnitOfWork {
  async function once<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    const changes: Changes = new Map();
    const result = await database.transaction(async (session) => {
      const outcome = await work(storesOn(new StoreSession(session, changes)));
      if (changes.size > 0 && told?.standing() !== true) await notify(session, payloadsOf(changes));
      return outcome;
    });
    if (changes.size > 0 && told?.standing() === true) told.news.tell(changes);
    return result;
  }

  return {
    read: storesOn(new StoreSession(database.session, null)),
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(work);
        } catch (error) {
          if (isLockTimeout(error)) throw stillRunning();
          const met = collisions[violatedConstraint(error) ?? ''];
          if (met !== undefined) throw new Collision(met, { cause: error });
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
