/** Reloads files that an operator has changed. If the new content is unusable, the old content stays in force. */
import { statSync } from 'node:fs';
import { every } from '../every.ts';

const checkEveryMs = 1_000;

export type LiveFiles = ReturnType<typeof createLiveFiles>;

export interface FilesToRead<T> {
  /** Name in log lines. */
  readonly name: string;
  readonly paths: readonly string[];
  /** Throws an Error with a message of one line if the files cannot be used. Only a fault of the system, such as EMFILE, has a cause. */
  readonly read: () => T;
}

export interface ReloadedValue<T> {
  readonly current: () => T;
  /** Calls the listener with each later value. */
  onChange(listener: (value: T) => void): void;
  readonly readAtNextCheck: () => void;
}

export interface LiveFilesParts {
  readonly onReload: (name: string) => void;
  /** Called for a fault that differs from the last one. A `reload` with `evenUnchanged` calls it for every fault. */
  readonly onFault: (name: string, text: string) => void;
}

export function createLiveFiles(parts: LiveFilesParts) {
  const reloads: ((evenUnchanged: boolean) => void)[] = [];
  const reload = ({ evenUnchanged = false } = {}): void => {
    for (const reloadFiles of reloads) reloadFiles(evenUnchanged);
  };
  return {
    /** Throws what `read` throws. */
    open<T>(files: FilesToRead<T>): ReloadedValue<T> {
      const { value, reloadFiles } = openFiles(files, parts);
      reloads.push(reloadFiles);
      return value;
    },
    /** Reads the files that have changed, or all files if `evenUnchanged`. Never throws. */
    reload,
    /** Returns a function that stops the checks. */
    watch(): () => Promise<void> {
      const ignoreFailure = () => undefined;
      const loop = every(checkEveryMs, () => reload(), ignoreFailure);
      loop.start();
      return loop.stop;
    },
  };
}

function openFiles<T>({ name, paths, read: readContent }: FilesToRead<T>, parts: LiveFilesParts) {
  // The version is taken before the files are read, so that the next check notices a change during the read.
  let version = versionOf(paths);
  let current = readContent();
  /** The fault that was reported last; an empty text: none. */
  let fault = '';
  const listeners: ((value: T) => void)[] = [];

  function readAgain(): void {
    current = readContent();
    for (const listener of listeners) listener(current);
    fault = '';
    parts.onReload(name);
  }
  function reloadFiles(evenUnchanged: boolean): void {
    const newVersion = versionOf(paths);
    if (!evenUnchanged && newVersion === version) return;
    version = newVersion;
    try {
      readAgain();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (evenUnchanged || text !== fault) parts.onFault(name, text);
      fault = text;
      // A fault of the system may go away by itself, so the next check reads the files.
      if (error instanceof Error && error.cause !== undefined) version = '';
    }
  }
  const value: ReloadedValue<T> = {
    current: () => current,
    onChange: (listener) => void listeners.push(listener),
    readAtNextCheck() {
      // The version of files is never empty, so the next check reads the files, and reports even a fault that was reported before.
      version = '';
      fault = '';
    },
  };
  return { value, reloadFiles };
}

const versionOf = (paths: readonly string[]): string => paths.map(versionOfFile).join('\n');

function versionOfFile(path: string): string {
  try {
    const file = statSync(path, { bigint: true });
    return file.isFile()
      ? [file.dev, file.ino, file.size, file.mtimeNs, file.ctimeNs].join(' ')
      : 'not a regular file';
  } catch {
    return 'missing';
  }
}
