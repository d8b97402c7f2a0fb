import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { createStreams } from '../../src/http/streams.ts';

const answer = () => new EventEmitter() as unknown as ServerResponse;
const free = () => () => undefined;

it.each<readonly [string, (controller: ReadableStreamDefaultController<Uint8Array>) => void]>([
  ['that end', (controller) => controller.close()],
  ['whose source fails', (controller) => controller.error(new Error('of the test'))],
])('streams %s are no longer counted', async (_, end) => {
  const streams = createStreams();
  const raw = answer();
  const sent = streams.open(new ReadableStream<Uint8Array>({ pull: end }, { highWaterMark: 0 }), raw, free);
  expect(streams.count()).toBe(1);
  await sent.toArray().catch(() => undefined);
  raw.emit('close');
  expect(streams.count()).toBe(0);
});

it.each<readonly [string, (streams: ReturnType<typeof createStreams>, raw: ServerResponse) => void]>([
  ['their client leaves', (_, raw) => raw.emit('close')],
  ['the process stops', (streams) => streams.end()],
])('streams end when %s', async (_, leave) => {
  const streams = createStreams();
  const raw = answer();
  let cancelled = false;
  const source = new ReadableStream<Uint8Array>({
    cancel: () => {
      cancelled = true;
    },
  });
  const sent = streams.open(source, raw, free);
  leave(streams, raw);
  expect(await sent.toArray()).toEqual([]);
  expect(cancelled).toBe(true);
});
