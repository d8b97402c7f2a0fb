/** For a process that starts services: ends it at a signal, and when the npm that runs it or one of its services ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ZodType } from 'zod';
import { ConfigError } from '../config.ts';
import { packageFolder } from '../package-folder.ts';
import { whenNpmEnds } from './npm-watch.ts';
import { endsWithParentArgument } from './parent-watch.ts';
import { settingChecks } from './settings.ts';

/** Throws a ConfigError. An empty value counts as unset. */
export function requireSetting(name: string, check: ZodType, value: string | undefined): void {
  const { error } = check.safeParse(value || undefined);
  if (error) throw new ConfigError(error.issues.map(({ message }) => `${name} ${message}`));
}

/** A launcher and its services use no files outside DATA_DIR, so an error of a file is a fault of this setting. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOfFile = 'code' in error && 'path' in error;
  return isOfFile ? `DATA_DIR: ${error.path} cannot be created or written (${error.code}).` : error.message;
}

export function createLauncher(onCloseFailure: (error: unknown) => void = () => undefined) {
  const closers: (() => Promise<void>)[] = [];
  let isStopping = false;

  async function stop(code: number): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    for (let close = closers.pop(); close !== undefined; close = closers.pop())
      await close().catch(onCloseFailure);
    process.exit(code);
  }

  return {
    /** The launcher calls them at its end, the last one first. */
    closers,

    async run(start: () => Promise<void>): Promise<void> {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0));
      whenNpmEnds(() => void stop(0));
      // A write fails when the program that reads the stream has ended. This error must not end the launcher.
      for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
      try {
        requireSetting('DATA_DIR', settingChecks.DATA_DIR, process.env.DATA_DIR);
        await start();
      } catch (error) {
        // During a first start, Ctrl+C also ends initdb, so `start` throws. This error needs no message.
        if (!isStopping) console.error(textOf(error));
        await stop(1);
      }
    },

    /** When the service or this process ends, the other ends too. */
    startService(
      serviceSettings: Readonly<Record<string, string>>,
      output: 'inherit' | 'pipe',
    ): ChildProcess {
      const main = join(packageFolder, 'dist/main.js');
      const child = spawn(process.execPath, ['--enable-source-maps', main, endsWithParentArgument], {
        env: { ...process.env, ...serviceSettings },
        stdio: ['ignore', output, 'inherit', 'ipc'],
      });
      const end = once(child, 'exit');
      closers.push(async () => {
        // The service closes when the channel ends. Ctrl+C has sent the service a signal already, and a second signal would end the
        // service before it has closed.
        if (child.connected) child.disconnect();
        await end;
      });
      child.once('exit', (code) => void stop(code ?? 1));
      return child;
    },
  };
}
