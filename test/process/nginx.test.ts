/** Event streams behind nginx as it comes: they open at once, outlive its patience, and hold nothing back. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../../src/port/server.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { domesticPath, newPayment } from '../support/story.ts';
import { subscription } from './support.ts';

const missing = spawnSync('nginx', ['-v']).error !== undefined;
if (missing) console.warn('nginx is not installed: the tests of streams behind it are skipped');

/** nginx waits so long for something to come; a comment comes ten times within it, for a busy machine stands still at times. */
const patienceMs = 1_500;

let bank: Bank;
let tpp: Tpp;
let service: Listening;
let nginx: ChildProcess;
let port: number;
const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
beforeAll(async () => {
  if (missing) return;
  bank = await startBank({ streams: { commentEveryMs: patienceMs / 10 } });
  tpp = bank.tpp();
  service = await listen(bank.app.handle, { host: '127.0.0.1', port: 0 });
  port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  proxy_read_timeout ${patienceMs}ms;
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://127.0.0.1:${service.port}; }
    location /banks/ours/ { proxy_pass http://127.0.0.1:${service.port}/; }
  }
}`,
  );
  nginx = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' });
  while (!(await accepts(port)) && nginx.exitCode === null);
});
afterAll(async () => {
  if (!missing) {
    nginx.kill('SIGKILL');
    if (nginx.exitCode === null && nginx.signalCode === null) await once(nginx, 'exit');
    await service.stop(1_000);
    await bank.stop();
  }
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function accepts(at: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(at, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
  });
}

describe.skipIf(missing).each([
  ['at the root', ''],
  ['under a path', '/banks/ours'],
])('a stream behind nginx, %s', (_, path) => {
  it('opens before there is news, outlives the patience of nginx, and tells news when they come', async () => {
    const paymentId = await newPayment(tpp);
    const response = await fetch(subscription(tpp, paymentId, `http://127.0.0.1:${port}${path}`));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const readUntil = async (enough: () => boolean) => {
      while (!enough()) {
        const { done, value } = (await reader?.read()) ?? {};
        expect(done, 'the stream goes on').toBe(false);
        text += value;
      }
    };
    const opened = performance.now();
    await readUntil(() => performance.now() - opened > 1.5 * patienceMs);
    expect(text.replaceAll(':\n\n', '')).toBe('');
    await tpp.rest('DELETE', `${domesticPath}/${paymentId}`);
    const done = performance.now();
    await readUntil(() => text.includes('CANC'));
    expect(performance.now() - done).toBeLessThan(1_000);
    await reader?.cancel();
  });
});
