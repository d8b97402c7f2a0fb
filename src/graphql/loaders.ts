/** Batched reads of one request: a hundred payments ask each question once. */
import DataLoader from 'dataloader';
import type { Transfer } from '../domain/payments/instruction.ts';
import type { EntryOutcome } from '../operations/bank-work.ts';
import type { Call, Operation, Performer } from '../operations/operation.ts';
import {
  getBasketsOfPayments,
  getCreditorNames,
  getEntryOutcomes,
  getInstructionHeads,
  getPaymentsOfBaskets,
  getStatusHistories,
  getTransfers,
} from '../operations/payments/read-many.ts';
import type { BasketRecord, ListedPayment, StatusChange, TransferRange } from '../operations/ports.ts';
import { getSandboxCustomers } from '../operations/sandbox/customers/get-sandbox-customers.ts';
import type { CustomerRecord } from '../operations/sandbox/ports.ts';

export interface Loaders {
  readonly history: DataLoader<string, readonly StatusChange[]>;
  readonly basketOfPayment: DataLoader<string, BasketRecord | null>;
  /** What long instructions say besides the entries of a bulk payment. */
  readonly head: DataLoader<string, Readonly<Record<string, unknown>>>;
  readonly creditorNames: DataLoader<string, readonly string[]>;
  readonly transfers: DataLoader<TransferRange, readonly Transfer[], string>;
  readonly outcomes: DataLoader<TransferRange, readonly EntryOutcome[], string>;
  readonly paymentsOfBasket: DataLoader<string, readonly ListedPayment[]>;
  readonly customer: DataLoader<string, CustomerRecord | null>;
  /** Lets go of what has been read: a stream that stays open tells what holds now. */
  forget(): void;
}

export function createLoaders(performer: Performer, call: () => Call): Loaders {
  function loader<Value>(operation: Operation<readonly string[], ReadonlyMap<string, Value>>, none: Value) {
    return new DataLoader<string, Value>(async (ids) => {
      const found = await performer.read(operation, call(), ids);
      return ids.map((id) => found.get(id) ?? none);
    });
  }
  function ranges<Item>(operation: Operation<readonly TransferRange[], readonly (readonly Item[])[]>) {
    return new DataLoader<TransferRange, readonly Item[], string>(
      (wanted) => performer.read(operation, call(), wanted),
      { cacheKeyFn: ({ paymentId, offset, limit }) => `${paymentId} ${offset} ${limit}` },
    );
  }
  const loaders = {
    history: loader<readonly StatusChange[]>(getStatusHistories, []),
    basketOfPayment: loader<BasketRecord | null>(getBasketsOfPayments, null),
    head: loader<Readonly<Record<string, unknown>>>(getInstructionHeads, {}),
    creditorNames: loader<readonly string[]>(getCreditorNames, []),
    transfers: ranges(getTransfers),
    outcomes: ranges(getEntryOutcomes),
    paymentsOfBasket: loader<readonly ListedPayment[]>(getPaymentsOfBaskets, []),
    customer: loader<CustomerRecord | null>(getSandboxCustomers, null),
  };
  return {
    ...loaders,
    forget: () => {
      for (const one of Object.values(loaders)) one.clearAll();
    },
  };
}
