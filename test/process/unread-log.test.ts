/** Standard error on a pipe that nobody reads. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLogDestination } from '../../src/process/log-destination.ts';
import { builtService } from '../support/built.ts';
import { cloneDatabase } from '../support/database.ts';
import { newFolder } from './child.ts';

/** The descriptor of a pipe, which takes 64 KiB. It can be read too, so it does not break. */
function openPipe(): number {
  const folder = mkdtempSync(join(tmpdir(), 'pipe-'));
  const path = join(folder, 'pipe');
  spawnSync('mkfifo', [path]);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return fd;
}

it.each([
  ['on SIGTERM', 'SIGTERM', 0],
  ['by a defect', 'SIGUSR2', 1],
] as const)('does not keep the process from ending %s', { timeout: 90_000 }, async (_, signal, code) => {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { PATH = '' } = process.env;
  const log = openPipe();
  onTestFinished(() => closeSync(log));
  const defect = join(folder, 'defect.cjs');
  writeFileSync(defect, "process.on('SIGUSR2', () => { throw new Error('defect'); });");
  const child = spawn(process.execPath, ['--require', defect, ...builtService()], {
    cwd: folder,
    env: { PATH, DATA_DIR: folder, PORT: '0', DATABASE_URL: await cloneDatabase() },
    stdio: ['ignore', 'pipe', log],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let screen = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    screen += text;
  });
  await expect.poll(() => screen, { timeout: 40_000 }).toContain('ready at');
  const base = /ready at (\S+)/.exec(screen)?.[1]?.replace('localhost', '127.0.0.1');
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  onTestFinished(() => agent.destroy());
  const ask = async () => {
    const [answer] = (await once(httpRequest(`${base}/nowhere`, { agent }).end(), 'response')) as [
      IncomingMessage,
    ];
    await once(answer.resume(), 'end');
  };
  // Their lines are more than twice what the pipe takes.
  for (let round = 0; round < 30; round += 1) await Promise.all(Array.from({ length: 20 }, ask));
  child.kill(signal);
  const begun = performance.now();
  expect(await once(child, 'exit', { signal: AbortSignal.timeout(20_000) })).toEqual([code, null]);
  expect(performance.now() - begun).toBeLessThan(10_000);
});

it('does not keep the process from ending if the pipe is broken', async () => {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [pipe, script] = [join(folder, 'pipe'), join(folder, 'script.mts')];
  spawnSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDWR);
  const log = openSync(pipe, constants.O_WRONLY);
  closeSync(reader);
  onTestFinished(() => closeSync(log));
  const module = new URL('../../src/process/log-destination.ts', import.meta.url);
  writeFileSync(
    script,
    `import { openLogDestination } from '${module}';
    const destination = openLogDestination({ fd: 2, waitingBytesAtMost: 1000, onLeftOut: () => undefined });
    destination.on('ready', () => {
      destination.write('last line\\n');
      process.exit(3);
    });`,
  );
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script], {
    stdio: ['ignore', 'ignore', log],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await once(child, 'exit', { signal: AbortSignal.timeout(20_000) })).toEqual([3, null]);
}, 30_000);

describe('log lines that wait for a reader', () => {
  it('are left out beyond a bound, and then counted', async () => {
    const fd = openPipe();
    const leftOut: number[] = [];
    const destination = openLogDestination({
      fd,
      waitingBytesAtMost: 100_000,
      onLeftOut: (lines) => void leftOut.push(lines),
    });
    // Its descriptor closes with it. Otherwise it would write to the next file that gets the number.
    onTestFinished(async () => {
      destination.destroy();
      await once(destination, 'close');
    });
    const line = `${'x'.repeat(999)}\n`;
    for (let count = 0; count < 1_000; count += 1) destination.write(line);
    let bytes = 0;
    const buffer = Buffer.alloc(65_536);
    const readAll = () => {
      try {
        for (;;) bytes += readSync(fd, buffer);
      } catch {
        // The pipe is empty.
      }
      return leftOut.length;
    };
    await expect.poll(readAll).toBe(1);
    expect(bytes).toBeLessThanOrEqual(200_000);
    // The last batch is not full, so it is written a little later.
    await expect.poll(() => readAll() && Math.round(bytes / 1_000)).toBe(1_000 - (leftOut[0] ?? 0));
  });
});
