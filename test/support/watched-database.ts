import { type DatabaseOptions, type OpenDatabase, openDatabase } from '../../src/db/connections/client.ts';

/** A database with statements that a test can watch. */
export interface WatchedDatabase extends OpenDatabase {
  /** Calls the function with each statement; null: no longer. */
  watch(watcher: ((text: string) => void) | null): void;
}

export function openWatchedDatabase(options: DatabaseOptions): WatchedDatabase {
  let watcher: ((text: string) => void) | null = null;
  const begin = (text: string) => {
    watcher?.(text);
    return options.traces?.begin(text) ?? (() => undefined);
  };
  return {
    ...openDatabase({ ...options, traces: { begin } }),
    watch(newWatcher) {
      watcher = newWatcher;
    },
  };
}
