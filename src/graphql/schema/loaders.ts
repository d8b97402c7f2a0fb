/** Batches the reads of one request with DataLoader. Start at `createLoaders`. */
import DataLoader from 'dataloader';
import { refuse } from '../../domain/refusal.ts';
import { type BookingStatus, type DayRange, requireRange } from '../../domain/sandbox/transaction-lists.ts';
import { withExpiry } from '../../operations/authorisations/find-authorisation.ts';
import { scaRedirectOf } from '../../operations/authorisations/open.ts';
import type { NotificationAttempt, NotificationTarget } from '../../operations/notifications/ports.ts';
import { type ShownStatus, staleStatuses, warningsOf } from '../../operations/payments/stale-status.ts';
import { countedOfEachAtMost, type Page } from '../../operations/ports/page.ts';
import type { TransferRange } from '../../operations/ports/payment-parts.ts';
import type { AuthorisationRecord, ListedPayment, StatusChange } from '../../operations/ports/stores.ts';
import { applyAmountFix } from '../../operations/sandbox/cards/get-sandbox-card-transactions.ts';
import type { CardTransactionKey, EntryKey, StoredCardTransaction } from '../../operations/sandbox/ports.ts';
import { type DataKind, instructionData, paymentData, type Readable, tppData } from '../readable.ts';

/** Authorisations shown for each payment, newest first. */
export const authorisationsOfEachAtMost = 100;
/** Creditors named for each payment. */
export const creditorNamesAtMost = 10;

/** Reads for the loaders of one request. */
export interface StoreReader {
  /** Whether payments of baskets are read with their instructions. */
  readonly withInstructions: boolean;
  readStores<Value>(kind: DataKind, readValue: (of: Readable) => Promise<Value>): Promise<Value>;
}

type ReadMany<Wanted, Answer> = (of: Readable, keys: readonly Wanted[]) => Promise<Answer>;
type AskById<Value> = ReadMany<string, ReadonlyMap<string, Value>>;

const byId = <Value, None>(reader: StoreReader, kind: DataKind, none: None, ask: AskById<Value>) =>
  new DataLoader<string, Value | None>(async (ids) => {
    const values = await reader.readStores(kind, (of) => ask(of, ids));
    return ids.map((id) => values.get(id) ?? none);
  });

/** A loader for keys that have more than an id. */
const byKey = <Wanted, Value>(
  reader: StoreReader,
  kind: DataKind,
  cacheKeyFn: (key: Wanted) => string,
  ask: ReadMany<Wanted, readonly Value[]>,
) =>
  new DataLoader<Wanted, Value, string>((keys) => reader.readStores(kind, (of) => ask(of, keys)), {
    cacheKeyFn,
  });

/** Equal requests for accounts share one read. */
function byAccount<Question, Value>(
  reader: StoreReader,
  none: Value,
  ask: (of: Readable, resourceIds: readonly string[], question: Question) => ReturnType<AskById<Value>>,
) {
  const loaders = new Map<string, DataLoader<string, Value>>();
  return {
    load(resourceId: string, question: Question): Promise<Value> {
      const key = JSON.stringify(question);
      const loader = loaders.get(key) ?? byId(reader, tppData, none, (of, ids) => ask(of, ids, question));
      loaders.set(key, loader);
      return loader.load(resourceId);
    },
    clearAll: () => loaders.clear(),
  };
}

const idOf = ({ paymentId }: { readonly paymentId: string }): string => paymentId;
const rangeKey = ({ paymentId, offset, limit }: TransferRange) => `${paymentId} ${offset} ${limit}`;

interface PageOf<Key> {
  readonly range: DayRange;
  readonly page: Page<Key>;
}
interface CardPage extends PageOf<CardTransactionKey> {
  readonly bookingStatus: BookingStatus;
  /** Values of x-accept-fix. */
  readonly fixes: readonly string[];
}

/** Items read at once for many resources: some megabytes. */
export const itemsAtOnce = 5_000;

const tooMany = {
  transfers: `the bulk payments hold more than ${itemsAtOnce} entries; ask for fewer payments, or for some entries by first and offset`,
  bookings: `the payments have more than ${itemsAtOnce} bookings to show; ask for fewer payments, or for some bookings by first and offset`,
  accounts: `the customers have more than ${itemsAtOnce} accounts to show; ask for fewer customers, or for some accounts by first and offset`,
  transactions: `the accounts have more than ${itemsAtOnce} transactions to show; ask for fewer accounts, or for smaller pages`,
};

/** Returns the items that a store read. Refuses null, which means too many items. */
function requireFew<Items>(items: Items | null, what: keyof typeof tooMany): Items {
  if (items === null) throw refuse('BAD_REQUEST', { text: tooMany[what] });
  return items;
}

/** The accounts by their ids, without those that no longer exist. */
async function accountsOf<Account extends { readonly resourceId: string }>(
  ids: readonly string[],
  readAccounts: (ids: readonly string[]) => Promise<readonly Account[]>,
): Promise<ReadonlyMap<string, Account>> {
  const few = requireFew(ids.length > itemsAtOnce ? null : ids, 'accounts');
  return new Map((await readAccounts(few)).map((account) => [account.resourceId, account]));
}

async function entriesOf({ stores }: Readable, ids: readonly string[], { range, page }: PageOf<EntryKey>) {
  requireRange(range);
  return requireFew(
    await stores.sandbox.accounts.entriesOfMany(ids, range, page, itemsAtOnce),
    'transactions',
  );
}

async function transactionsOf({ stores }: Readable, ids: readonly string[], page: CardPage) {
  requireRange(page.range);
  // The interface cannot store pending transactions.
  if (page.bookingStatus === 'pending') return new Map<string, readonly StoredCardTransaction[]>();
  const { cards } = stores.sandbox;
  const transactions = await cards.transactionsOfMany(ids, page.range, page.page, itemsAtOnce);
  const few = [...requireFew(transactions, 'transactions')];
  return new Map(few.map(([id, some]) => [id, applyAmountFix(page.fixes, some)]));
}

/** The fields of a payment that its history needs. The history begins with the creation, which only the payment records. */
type PaymentCreation = Pick<ListedPayment, 'paymentId' | 'createdAt'>;

const creation = (at: number): StatusChange => ({ from: null, to: 'RCVD', at, reason: 'created by the TPP' });

async function historiesOf({ stores }: Readable, payments: readonly PaymentCreation[]) {
  const moves = await stores.paymentLists.moves(payments.map(idOf));
  return payments.map((one) => [creation(one.createdAt), ...(moves.get(one.paymentId) ?? [])]);
}

async function warningsOfMany(of: Readable, payments: readonly ShownStatus[]) {
  const stale = await staleStatuses(of, payments);
  return payments.map(({ paymentId }) => {
    const status = stale.get(paymentId);
    return status === undefined ? [] : warningsOf([status]);
  });
}

/** An authorisation for its TPP; an open one has its link. */
export type ReadAuthorisation = Pick<
  AuthorisationRecord,
  'authorisationId' | 'kind' | 'scaStatus' | 'endReason' | 'createdAt' | 'expiresAt' | 'endedAt'
> & { readonly scaRedirect: string | null };

async function authorisationsOf(of: Readable, paymentIds: readonly string[]) {
  const records = await of.stores.authorisations.listMany(paymentIds, authorisationsOfEachAtMost);
  const { now } = await of.time();
  const toAuthorisation = (record: AuthorisationRecord): ReadAuthorisation => {
    const { authorisationId, kind, scaStatus, endReason, createdAt, expiresAt, endedAt } = withExpiry(
      record,
      now,
    );
    const scaRedirect = endedAt === null ? scaRedirectOf(of, record) : null;
    return { authorisationId, kind, scaStatus, endReason, createdAt, expiresAt, endedAt, scaRedirect };
  };
  return new Map([...records].map(([paymentId, some]) => [paymentId, some.map(toAuthorisation)]));
}

/** The notifications of a payment as its TPP reads them. */
export interface ReadNotifications
  extends Pick<NotificationTarget, 'uri' | 'content' | 'delivered' | 'failures'> {
  readonly state: 'ACTIVE' | NonNullable<NotificationTarget['endReason']>;
  readonly pending: number;
  readonly lastAttempt: Pick<NotificationAttempt, 'at' | 'status' | 'failure'> | null;
  readonly nextAttemptAt: number | null;
}

async function notificationsOf({ stores, time }: Readable, paymentIds: readonly string[]) {
  const targets = await stores.notifications.ofPayments(paymentIds);
  const { realNow } = await time();
  const toNotifications = (target: NotificationTarget): ReadNotifications => {
    const { pending, endReason, lastAttemptAt: at, lastStatus: status, lastFailure: failure } = target;
    const waits = endReason === null && pending.length > 0;
    return {
      ...target,
      state: endReason ?? 'ACTIVE',
      pending: pending.length,
      lastAttempt: at === null ? null : { at, status, failure },
      nextAttemptAt: waits ? Math.max(target.nextAt, realNow) : null,
    };
  };
  return new Map([...targets].map(([paymentId, target]) => [paymentId, toNotifications(target)]));
}

const paymentLoaders = (reader: StoreReader) => ({
  history: byKey(reader, paymentData, idOf, historiesOf),
  basketOfPayment: byId(reader, paymentData, null, ({ stores }, ids) => stores.baskets.ofPayments(ids)),
  atBank: byId(reader, paymentData, null, ({ caller, bank }, ids) => bank.statuses.find(caller.tppId, ids)),
  statusWarnings: byKey(reader, paymentData, idOf, warningsOfMany),
  /** Long instructions without the entries of a bulk payment. */
  head: byId(reader, instructionData, {}, ({ stores, caller }, ids) =>
    stores.paymentLists.heads(caller.tppId, ids),
  ),
  creditorNames: byId(reader, instructionData, [], ({ stores, caller }, ids) =>
    stores.paymentLists.creditorNames(caller.tppId, ids, creditorNamesAtMost),
  ),
  transfers: byKey(reader, instructionData, rangeKey, async ({ stores, caller }, ranges) =>
    requireFew(await stores.paymentLists.transfers(caller.tppId, ranges, itemsAtOnce), 'transfers'),
  ),
  outcomes: byKey(reader, paymentData, rangeKey, ({ stores }, ranges) =>
    stores.paymentLists.outcomesOf(ranges),
  ),
  authorisationsOfPayment: byId(reader, paymentData, [], authorisationsOf),
  notifications: byId(reader, paymentData, null, notificationsOf),
  bookings: byKey(reader, paymentData, rangeKey, async ({ stores, caller }, ranges) =>
    requireFew(await stores.ledger.bookingsOf(caller.tppId, ranges, itemsAtOnce), 'bookings'),
  ),
  paymentsOfBasket: byId(reader, paymentData, [], ({ stores }, ids) =>
    stores.baskets.paymentsOfMany(ids, reader.withInstructions),
  ),
});

const sandboxLoaders = (reader: StoreReader) => ({
  entriesOfAccount: byAccount(reader, [], entriesOf),
  transactionsOfCard: byAccount(reader, [], transactionsOf),
  countOfAccount: byAccount(reader, 0, ({ stores }, ids, { range }: Pick<CardPage, 'range'>) =>
    stores.sandbox.accounts.countEntries(ids, range, countedOfEachAtMost + 1),
  ),
  countOfCard: byAccount(
    reader,
    0,
    async ({ stores }, ids, { range, bookingStatus }: Omit<CardPage, 'page' | 'fixes'>) =>
      bookingStatus === 'pending'
        ? new Map<string, number>()
        : stores.sandbox.cards.countTransactions(ids, range, countedOfEachAtMost + 1),
  ),
  customer: byId(reader, tppData, null, async ({ stores, caller }, ids) => {
    const customers = await stores.sandbox.customers.findMany(caller.tppId, ids);
    return new Map(customers.map((customer) => [customer.customerId, customer]));
  }),
  account: byId(reader, tppData, null, ({ stores, caller }, ids) =>
    accountsOf(ids, (few) => stores.sandbox.accounts.findMany(caller.tppId, few)),
  ),
  cardAccount: byId(reader, tppData, null, ({ stores, caller }, ids) =>
    accountsOf(ids, (few) => stores.sandbox.cards.findMany(caller.tppId, few)),
  ),
});

export type Loaders = ReturnType<typeof createLoaders>;

export function createLoaders(reader: StoreReader) {
  const loaders = { ...paymentLoaders(reader), ...sandboxLoaders(reader) };
  return {
    ...loaders,
    /** Clears the cache, because each event of a stream shows the present state. */
    forget() {
      for (const loader of Object.values(loaders)) loader.clearAll();
    },
  };
}
