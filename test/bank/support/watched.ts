/** A unit of work that reports every store call before it is made, so that a test can interrupt it. */
import type { SharedWork, StoreKey, Stores, UnitOfWork } from '../../../src/operations/ports/stores.ts';

export interface Watcher {
  begin(): () => void;
}

export function watched(inner: SharedWork, { begin }: Watcher): SharedWork {
  const transactionOf =
    (work: UnitOfWork): UnitOfWork['transaction'] =>
    (act) =>
      work.transaction((stores) => {
        const call = begin();
        // Stores are created on first use, so this proxy wraps them one by one.
        const watchedStores = new Proxy(stores, {
          get: (target, name: keyof Stores) =>
            name === 'get'
              ? (key: StoreKey<object>) => told(target.get(key), call)
              : told(target[name], call),
        });
        return act(watchedStores);
      });
  return {
    stores: inner.stores,
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
