/** 413: the service reads on for a short time, because a connection that closes at once can lose its response. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { domesticPath } from '../support/story.ts';
import { bankAtPort } from './bank-at-port.ts';
import { read, requestText } from './sockets.ts';

const at = bankAtPort();
const bodyBytes = 3_000_000;
const json = ['content-type', 'application/json'] as const;

const errorOf = async (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => socket.once('error', resolve).once('close', () => resolve(null)));

it.each([domesticPath, '/graphql'])('a client may send the rest of its large body to %s', async (path) => {
  const socket = await at.port.open();
  const error = errorOf(socket);
  socket.write(requestText('POST', path, [json, ['content-length', String(bodyBytes)]]));
  expect(await read(socket, '"tppMessages"')).toMatch(/^HTTP\/1\.1 413 /);
  socket.write(Buffer.alloc(bodyBytes));
  socket.resume();
  expect(await error).toBeNull();
});

it('the connection closes although a chunked body does not end', async () => {
  const socket = await at.port.open();
  const closed = once(socket, 'close').catch(() => undefined);
  socket.write(requestText('POST', domesticPath, [json, ['transfer-encoding', 'chunked']]));
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const sendMore = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', sendMore);
  sendMore();
  expect(await read(socket, '"tppMessages"')).toMatch(/^HTTP\/1\.1 413 /);
  socket.resume();
  await closed;
}, 20_000);

it('a client that sends nothing more is not waited for', async () => {
  const begun = performance.now();
  const text = requestText('POST', domesticPath, [json, ['content-length', String(bodyBytes)]]);
  expect(await at.port.ask(text)).toMatch(/^HTTP\/1\.1 413 /);
  expect(performance.now() - begun).toBeLessThan(4_000);
});
