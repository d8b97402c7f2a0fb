/** Runs each write in one READ COMMITTED transaction, and repeats it after a deadlock or an `OutdatedRead`. */
import { LRUCache } from 'lru-cache';
import type { PaymentStatus } from '../domain/payments/status.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import {
  Collision,
  OutdatedRead,
  type SharedWork,
  type StoreKey,
  type Stores,
  type TppWork,
} from '../operations/ports/stores.ts';
import { announce, type Changes } from './announcements.ts';
import type { OpenDatabase } from './connections/client.ts';
import { isLockTimeout, isRetryable, violatedConstraint } from './connections/failure.ts';
import { noTpp, type Session } from './session.ts';
import { createAuthorisationStore } from './stores/authorisations/authorisations.ts';
import { createPsuSessionStore } from './stores/authorisations/psu-sessions.ts';
import { createWrongCodeStore } from './stores/authorisations/wrong-codes.ts';
import { createBasketStore } from './stores/baskets/baskets.ts';
import { createClockStore } from './stores/clock.ts';
import { createCustomerDirectory } from './stores/customers.ts';
import { readFacts } from './stores/facts.ts';
import { createLedgerStore } from './stores/ledger.ts';
import type { ChangeListener } from './stores/notification-outbox.ts';
import { createNotificationStore } from './stores/notifications.ts';
import { createPaymentLists } from './stores/payments/payment-lists.ts';
import { createPaymentStore } from './stores/payments/payments.ts';
import { createRequestLogStore } from './stores/request-log.ts';
import { createRequestStore } from './stores/requests.ts';
import { createSandboxStore } from './stores/sandbox/sandbox.ts';
import { createTokenStore } from './stores/tokens.ts';
import { createTppStore } from './stores/tpps.ts';

const maxAttempts = 5;

type StoreMaker<Store> = (session: Session, onChange: ChangeListener) => Store;
type StoreMakers = Readonly<Record<PropertyKey, StoreMaker<unknown>>>;

export const makerOf = <Store>({ name }: StoreKey<Store>, create: StoreMaker<Store>): StoreMakers => ({
  [name]: create,
});

/** Stores that the rooms `bank` and `identity-provider` define. */
export interface BankStores {
  readonly makers: StoreMakers;
  readonly constraintRefusals: readonly { readonly constraint: string; readonly refusal: () => Refusal }[];
}

export const allStoreMakers = ({ makers }: BankStores): StoreMakers => ({ ...ownMakers, ...makers });

const ownMakers: { readonly [Name in Exclude<keyof Stores, 'get'>]: StoreMaker<Stores[Name]> } = {
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

/** Creates each store when its property is first read: all stores would take 90 µs, and most transactions need two or three. */
export function createStores(session: Session, onChange: ChangeListener, makers: StoreMakers): Stores {
  const properties: Record<PropertyKey, unknown> = { get: ({ name }: StoreKey<unknown>) => read(name) };
  function read(name: PropertyKey): unknown {
    if (Object.hasOwn(makers, name)) properties[name] ??= makers[name]?.(session, onChange);
    return properties[name];
  }
  return new Proxy(properties as unknown as Stores, { get: (_, name) => read(name) });
}

function throwOnChange(): never {
  throw new Error('a payment may be changed only in a transaction');
}

/** Unique indexes that decide races. */
const collisions: Readonly<Record<string, Collision['with']>> = {
  request_answers_tpp_id_request_id_pk: 'REQUEST',
  payments_latest_alike: 'DUPLICATE',
};

const maxCachedTpps = 1_000;

export function createUnitOfWork(
  database: OpenDatabase,
  bankStores: BankStores = { makers: {}, constraintRefusals: [] },
  onStatuses: (statuses: readonly PaymentStatus[]) => void = () => undefined,
): SharedWork {
  const { constraintRefusals } = bankStores;
  const parts = { database, onStatuses, makers: allStoreMakers(bankStores), constraintRefusals };
  const workByTpp = new LRUCache<string, TppWork>({
    max: maxCachedTpps,
    memoMethod: (tppId) => workOf(parts, tppId),
  });
  return { ...workOf(parts, noTpp), of: (tppId) => workByTpp.memo(tppId) };
}

interface WorkParts extends Pick<BankStores, 'constraintRefusals'> {
  readonly database: OpenDatabase;
  /** The makers of all stores, not only of `BankStores`. */
  readonly makers: StoreMakers;
  /** Gets the new statuses of payments after each commit, for a metric. */
  readonly onStatuses: (statuses: readonly PaymentStatus[]) => void;
}

function workOf({ database, onStatuses, makers, constraintRefusals }: WorkParts, tppId: string): TppWork {
  const tppDatabase = database.of(tppId);

  async function runOnce<T>(callback: (stores: Stores) => Promise<T>): Promise<T> {
    const changes: Changes = new Map();
    const statuses: PaymentStatus[] = [];
    const onChange: ChangeListener = (changedTppId, paymentIds, newStatuses) => {
      changes.set(changedTppId, [...(changes.get(changedTppId) ?? []), ...paymentIds]);
      for (const status of newStatuses) statuses.push(status);
    };
    const result = await tppDatabase.transaction(async (session) => {
      const outcome = await callback(createStores(session, onChange, makers));
      if (changes.size > 0) await announce(session, changes);
      return outcome;
    });
    if (changes.size > 0) onStatuses(statuses);
    return result;
  }

  async function runWithRetries<T>(callback: (stores: Stores) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runOnce(callback);
      } catch (error) {
        if (isLockTimeout(error)) throw contentionRefusal();
        const constraint = violatedConstraint(error);
        const collision = collisions[constraint ?? ''];
        if (collision !== undefined) throw new Collision(collision, { cause: error });
        const constraintRefusal = constraintRefusals.find((candidate) => candidate.constraint === constraint);
        if (constraintRefusal !== undefined) throw constraintRefusal.refusal();
        const isOutdated = error instanceof OutdatedRead;
        if (!isOutdated && !isRetryable(error)) throw error;
        if (attempt === maxAttempts) throw isOutdated ? contentionRefusal() : error;
      }
    }
  }

  return {
    stores: createStores(tppDatabase.session, throwOnChange, makers),
    readOnly: createStores(tppDatabase.readOnly, throwOnChange, makers),
    transaction: runWithRetries,
    facts: (query) => readFacts(tppDatabase.session, tppId, query),
  };
}

function contentionRefusal() {
  return refuse('CONFLICT', {
    text: 'another request is using the same resource, perhaps an earlier copy of this request; retry after the seconds in Retry-After',
    retryAfterSeconds: 1,
  });
}
