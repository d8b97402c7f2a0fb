/**
 * Files that an operator replaces while the service runs: read again when they have changed, or at a signal. What cannot be
 * used leaves in force what was read before.
 */
import { statSync } from 'node:fs';
import { every } from '../every.ts';

export interface LiveFiles {
  /** Reads the files for the first time; throws what `read` throws. */
  open<T>(files: FilesToRead<T>): LiveValue<T>;
  /** Reads those that have changed since; with `all` the others too. Never throws. */
  look(all?: boolean): void;
  /** Looks at intervals; call the result to stop. */
  watch(everyMs?: number): () => void;
}

export interface FilesToRead<T> {
  /** As log lines name them. */
  readonly name: string;
  readonly paths: readonly string[];
  /** Throws an Error of one line where they cannot be used. */
  readonly read: () => T;
}

/** What was read last, and could be used. */
export interface LiveValue<T> {
  readonly current: () => T;
  /** Is called with what is read from now on. */
  whenRead(use: (next: T) => void): void;
}

export interface LiveFilesParts {
  readonly read: (name: string) => void;
  /** Once for each fault until it changes, and at each signal. */
  readonly fault: (name: string, text: string) => void;
}

export function createLiveFiles(parts: LiveFilesParts): LiveFiles {
  const looks: ((all: boolean) => void)[] = [];
  const look = (all = false) => {
    for (const one of looks) one(all);
  };
  return {
    open(files) {
      const { value, lookAt } = openFiles(files, parts);
      looks.push(lookAt);
      return value;
    },
    look,
    watch(everyMs = 1_000) {
      const looks = every(
        everyMs,
        () => look(),
        () => undefined,
      );
      looks.start();
      return looks.stop;
    },
  };
}

function openFiles<T>({ name, paths, read }: FilesToRead<T>, parts: LiveFilesParts) {
  // Taken before the files are read, so that a change in between is noticed the next time.
  let version = versionOf(paths);
  let current = read();
  let fault = '';
  const uses: ((next: T) => void)[] = [];

  function readAgain(): void {
    const pipe = paths.find(isPipe);
    if (pipe !== undefined)
      throw new Error(`${pipe} is not a regular file: the service reads it only at the start`);
    current = read();
    for (const use of uses) use(current);
    fault = '';
    parts.read(name);
  }
  function lookAt(all: boolean): void {
    const newest = versionOf(paths);
    if (!all && newest === version) return;
    version = newest;
    try {
      readAgain();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (all || text !== fault) parts.fault(name, text);
      fault = text;
    }
  }
  const value: LiveValue<T> = { current: () => current, whenRead: (use) => void uses.push(use) };
  return { value, lookAt };
}

/** To read such a thing once more would wait for somebody who writes. */
const isPipe = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === false;

/** A value that changes with the files. */
const versionOf = (paths: readonly string[]): string => paths.map(versionOfOne).join('\n');

function versionOfOne(path: string): string {
  try {
    const file = statSync(path, { bigint: true });
    return file.isFile() ? [file.dev, file.ino, file.size, file.mtimeNs, file.ctimeNs].join(' ') : 'no file';
  } catch {
    return 'none';
  }
}
