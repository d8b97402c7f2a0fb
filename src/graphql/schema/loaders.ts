/** Batches the reads of one request: a question about a hundred payments is asked once. */

import DataLoader from 'dataloader';
import type { TppMessage } from '../../domain/refusal.ts';
import type { AccountEntry } from '../../domain/sandbox/account-entry.ts';
import type { DayRange } from '../../domain/sandbox/reading.ts';
import { getAuthorisationsOfPayments } from '../../operations/authorisations/get-authorisations-of-payments.ts';
import { getPaymentsOfBaskets } from '../../operations/baskets/get-payments-of-baskets.ts';
import type { Operation } from '../../operations/operation.ts';
import { getBasketsOfPayments } from '../../operations/payments/get-baskets-of-payments.ts';
import { getCreditorNames } from '../../operations/payments/get-creditor-names.ts';
import { getEntryOutcomes } from '../../operations/payments/get-entry-outcomes.ts';
import { getInstructionHeads } from '../../operations/payments/get-instruction-heads.ts';
import { getRemotePayments } from '../../operations/payments/get-remote-payments.ts';
import { type Created, getStatusHistories } from '../../operations/payments/get-status-histories.ts';
import { getStatusWarnings } from '../../operations/payments/get-status-warnings.ts';
import { getTransfers } from '../../operations/payments/get-transfers.ts';
import type { Page } from '../../operations/ports/page.ts';
import type { TransferRange } from '../../operations/ports/payment-parts.ts';
import type { ListedPayment, StatusChange } from '../../operations/ports/stores.ts';
import type { ShownStatus } from '../../operations/remote/stale.ts';
import { countEntriesOfAccounts } from '../../operations/sandbox/accounts/count-entries-of-accounts.ts';
import { getEntriesOfAccounts } from '../../operations/sandbox/accounts/get-entries-of-accounts.ts';
import { getSandboxAccounts } from '../../operations/sandbox/accounts/get-sandbox-accounts.ts';
import { countTransactionsOfCards } from '../../operations/sandbox/cards/count-transactions-of-cards.ts';
import { getSandboxCardAccounts } from '../../operations/sandbox/cards/get-sandbox-card-accounts.ts';
import {
  type CardsWanted,
  getTransactionsOfCards,
} from '../../operations/sandbox/cards/get-transactions-of-cards.ts';
import { getSandboxCustomers } from '../../operations/sandbox/customers/get-sandbox-customers.ts';
import { getBookingsOfPayments } from '../../operations/sandbox/get-bookings-of-payments.ts';
import type { CardTransactionKey, EntryKey, StoredCardTransaction } from '../../operations/sandbox/ports.ts';

/** A page of the entries or transactions of one account; equal pages of many accounts are read together. */
interface PageOf<Key> {
  readonly resourceId: string;
  readonly range: DayRange;
  readonly page: Page<Key>;
}
type CardPage = PageOf<CardTransactionKey> & Pick<CardsWanted, 'bookingStatus' | 'fixes'>;
type CountOf = Omit<PageOf<never>, 'page'>;
type CardCount = CountOf & Pick<CardsWanted, 'bookingStatus'>;

/** Reads for the loaders of one request. */
export interface Reader {
  /** Whether payments of baskets are read with their instructions. */
  readonly withInstructions: boolean;
  read<Input, Found>(operation: Operation<Input, Found>, input: Input): Promise<Found>;
  /** The same of what never changes: the instructions of payments. */
  readFixed<Input, Found>(operation: Operation<Input, Found>, input: Input): Promise<Found>;
}

type Read = 'read' | 'readFixed';

const byId =
  <Found, None>(
    operation: Operation<readonly string[], ReadonlyMap<string, Found>>,
    none: None,
    read: Read = 'read',
  ) =>
  (reader: Reader) =>
    new DataLoader<string, Found | None>(async (ids) => {
      const found = await reader[read](operation, ids);
      return ids.map((id) => found.get(id) ?? none);
    });

const ranges =
  <Item>(operation: Operation<readonly TransferRange[], readonly (readonly Item[])[]>, read: Read = 'read') =>
  (reader: Reader) =>
    new DataLoader<TransferRange, readonly Item[], string>((wanted) => reader[read](operation, wanted), {
      cacheKeyFn: ({ paymentId, offset, limit }) => `${paymentId} ${offset} ${limit}`,
    });

/** Groups requests that differ in the account alone into one read. */
function ofMany<Wanted extends { readonly resourceId: string }, Value>(
  operation: Operation<
    Omit<Wanted, 'resourceId'> & { readonly resourceIds: readonly string[] },
    ReadonlyMap<string, Value>
  >,
  none: Value,
) {
  const kindOf = ({ resourceId: _, ...kind }: Wanted): string => JSON.stringify(kind);
  return (reader: Reader) =>
    new DataLoader<Wanted, Value, string>(
      async (wanted) => {
        const kinds = new Map<string, Wanted[]>();
        for (const one of wanted) {
          const kind = kindOf(one);
          const alike = kinds.get(kind);
          if (alike) alike.push(one);
          else kinds.set(kind, [one]);
        }
        const found = new Map<Wanted, Value>();
        const readKind = async (alike: readonly Wanted[]): Promise<void> => {
          const [first] = alike;
          if (!first) return;
          const resourceIds = alike.map(({ resourceId }) => resourceId);
          const read = await reader.read(operation, { ...first, resourceIds });
          for (const one of alike) found.set(one, read.get(one.resourceId) ?? none);
        };
        await Promise.all([...kinds.values()].map(readKind));
        return wanted.map((one) => found.get(one) ?? none);
      },
      { cacheKeyFn: (one) => `${one.resourceId} ${kindOf(one)}` },
    );
}

const makers = {
  entriesOfAccount: ofMany<PageOf<EntryKey>, readonly AccountEntry[]>(getEntriesOfAccounts, []),
  transactionsOfCard: ofMany<CardPage, readonly StoredCardTransaction[]>(getTransactionsOfCards, []),
  countOfAccount: ofMany<CountOf, number>(countEntriesOfAccounts, 0),
  countOfCard: ofMany<CardCount, number>(countTransactionsOfCards, 0),
  history: (reader: Reader) =>
    new DataLoader<Created, readonly StatusChange[], string>(
      async (payments) => {
        const found = await reader.read(getStatusHistories, payments);
        return payments.map(({ paymentId }) => found.get(paymentId) ?? []);
      },
      { cacheKeyFn: ({ paymentId }) => paymentId },
    ),
  basketOfPayment: byId(getBasketsOfPayments, null),
  atBank: byId(getRemotePayments, null),
  statusWarnings: (reader: Reader) =>
    new DataLoader<ShownStatus, readonly TppMessage[], string>(
      async (payments) => {
        const found = await reader.read(getStatusWarnings, payments);
        return payments.map(({ paymentId }) => found.get(paymentId) ?? []);
      },
      { cacheKeyFn: ({ paymentId }) => paymentId },
    ),
  /** Long instructions without the entries of a bulk payment. */
  head: byId(getInstructionHeads, {}, 'readFixed'),
  creditorNames: byId(getCreditorNames, [], 'readFixed'),
  transfers: ranges(getTransfers, 'readFixed'),
  outcomes: ranges(getEntryOutcomes),
  authorisationsOfPayment: byId(getAuthorisationsOfPayments, []),
  bookings: ranges(getBookingsOfPayments),
  paymentsOfBasket: (reader: Reader) =>
    new DataLoader<string, readonly ListedPayment[]>(async (basketIds) => {
      const { withInstructions } = reader;
      const found = await reader.read(getPaymentsOfBaskets, { basketIds, withInstructions });
      return basketIds.map((basketId) => found.get(basketId) ?? []);
    }),
  customer: byId(getSandboxCustomers, null),
  account: byId(getSandboxAccounts, null),
  cardAccount: byId(getSandboxCardAccounts, null),
};

type Named = { readonly [Name in keyof typeof makers]: ReturnType<(typeof makers)[Name]> };

export type Loaders = Named & {
  /** Drops what has been read: each event of a stream must show the present state. */
  forget(): void;
};

/** The loaders of a request, each made when it is first asked for: most requests need none. */
class RequestLoaders {
  readonly reader: Reader;
  readonly made: Partial<Record<keyof Named, { clearAll(): unknown }>> = {};

  constructor(reader: Reader) {
    this.reader = reader;
  }

  forget(): void {
    for (const one of Object.values(this.made)) one.clearAll();
  }
}
for (const name of Object.keys(makers) as (keyof Named)[]) {
  Object.defineProperty(RequestLoaders.prototype, name, {
    get(this: RequestLoaders) {
      this.made[name] ??= makers[name](this.reader);
      return this.made[name];
    },
  });
}

export const createLoaders = (reader: Reader): Loaders => new RequestLoaders(reader) as unknown as Loaders;
