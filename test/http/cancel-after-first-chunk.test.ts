import { expect, it } from 'vitest';
import { cancelAfterFirstChunk } from '../../src/http/message.ts';

it.each<[string, UnderlyingDefaultSource<Uint8Array>]>([
  ['before its first chunk', { pull: () => Promise.reject(new Error('of the test')) }],
  [
    'when it is cancelled',
    {
      start: (controller) => controller.enqueue(new Uint8Array(1)),
      cancel: () => Promise.reject(new Error('of the test')),
    },
  ],
])('a stream that fails %s is discarded without an error', async (_, source) => {
  await expect(cancelAfterFirstChunk(new ReadableStream(source))).resolves.toBeUndefined();
});
