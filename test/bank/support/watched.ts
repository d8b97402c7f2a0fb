/** A unit of work that tells of every call on a store before it is made: there a test breaks it off. */
import type { SharedWork, Stores, UnitOfWork } from '../../../src/operations/ports/stores.ts';

export interface Watcher {
  /** A transaction begins; answers what is told of the calls within it. */
  begin(): () => void;
}

export function watched(inner: SharedWork, { begin }: Watcher): SharedWork {
  const transactionOf =
    (work: UnitOfWork): UnitOfWork['transaction'] =>
    (act) =>
      work.transaction((stores) => {
        const call = begin();
        // Stores are made when they are first asked for, so they are asked for one by one here too.
        const watchedStores = new Proxy(stores, {
          get: (target, name: keyof Stores) => told(target[name], call),
        });
        return act(watchedStores);
      });
  return {
    read: inner.read,
    transaction: transactionOf(inner),
    of: (tppId) => ({ ...inner.of(tppId), transaction: transactionOf(inner.of(tppId)) }),
  };
}

function told<T extends object>(store: T, call: () => void): T {
  return new Proxy(store, {
    get: (target, name) => {
      const method = Reflect.get(target, name) as unknown as (...values: unknown[]) => unknown;
      return (...values: unknown[]) => {
        call();
        return method.apply(target, values);
      };
    },
  });
}
