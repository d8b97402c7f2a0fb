/** A unit of work that tells of every call on a store before it is made: there a test breaks it off. */
import type { Stores, UnitOfWork } from '../../../src/operations/ports/stores.ts';

export interface Watcher {
  /** A transaction begins; answers what is told of the calls within it. */
  begin(): () => void;
}

export function watched(inner: UnitOfWork, { begin }: Watcher): UnitOfWork {
  return {
    read: inner.read,
    transaction: (act) =>
      inner.transaction((stores) => {
        const call = begin();
        // Stores are made when they are first asked for, so they are asked for one by one here too.
        const watchedStores = new Proxy(stores, {
          get: (target, name: keyof Stores) => told(target[name], call),
        });
        return act(watchedStores);
      }),
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
