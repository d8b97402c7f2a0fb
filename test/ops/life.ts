/** The service in its image: it starts, is healthy, shows its pages, takes payments, and ends on SIGTERM. */
import type { ChildProcess } from 'node:child_process';
import { expect, vi } from 'vitest';
import { terminal } from '../../packages/toolkit/test/support/terminal.ts';

type Settings = Readonly<Record<string, string>>;

export interface Runnable {
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  /** The folder of its sandbox keys on this machine; null: inside the image. */
  readonly dataDir: string | null;
  run(command: readonly string[], settings: Settings): ChildProcess;
  terminate(service: ChildProcess): void;
}

export function listening(child: ChildProcess) {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
  const ended = new Promise<{ readonly code: number | null; readonly text: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, text })),
  );
  return { ended, text: () => text };
}

export async function liveOf(image: Runnable, settings: Settings): Promise<void> {
  const child = image.run(image.command, { ...settings, PORT: '0', HOST: '127.0.0.1' });
  const said = listening(child);
  await vi.waitUntil(() => /"msg":"started"/.test(said.text()) || child.exitCode !== null, {
    timeout: 90_000,
    interval: 20,
  });
  const [, port = ''] = /"port":(\d+)/.exec(said.text()) ?? [];
  expect(port, said.text()).not.toBe('');
  const url = `http://127.0.0.1:${port}`;
  for (const path of ['/readyz', '/', '/docs']) expect((await fetch(url + path)).status, path).toBe(200);
  const health = () => listening(image.run(image.healthCheck, { PORT: port })).ended;
  expect(await health()).toMatchObject({ code: 0 });
  if (image.dataDir !== null) {
    const run = terminal({ DATA_DIR: image.dataDir, PUBLIC_URL: url });
    expect((await run('pay')).notes).toContain('HTTP 201');
  }
  // A container has the folder of WORKDIR, and a file that knows localhost.
  const [, line = ''] = /node (?:app\/)?(dist\/tpp\/cli\.js pay.*)/.exec(said.text()) ?? [];
  expect(line, said.text()).not.toBe('');
  const payment = image.run(['node', ...line.replace('localhost', '127.0.0.1').split(' ')], {});
  expect((await listening(payment).ended).text).toContain('HTTP 201');
  image.terminate(child);
  expect((await said.ended).code, said.text()).toBe(0);
  expect((await health()).code).toBe(1);
}
