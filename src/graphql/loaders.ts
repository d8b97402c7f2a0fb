/** Batched reads of one request: a hundred payments ask each question once. */
import DataLoader from 'dataloader';
import type { EntryOutcome } from '../operations/bank-work.ts';
import type { Call, Operation, Performer } from '../operations/operation.ts';
import {
  getBasketsOfPayments,
  getPaymentEntries,
  getPaymentsOfBaskets,
  getStatusHistories,
} from '../operations/payments/read-many.ts';
import type { BasketRecord, PaymentRecord, StatusChange } from '../operations/ports.ts';
import { getSandboxCustomers } from '../operations/sandbox/customers/get-sandbox-customers.ts';
import type { CustomerRecord } from '../operations/sandbox/ports.ts';

export interface Loaders {
  readonly history: DataLoader<string, readonly StatusChange[]>;
  readonly basketOfPayment: DataLoader<string, BasketRecord | null>;
  readonly entries: DataLoader<string, readonly EntryOutcome[]>;
  readonly paymentsOfBasket: DataLoader<string, readonly PaymentRecord[]>;
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
  const loaders = {
    history: loader<readonly StatusChange[]>(getStatusHistories, []),
    basketOfPayment: loader<BasketRecord | null>(getBasketsOfPayments, null),
    entries: loader<readonly EntryOutcome[]>(getPaymentEntries, []),
    paymentsOfBasket: loader<readonly PaymentRecord[]>(getPaymentsOfBaskets, []),
    customer: loader<CustomerRecord | null>(getSandboxCustomers, null),
  };
  return {
    ...loaders,
    forget: () => {
      for (const one of Object.values(loaders)) one.clearAll();
    },
  };
}
