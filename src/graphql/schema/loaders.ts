/** Batches the reads of one request: a question about a hundred payments is asked once. */

import DataLoader from 'dataloader';
import type { Transfer } from '../../domain/payments/instruction.ts';
import type { AccountEntry } from '../../domain/sandbox/account-entry.ts';
import type { CustomerRecord } from '../../domain/sandbox/customer.ts';
import type { DayRange } from '../../domain/sandbox/reading.ts';
import {
  getAuthorisationsOfPayments,
  type ReadAuthorisation,
} from '../../operations/authorisations/get-authorisations-of-payments.ts';
import { getPaymentsOfBaskets } from '../../operations/baskets/get-payments-of-baskets.ts';
import type { Call, Operation, Performer } from '../../operations/operation.ts';
import { getBasketsOfPayments } from '../../operations/payments/get-baskets-of-payments.ts';
import { getCreditorNames } from '../../operations/payments/get-creditor-names.ts';
import { getEntryOutcomes } from '../../operations/payments/get-entry-outcomes.ts';
import { getInstructionHeads } from '../../operations/payments/get-instruction-heads.ts';
import { type Created, getStatusHistories } from '../../operations/payments/get-status-histories.ts';
import { getTransfers } from '../../operations/payments/get-transfers.ts';
import type { EntryOutcome } from '../../operations/ports/bank-work.ts';
import type { Booking } from '../../operations/ports/ledger.ts';
import type { Page } from '../../operations/ports/page.ts';
import type { TransferRange } from '../../operations/ports/payment-parts.ts';
import type { BasketRecord, ListedPayment, StatusChange } from '../../operations/ports/stores.ts';
import { countEntriesOfAccounts } from '../../operations/sandbox/accounts/count-entries-of-accounts.ts';
import { getEntriesOfAccounts } from '../../operations/sandbox/accounts/get-entries-of-accounts.ts';
import { countTransactionsOfCards } from '../../operations/sandbox/cards/count-transactions-of-cards.ts';
import {
  type CardsWanted,
  getTransactionsOfCards,
} from '../../operations/sandbox/cards/get-transactions-of-cards.ts';
import { getSandboxCustomers } from '../../operations/sandbox/customers/get-sandbox-customers.ts';
import { getBookingsOfPayments } from '../../operations/sandbox/get-bookings-of-payments.ts';
import type { CardTransactionKey, EntryKey, StoredCardTransaction } from '../../operations/sandbox/ports.ts';

export interface Loaders {
  readonly history: DataLoader<Created, readonly StatusChange[], string>;
  readonly basketOfPayment: DataLoader<string, BasketRecord | null>;
  /** Long instructions without the entries of a bulk payment. */
  readonly head: DataLoader<string, Readonly<Record<string, unknown>>>;
  readonly creditorNames: DataLoader<string, readonly string[]>;
  readonly transfers: DataLoader<TransferRange, readonly Transfer[], string>;
  readonly outcomes: DataLoader<TransferRange, readonly EntryOutcome[], string>;
  readonly authorisationsOfPayment: DataLoader<string, readonly ReadAuthorisation[]>;
  readonly bookings: DataLoader<TransferRange, readonly Booking[], string>;
  readonly paymentsOfBasket: DataLoader<string, readonly ListedPayment[]>;
  readonly customer: DataLoader<string, CustomerRecord | null>;
  readonly entriesOfAccount: DataLoader<PageOf<EntryKey>, readonly AccountEntry[], string>;
  readonly transactionsOfCard: DataLoader<CardPage, readonly StoredCardTransaction[], string>;
  readonly countOfAccount: DataLoader<CountOf, number, string>;
  readonly countOfCard: DataLoader<CardCount, number, string>;
  /** Drops what has been read: each event of a stream must show the present state. */
  forget(): void;
}

/** A page of the entries or transactions of one account; equal pages of many accounts are read together. */
export interface PageOf<Key> {
  readonly resourceId: string;
  readonly range: DayRange;
  readonly page: Page<Key>;
}
export type CardPage = PageOf<CardTransactionKey> & Pick<CardsWanted, 'bookingStatus' | 'fixes'>;
export type CountOf = Omit<PageOf<never>, 'page'>;
export type CardCount = CountOf & Pick<CardsWanted, 'bookingStatus'>;

/** What loaders are made of. */
class Reader {
  readonly #performer: Performer;
  readonly #call: () => Call;
  readonly withInstructions: boolean;

  constructor(performer: Performer, call: () => Call, withInstructions: boolean) {
    this.#performer = performer;
    this.#call = call;
    this.withInstructions = withInstructions;
  }

  read<Input, Found>(operation: Operation<Input, Found>, input: Input): Promise<Found> {
    return this.#performer.read(operation, this.#call(), input);
  }
}

const byId =
  <Value>(operation: Operation<readonly string[], ReadonlyMap<string, Value>>, none: () => Value) =>
  (reader: Reader) =>
    new DataLoader<string, Value>(async (ids) => {
      const found = await reader.read(operation, ids);
      return ids.map((id) => found.get(id) ?? none());
    });

const ranges =
  <Item>(operation: Operation<readonly TransferRange[], readonly (readonly Item[])[]>) =>
  (reader: Reader) =>
    new DataLoader<TransferRange, readonly Item[], string>((wanted) => reader.read(operation, wanted), {
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

type Named = Omit<Loaders, 'forget'>;

const makers: { readonly [Name in keyof Named]: (reader: Reader) => Named[Name] } = {
  entriesOfAccount: ofMany<PageOf<EntryKey>, readonly AccountEntry[]>(getEntriesOfAccounts, []),
  transactionsOfCard: ofMany<CardPage, readonly StoredCardTransaction[]>(getTransactionsOfCards, []),
  countOfAccount: ofMany<CountOf, number>(countEntriesOfAccounts, 0),
  countOfCard: ofMany<CardCount, number>(countTransactionsOfCards, 0),
  history: (reader) =>
    new DataLoader(
      async (payments) => {
        const found = await reader.read(getStatusHistories, payments);
        return payments.map(({ paymentId }) => found.get(paymentId) ?? []);
      },
      { cacheKeyFn: ({ paymentId }) => paymentId },
    ),
  basketOfPayment: byId<BasketRecord | null>(getBasketsOfPayments, () => null),
  head: byId<Readonly<Record<string, unknown>>>(getInstructionHeads, () => ({})),
  creditorNames: byId<readonly string[]>(getCreditorNames, () => []),
  transfers: ranges(getTransfers),
  outcomes: ranges(getEntryOutcomes),
  authorisationsOfPayment: byId<readonly ReadAuthorisation[]>(getAuthorisationsOfPayments, () => []),
  bookings: ranges(getBookingsOfPayments),
  paymentsOfBasket: (reader) =>
    new DataLoader(async (basketIds) => {
      const { withInstructions } = reader;
      const found = await reader.read(getPaymentsOfBaskets, { basketIds, withInstructions });
      return basketIds.map((basketId) => found.get(basketId) ?? []);
    }),
  customer: byId<CustomerRecord | null>(getSandboxCustomers, () => null),
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

/** `withInstructions`: whether payments of baskets are read with their instructions. */
export const createLoaders = (performer: Performer, call: () => Call, withInstructions: boolean): Loaders =>
  new RequestLoaders(new Reader(performer, call, withInstructions)) as unknown as Loaders;
