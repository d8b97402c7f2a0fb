/** The command line as a process: its pipes and its signals. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, openSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtService } from '../../../test/support/built.ts';
import { sandboxFolder } from './support/sandbox-folder.ts';

const dataDir = sandboxFolder();
const command = (...words: string[]) => [...builtService('tpp/cli.js'), ...words];

it('Ctrl-C ends a command that waits for the service', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const child = spawn(process.execPath, command('pay', '--url', url, '--data-dir', dataDir));
  const exit = once(child, 'exit');
  await once(silent, 'request');
  child.kill('SIGINT');
  expect(await exit).toEqual([null, 'SIGINT']);
  silent.closeAllConnections();
  silent.close();
});

it('Ctrl-C ends listen with 0', async () => {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      if (!body.includes('subscription'))
        return response.end(JSON.stringify({ data: { viewer: { clock: '' }, payments: { nodes: [] } } }));
      return response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const child = spawn(process.execPath, command('listen', '--url', url, '--data-dir', dataDir));
  const exit = once(child, 'exit');
  await once(child.stderr, 'data');
  child.kill('SIGINT');
  expect(await exit).toEqual([0, null]);
  server.closeAllConnections();
  server.close();
});

it('explain reads the bytes of standard input, as those of a file', () => {
  const body = Buffer.from('{"creditorName":"Bjørn"}', 'latin1');
  const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  const head = `POST /v1/signing-baskets HTTP/1.1\r\nHost: bank\r\nDigest: ${digest}\r\n\r\n`;
  const input = Buffer.concat([Buffer.from(head), body]);
  const file = join(dataDir, 'latin1.http');
  writeFileSync(file, input);
  const explained = (source: string) =>
    spawnSync(process.execPath, command('explain', '--request', source, '--data-dir', dataDir), { input });
  expect(explained('-').stdout.toString()).toBe(explained(file).stdout.toString());
});

it('a reader that closes the pipe is no failure', async () => {
  const child = spawn(process.execPath, command('completion', 'zsh'));
  child.stdout.destroy();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it.skipIf(!existsSync('/dev/full'))(
  '2: a full disk, and one line says so (skipped without /dev/full)',
  () => {
    const { status, stderr } = spawnSync(process.execPath, command('completion', 'zsh'), {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'Standard output cannot be written (ENOSPC).\n',
    });
  },
);

it.runIf(process.platform === 'linux')('2: no space for a new key, and one line says so', () => {
  const words = command('certificate', 'no-space', '--data-dir', dataDir);
  // No file may grow.
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', 'ulimit -f 0; exec "$0" "$@"', process.execPath, ...words],
    {
      encoding: 'utf8',
    },
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^.+no-space\.key cannot be read or written \(EFBIG\)\.[^\n]+\n$/);
});
