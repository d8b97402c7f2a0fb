/**
 * Reloads files that an operator replaces, when they change or at a signal. If the new content is unusable, the old one
 * stays in force.
 */
import { statSync } from 'node:fs';
import { every } from '../every.ts';

export interface LiveFiles {
  /** Throws what `read` throws. */
  open<T>(files: FilesToRead<T>): LiveValue<T>;
  /** Reloads changed files; with `all` every file. Never throws. */
  look(all?: boolean): void;
  /** Call the result to stop. */
  watch(everyMs?: number): () => void;
}

export interface FilesToRead<T> {
  /** Name in log lines. */
  readonly name: string;
  readonly paths: readonly string[];
  /** Throws an Error of one line if they cannot be used. */
  readonly read: () => T;
}

export interface LiveValue<T> {
  readonly current: () => T;
  /** Called with each value that is read later. */
  whenRead(use: (next: T) => void): void;
}

export interface LiveFilesParts {
  readonly read: (name: string) => void;
  /** Called once per fault until it changes, and at each signal. */
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

function openFiles<T>({ name, paths, read: readContent }: FilesToRead<T>, parts: LiveFilesParts) {
  // Taken before reading, so that a change in between is noticed next time.
  let version = versionOf(paths);
  let current = readContent();
  let fault = '';
  const uses: ((next: T) => void)[] = [];

  function readAgain(): void {
    const pipe = paths.find(isPipe);
    if (pipe !== undefined)
      throw new Error(`${pipe} is not a regular file: the service reads it only at the start`);
    current = readContent();
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

/** Reading a pipe again would wait for a writer. */
const isPipe = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === false;

const versionOf = (paths: readonly string[]): string => paths.map(versionOfOne).join('\n');

function versionOfOne(path: string): string {
  try {
    const file = statSync(path, { bigint: true });
    return file.isFile() ? [file.dev, file.ino, file.size, file.mtimeNs, file.ctimeNs].join(' ') : 'no file';
  } catch {
    return 'none';
  }
}
