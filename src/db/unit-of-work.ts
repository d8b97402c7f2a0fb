/** Runs each write in one READ COMMITTED transaction, made safe by row locks and unique indexes. Deadlocks are retried. */
import { LRUCache } from 'lru-cache';
import type { PaymentStatus } from '../domain/payments/status.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { Collision, type SharedWork, type Stores, type TppWork } from '../operations/ports/stores.ts';
import type { OpenDatabase } from './connections/client.ts';
import { isLockTimeout, isRetryable, violatedConstraint } from './connections/failure.ts';
import { type Changes, type News, notify } from './news.ts';
import type { Session } from './session.ts';
import { createAuthorisationStore } from './stores/authorisations/authorisations.ts';
import { createPsuSessionStore } from './stores/authorisations/psu-sessions.ts';
import { createWrongCodeStore } from './stores/authorisations/wrong-codes.ts';
import { createBasketStore } from './stores/baskets/baskets.ts';
import type { Changed } from './stores/changes.ts';
import { createClockStore } from './stores/clock.ts';
import { createCustomerDirectory } from './stores/customers.ts';
import { readFacts } from './stores/facts.ts';
import { createLedgerStore } from './stores/ledger.ts';
import { createNotificationStore } from './stores/notifications.ts';
import { createPaymentLists } from './stores/payments/payment-lists.ts';
import { createPaymentStore } from './stores/payments/payments.ts';
import { createRequestLogStore } from './stores/request-log.ts';
import { createRequestStore } from './stores/requests.ts';
import { createSandboxStore } from './stores/sandbox/sandbox.ts';
import { createTokenStore } from './stores/tokens.ts';
import { createTppStore } from './stores/tpps.ts';

const attemptsAtMost = 5;

type StoreMakers = {
  readonly [Name in keyof Stores]?: (session: Session, onChange: Changed) => Stores[Name];
};

/** Stores that the rooms `bank` and `identity-provider` define. */
export interface BankStores {
  readonly makers: StoreMakers;
  readonly refusals: readonly { readonly constraint: string; readonly refusal: () => Refusal }[];
}
const noBankStores: BankStores = { makers: {}, refusals: [] };

export const makersWith = ({ makers }: BankStores): StoreMakers => ({ ...ownMakers, ...makers });

const ownMakers: StoreMakers = {
  payments: createPaymentStore,
  paymentLists: createPaymentLists,
  authorisations: createAuthorisationStore,
  psuSessions: createPsuSessionStore,
  wrongCodes: createWrongCodeStore,
  customers: createCustomerDirectory,
  baskets: createBasketStore,
  requests: createRequestStore,
  tokens: createTokenStore,
  tpps: createTppStore,
  sandbox: createSandboxStore,
  ledger: createLedgerStore,
  clock: createClockStore,
  requestLog: createRequestLogStore,
  notifications: createNotificationStore,
};

/** Creates stores lazily, because most transactions need two or three. */
export function createStores(session: Session, onChange: Changed, makers: StoreMakers): Stores {
  const cache: Partial<Record<PropertyKey, unknown>> = {};
  const isStore = (name: PropertyKey): name is keyof Stores => Object.hasOwn(makers, name);
  return new Proxy(cache as unknown as Stores, {
    get(_, name) {
      if (isStore(name)) cache[name] ??= makers[name]?.(session, onChange);
      return cache[name];
    },
  });
}

function outsideTransaction(): never {
  throw new Error('payments change in transactions alone');
}

/** Unique indexes that decide races. */
const collisions: Readonly<Record<string, Collision['with']>> = {
  request_answers_tpp_id_request_id_pk: 'REQUEST',
  payments_latest_alike: 'ALIKE',
};

export interface Announcements {
  readonly news: News;
  /** Whether other processes would notice if this one died before it sent its notifications. */
  readonly isListening: () => boolean;
  /** Called with new statuses after the commit. */
  readonly counted?: (statuses: readonly PaymentStatus[]) => void;
}

/** Limit of cached units of work; other TPPs get a new one each time. */
const partiesAtMost = 1_000;

export function createUnitOfWork(
  database: OpenDatabase,
  announcements?: Announcements,
  bankStores: BankStores = noBankStores,
): SharedWork {
  const parties = new LRUCache<string, TppWork>({ max: partiesAtMost });
  const parts = { database, announcements, makers: makersWith(bankStores), refusals: bankStores.refusals };
  return {
    ...workOf(parts, ''),
    of(tppId) {
      const earlierWork = parties.get(tppId);
      if (earlierWork !== undefined) return earlierWork;
      const partyWork = workOf(parts, tppId);
      parties.set(tppId, partyWork);
      return partyWork;
    },
  };
}

interface WorkParts extends BankStores {
  readonly database: OpenDatabase;
  readonly announcements: Announcements | undefined;
}

function workOf({ database, announcements, makers, refusals }: WorkParts, tppId: string): TppWork {
  const party = database.of(tppId);

  async function once<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    const changes: Changes = new Map();
    const statuses: PaymentStatus[] = [];
    const onChange: Changed = (tppId, paymentIds, newStatuses) => {
      changes.set(tppId, [...(changes.get(tppId) ?? []), ...paymentIds]);
      for (const status of newStatuses) statuses.push(status);
    };
    // Decided once, because the listening connection may come and go meanwhile.
    let announced = false;
    const result = await party.transaction(async (session) => {
      const outcome = await work(createStores(session, onChange, makers));
      if (changes.size > 0 && announcements?.isListening() !== true) {
        announced = true;
        await notify(session, changes);
      }
      return outcome;
    });
    if (changes.size > 0) {
      announcements?.counted?.(statuses);
      if (!announced) announcements?.news.tell(changes);
    }
    return result;
  }

  async function repeated<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(work);
      } catch (error) {
        if (isLockTimeout(error)) throw stillRunning();
        const violated = violatedConstraint(error);
        const collision = collisions[violated ?? ''];
        if (collision !== undefined) throw new Collision(collision, { cause: error });
        const rule = refusals.find(({ constraint }) => constraint === violated);
        if (rule !== undefined) throw rule.refusal();
        if (!isRetryable(error) || attempt >= attemptsAtMost) throw error;
      }
    }
  }

  return {
    read: createStores(party.session, outsideTransaction, makers),
    readOnly: createStores(party.readOnly, outsideTransaction, makers),
    transaction: repeated,
    facts: (question) => readFacts(party.session, tppId, question),
  };
}

function stillRunning() {
  return refuse('CONFLICT', {
    text: 'another request is using the same resource, perhaps an earlier copy of this request; retry after the seconds in Retry-After',
    retryAfterSeconds: 1,
  });
}
