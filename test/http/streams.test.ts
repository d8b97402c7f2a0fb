/** Answers that stay open are counted until they end, however they end. */
import { expect, it } from 'vitest';
import { createStreams } from '../../src/http/streams.ts';

it.each<readonly [string, (controller: ReadableStreamDefaultController<Uint8Array>) => void]>([
  ['that end', (controller) => controller.close()],
  ['whose source fails', (controller) => controller.error(new Error('of the test'))],
])('streams %s are no longer counted', async (_, end) => {
  const streams = createStreams();
  const source = new ReadableStream<Uint8Array>({ pull: end }, { highWaterMark: 0 });
  const reader = streams.hold(source).getReader();
  expect(streams.count()).toBe(1);
  await reader.read().catch(() => undefined);
  expect(streams.count()).toBe(0);
});

it('streams that their reader cancels are no longer counted', async () => {
  const streams = createStreams();
  const held = streams.hold(new ReadableStream<Uint8Array>({}, { highWaterMark: 0 }));
  await held.cancel();
  expect(streams.count()).toBe(0);
});
