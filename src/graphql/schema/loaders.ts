/** Reads the fields of many objects at once, by DataLoader. Each request has its own loaders. */
import DataLoader from 'dataloader';
import { refuse } from '../../domain/refusal.ts';
import { type BookingStatus, type DayRange, requireRange } from '../../domain/sandbox/transaction-lists.ts';
import { withExpiry } from '../../operations/authorisations/find-authorisation.ts';
import { scaRedirectOf } from '../../operations/authorisations/open.ts';
import type { NotificationTarget } from '../../operations/notifications/ports.ts';
import type { ReadContext } from '../../operations/operation.ts';
import { paymentUnknown } from '../../operations/payments/get-payment.ts';
import type { TransferRange } from '../../operations/payments/ports.ts';
import { type ShownStatus, staleStatuses, warningsOf } from '../../operations/payments/stale-status.ts';
import { countedPerListAtMost, type Page } from '../../operations/ports/page.ts';
import type { AuthorisationRecord, ListedPayment, StatusChange } from '../../operations/ports/stores.ts';
import { switchAmountsIfAsked } from '../../operations/sandbox/cards/get-sandbox-card-transactions.ts';
import type { CardTransactionKey, EntryKey, StoredCardTransaction } from '../../operations/sandbox/ports.ts';
import {
  constantPaymentPolicy,
  noRolePolicy,
  type ReadPolicy,
  variablePaymentPolicy,
} from '../read-policy.ts';

export const authorisationsOfPaymentAtMost = 100;
export const creditorNamesAtMost = 10;

export interface StoreReader {
  /** true: the document reads fields that come from the instructions of payments. */
  readonly needsInstructions: boolean;
  readStores<Value>(policy: ReadPolicy, read: (context: ReadContext) => Promise<Value>): Promise<Value>;
}

type ReadMany<Key, Result> = (context: ReadContext, keys: readonly Key[]) => Promise<Result>;
type ReadByIds<Value> = ReadMany<string, ReadonlyMap<string, Value>>;

/** `defaultValue` is the value of an id for which `readByIds` returns no value. */
const loaderById = <Value, Default>(
  reader: StoreReader,
  policy: ReadPolicy,
  defaultValue: Default,
  readByIds: ReadByIds<Value>,
) =>
  new DataLoader<string, Value | Default>(async (ids) => {
    const values = await reader.readStores(policy, (context) => readByIds(context, ids));
    return ids.map((id) => values.get(id) ?? defaultValue);
  });

const loaderByKey = <Key, Value>(
  reader: StoreReader,
  policy: ReadPolicy,
  cacheKeyFn: (key: Key) => string,
  readMany: ReadMany<Key, readonly Value[]>,
) =>
  new DataLoader<Key, Value, string>(
    (keys) => reader.readStores(policy, (context) => readMany(context, keys)),
    { cacheKeyFn },
  );

/** Keeps a loader for each combination of arguments, so accounts or cards that share the arguments share one read. */
function loadersByArguments<Arguments, Value>(
  reader: StoreReader,
  defaultValue: Value,
  readByResourceIds: (
    context: ReadContext,
    resourceIds: readonly string[],
    args: Arguments,
  ) => ReturnType<ReadByIds<Value>>,
) {
  const loaders = new Map<string, DataLoader<string, Value>>();
  return {
    load(resourceId: string, args: Arguments): Promise<Value> {
      const key = JSON.stringify(args);
      const loader =
        loaders.get(key) ??
        loaderById(reader, noRolePolicy, defaultValue, (context, ids) =>
          readByResourceIds(context, ids, args),
        );
      loaders.set(key, loader);
      return loader.load(resourceId);
    },
    clearAll: () => loaders.clear(),
  };
}

const paymentIdOf = ({ paymentId }: { readonly paymentId: string }): string => paymentId;
const transferRangeKeyOf = ({ paymentId, offset, limit }: TransferRange) => `${paymentId} ${offset} ${limit}`;

interface TransactionArguments<Key> {
  readonly range: DayRange;
  readonly page: Page<Key>;
}
interface CardTransactionArguments extends TransactionArguments<CardTransactionKey> {
  readonly bookingStatus: BookingStatus;
  /** Values of x-accept-fix. */
  readonly fixNames: readonly string[];
}

/** Stores stop counting at this number. A count of this number means that a list has more than `countedPerListAtMost` items. */
const countLimit = countedPerListAtMost + 1;

/** The limit of one read, such as of the bookings of all payments in a list. This many items take some megabytes of memory. */
export const itemsAtOnce = 5_000;

const tooManyTexts = {
  transfers: `the bulk payments have more than ${itemsAtOnce} entries; ask for fewer payments, or for some entries by first and offset`,
  bookings: `the payments have more than ${itemsAtOnce} bookings to show; ask for fewer payments, or for some bookings by first and offset`,
  accounts: `the customers have more than ${itemsAtOnce} accounts to show; ask for fewer customers, or for some accounts by first and offset`,
  transactions: `the accounts have more than ${itemsAtOnce} transactions to show; ask for fewer accounts, or for smaller pages`,
};

const tooMany = (kind: keyof typeof tooManyTexts) => refuse('BAD_REQUEST', { text: tooManyTexts[kind] });

/** A store returns null for too many items. */
function requireFew<Items>(items: Items | null, kind: keyof typeof tooManyTexts): Items {
  if (items === null) throw tooMany(kind);
  return items;
}

async function readAccountsById<Account extends { readonly resourceId: string }>(
  ids: readonly string[],
  readAccounts: () => Promise<readonly Account[]>,
): Promise<ReadonlyMap<string, Account>> {
  if (ids.length > itemsAtOnce) throw tooMany('accounts');
  const accounts = await readAccounts();
  return new Map(accounts.map((account) => [account.resourceId, account]));
}

async function transactionsOfAccounts(
  { stores }: ReadContext,
  ids: readonly string[],
  { range, page }: TransactionArguments<EntryKey>,
) {
  requireRange(range);
  const entries = await stores.sandbox.accounts.entries(ids, range, page, itemsAtOnce);
  return requireFew(entries, 'transactions');
}

async function transactionsOfCards(
  { stores }: ReadContext,
  ids: readonly string[],
  { range, page, bookingStatus, fixNames }: CardTransactionArguments,
) {
  requireRange(range);
  // All stored transactions are booked.
  if (bookingStatus === 'pending') return new Map<string, readonly StoredCardTransaction[]>();
  const stored = await stores.sandbox.cards.transactions(ids, range, page, itemsAtOnce);
  const lists = [...requireFew(stored, 'transactions')];
  return new Map(lists.map(([id, list]) => [id, switchAmountsIfAsked(fixNames, list)]));
}

async function historiesOf(
  { stores }: ReadContext,
  payments: readonly Pick<ListedPayment, 'paymentId' | 'createdAt'>[],
) {
  const changes = await stores.paymentLists.statusChangesOf(payments.map(paymentIdOf));
  return payments.map(({ paymentId, createdAt }): StatusChange[] => [
    // The database does not store the first change of a payment.
    { from: null, to: 'RCVD', at: createdAt, reason: 'created by the TPP' },
    ...(changes.get(paymentId) ?? []),
  ]);
}

async function statusWarningsOf(context: ReadContext, payments: readonly ShownStatus[]) {
  const staleById = await staleStatuses(context, payments);
  return payments.map(({ paymentId }) => {
    const staleStatus = staleById.get(paymentId);
    return staleStatus === undefined ? [] : warningsOf([staleStatus]);
  });
}

/** An authorisation without its secrets. `scaRedirect` is null if the authorisation has ended. */
export type ListedAuthorisation = Pick<
  AuthorisationRecord,
  'authorisationId' | 'kind' | 'scaStatus' | 'endReason' | 'createdAt' | 'expiresAt' | 'endedAt'
> & { readonly scaRedirect: string | null };

async function authorisationsOf(context: ReadContext, paymentIds: readonly string[]) {
  const records = await context.stores.authorisations.listMany(paymentIds, authorisationsOfPaymentAtMost);
  const { now } = await context.time();
  const toAuthorisation = (record: AuthorisationRecord): ListedAuthorisation => {
    const { authorisationId, kind, scaStatus, endReason, createdAt, expiresAt, endedAt } = withExpiry(
      record,
      now,
    );
    const scaRedirect = endedAt === null ? scaRedirectOf(context, record) : null;
    return { authorisationId, kind, scaStatus, endReason, createdAt, expiresAt, endedAt, scaRedirect };
  };
  return new Map([...records].map(([paymentId, list]) => [paymentId, list.map(toAuthorisation)]));
}

/** `nextAttemptAt` is null if no notification is pending. */
export type ShownNotifications = NotificationTarget & { readonly nextAttemptAt: number | null };

async function notificationsOf({ stores, time }: ReadContext, paymentIds: readonly string[]) {
  const targets = await stores.notifications.ofPayments(paymentIds);
  const { realNow } = await time();
  const withNextAttempt = (target: NotificationTarget): ShownNotifications => {
    const isPending = target.endReason === null && target.pending.length > 0;
    return { ...target, nextAttemptAt: isPending ? Math.max(target.nextAt, realNow) : null };
  };
  return new Map([...targets].map(([paymentId, target]) => [paymentId, withNextAttempt(target)]));
}

const transfersIn = async ({ stores, caller }: ReadContext, ranges: readonly TransferRange[]) =>
  requireFew(await stores.paymentLists.transfers(caller.tppId, ranges, itemsAtOnce), 'transfers');
const bookingsIn = async ({ stores, caller }: ReadContext, ranges: readonly TransferRange[]) =>
  requireFew(await stores.ledger.bookingsOf(caller.tppId, ranges, itemsAtOnce), 'bookings');

const createPaymentLoaders = (reader: StoreReader) => ({
  history: loaderByKey(reader, variablePaymentPolicy, paymentIdOf, historiesOf),
  basketOfPayment: loaderById(reader, variablePaymentPolicy, null, ({ stores }, ids) =>
    stores.baskets.newestBasketsOf(ids),
  ),
  bankReference: loaderById(reader, variablePaymentPolicy, null, ({ caller, bank }, ids) =>
    bank.statuses.findReferences(caller.tppId, ids),
  ),
  statusWarnings: loaderByKey(reader, variablePaymentPolicy, paymentIdOf, statusWarningsOf),
  instructionWithoutEntries: new DataLoader<string, object>(async (ids) => {
    const instructions = await reader.readStores(constantPaymentPolicy, ({ stores, caller }) =>
      stores.paymentLists.instructionsWithoutEntries(caller.tppId, ids),
    );
    // A reset of the sandbox may have deleted a payment of the seed. With an Error as the value, DataLoader rejects only this id.
    return ids.map((id) => instructions.get(id) ?? paymentUnknown());
  }),
  creditorNames: loaderById(reader, constantPaymentPolicy, [], ({ stores, caller }, ids) =>
    stores.paymentLists.creditorNames(caller.tppId, ids, creditorNamesAtMost),
  ),
  transfers: loaderByKey(reader, constantPaymentPolicy, transferRangeKeyOf, transfersIn),
  entryOutcomes: loaderByKey(reader, variablePaymentPolicy, transferRangeKeyOf, ({ stores }, ranges) =>
    stores.paymentLists.entryOutcomesIn(ranges),
  ),
  dueExecution: loaderById(reader, variablePaymentPolicy, null, ({ stores }, ids) =>
    stores.paymentLists.dueExecutionsOf(ids),
  ),
  authorisationsOfPayment: loaderById(reader, variablePaymentPolicy, [], authorisationsOf),
  notifications: loaderById(reader, variablePaymentPolicy, null, notificationsOf),
  bookings: loaderByKey(reader, variablePaymentPolicy, transferRangeKeyOf, bookingsIn),
  paymentsOfBasket: loaderById(reader, variablePaymentPolicy, [], ({ stores }, ids) =>
    stores.baskets.paymentsOfMany(ids, reader.needsInstructions),
  ),
});

const createSandboxLoaders = (reader: StoreReader) => ({
  transactionsOfAccount: loadersByArguments(reader, [], transactionsOfAccounts),
  transactionsOfCard: loadersByArguments(reader, [], transactionsOfCards),
  transactionCountOfAccount: loadersByArguments(reader, 0, ({ stores }, ids, range: DayRange) =>
    stores.sandbox.accounts.countEntries(ids, range, countLimit),
  ),
  transactionCountOfCard: loadersByArguments(
    reader,
    0,
    async ({ stores }, ids, { range, bookingStatus }: Omit<CardTransactionArguments, 'page' | 'fixNames'>) =>
      bookingStatus === 'pending'
        ? new Map<string, number>()
        : stores.sandbox.cards.countTransactions(ids, range, countLimit),
  ),
  customer: loaderById(reader, noRolePolicy, null, async ({ stores, caller }, ids) => {
    const customers = await stores.sandbox.customers.findMany(caller.tppId, ids);
    return new Map(customers.map((customer) => [customer.customerId, customer]));
  }),
  account: loaderById(reader, noRolePolicy, null, ({ stores, caller }, ids) =>
    readAccountsById(ids, () => stores.sandbox.accounts.findMany(caller.tppId, ids)),
  ),
  cardAccount: loaderById(reader, noRolePolicy, null, ({ stores, caller }, ids) =>
    readAccountsById(ids, () => stores.sandbox.cards.findMany(caller.tppId, ids)),
  ),
});

export type Loaders = ReturnType<typeof createLoaders>;

export function createLoaders(reader: StoreReader) {
  const loaders = { ...createPaymentLoaders(reader), ...createSandboxLoaders(reader) };
  return {
    ...loaders,
    clearAll() {
      for (const loader of Object.values(loaders)) loader.clearAll();
    },
  };
}
