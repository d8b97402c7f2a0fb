/** The service as a process: its output, and its end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { Door } from '../db/support/doors.ts';
import { builtService } from '../support/built.ts';
import { laySandboxKeys } from '../support/keys.ts';

export interface Service {
  readonly child: ChildProcess;
  readonly folder: string;
  out(): string;
  log(): readonly Readonly<Record<string, unknown>>[];
  errors(): string;
  readonly ended: Promise<number | null>;
  ready(): Promise<string>;
  kill(): Promise<void>;
}

/**
 * Starts it in a folder with only the keys of a sandbox, so that no other `.env` is read; `settings` are its whole
 * environment.
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
  // Not 'exit', which would lose its last output.
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

/** Ends with the test. */
export function startForTest(settings: Readonly<Record<string, string>>, folder = newFolder()): Service {
  const service = startService(settings, folder);
  onTestFinished(service.kill);
  return service;
}

/** The line with which the service refuses to start, its whole output. */
export async function refusalOf(
  settings: Readonly<Record<string, string>>,
  folder?: string,
): Promise<string> {
  const { ended, out, errors } = startForTest(settings, folder);
  expect(await ended).toBe(1);
  expect(out()).toBe('');
  expect(errors()).toMatch(/^[^\n]+\n$/);
  return errors().trim();
}

export const newFolder = (): string => laySandboxKeys(mkdtempSync(join(tmpdir(), 'service ')));

/** The database is gone from the first bytes of a client on that contain the text. */
export function loseAt(door: Door, text: string): void {
  door.watch((sent) => {
    if (!sent.includes(text)) return 'pass';
    void door.behave('close');
    return 'drop';
  });
}
