import { afterEach, expect, it } from 'vitest';
import { get, openPort, type Port, read } from '../process/sockets.ts';
import { answeredBy } from '../support/answered-by.ts';

let port: Port;
afterEach(() => port.close());

async function serve(source: UnderlyingDefaultSource<Uint8Array>) {
  const app = answeredBy(async () => ({ status: 200, headers: {}, body: new ReadableStream(source) }));
  port = await openPort(app);
  const socket = await port.open();
  socket.write(get('/'));
  return { socket, streams: () => app.figures().streams };
}

const chunk = new TextEncoder().encode('chunk');

it.each<readonly [string, (controller: ReadableStreamDefaultController<Uint8Array>) => void]>([
  ['that end', (controller) => controller.close()],
  ['whose source fails', (controller) => controller.error(new Error('of the test'))],
])('streams %s are no longer counted', async (_, end) => {
  let fail: () => void = () => undefined;
  const { socket, streams } = await serve({
    start(controller) {
      controller.enqueue(chunk);
      fail = () => end(controller);
    },
  });
  await read(socket, 'chunk');
  expect(streams()).toBe(1);
  fail();
  await expect.poll(streams).toBe(0);
});

it.each<readonly [string, (leave: () => void) => Promise<unknown>, string]>([
  ['their client leaves', async (leave) => leave(), ''],
  ['the process stops', () => port.stop(60_000), '0\r\n\r\n'],
])('streams end when %s', async (_, end, last) => {
  let cancelled = false;
  const { socket, streams } = await serve({
    start: (controller) => controller.enqueue(chunk),
    cancel: () => {
      cancelled = true;
    },
  });
  await read(socket, 'chunk');
  const rest = last === '' ? null : read(socket);
  await end(() => socket.destroy());
  await expect.poll(() => cancelled).toBe(true);
  await expect.poll(streams).toBe(0);
  if (rest !== null) expect(await rest).toContain(last);
});
