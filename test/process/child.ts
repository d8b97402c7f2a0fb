/** The service as a process of its own, as an operator runs it: what it says, and how it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { builtService } from '../support/built.ts';
import { laySandboxKeys } from '../support/keys.ts';

export interface Service {
  readonly child: ChildProcess;
  readonly folder: string;
  out(): string;
  /** Lines of standard error that are JSON: the log. */
  log(): readonly Readonly<Record<string, unknown>>[];
  /** Standard error as it came. */
  errors(): string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** The address, once the first screen is printed. */
  ready(): Promise<string>;
  kill(): Promise<void>;
}

/**
 * Starts it in a folder that holds a sandbox's keys and nothing else, so that no `.env` but the test's own is read;
 * `settings` are its whole surroundings.
 */
export function startService(settings: Readonly<Record<string, string>>, folder = newFolder()): Service {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, builtService(), {
    cwd: folder,
    env: { PATH, DATA_DIR: folder, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  // Not 'exit': what it said last would be missing.
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return {
    child,
    folder,
    out: () => out,
    errors: () => errors,
    log: () =>
      errors
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)),
    ended,
    async ready() {
      await vi.waitUntil(() => /ready at \S+/.test(out) || child.exitCode !== null, {
        timeout: 40_000,
        interval: 20,
      });
      const [, base] = /ready at (\S+)/.exec(out) ?? [];
      if (base === undefined) throw new Error(`the service did not start: ${errors}`);
      return base;
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const newFolder = (): string => laySandboxKeys(mkdtempSync(join(tmpdir(), 'service ')));
