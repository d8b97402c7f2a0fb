/** Tracks open streams, so that a stopping process can end them. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

type Bytes = ReadableStream<Uint8Array>;

/** Cancels the stream. Reads once first, because a source that was never read does not clean up. */
export async function discard(stream: Bytes): Promise<void> {
  const reader = stream.getReader();
  await reader.read();
  await reader.cancel();
}

export function createStreams() {
  const cancelFunctions = new Set<() => void>();
  return {
    /**
     * The stream ends when its client disconnects or `end` is called. `countBytes` counts a chunk as unsent until the next
     * one is requested.
     */
    open(stream: Bytes, raw: ServerResponse, countBytes: (bytes: number) => () => void): Readable {
      const reader = stream.getReader();
      const first = reader.read();
      const cancel = () => void reader.cancel().catch(() => undefined);
      cancelFunctions.add(cancel);
      raw.once('close', () => {
        cancelFunctions.delete(cancel);
        cancel();
      });
      return Readable.from(chunksOf(reader, first, countBytes), { highWaterMark: 1 });
    },
    count: () => cancelFunctions.size,
    /** Ends streams without the message `complete` of GraphQL over SSE, so that clients connect to another process. */
    end() {
      for (const cancel of cancelFunctions) cancel();
    },
  };
}

async function* chunksOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  first: ReturnType<typeof reader.read>,
  countBytes: (bytes: number) => () => void,
) {
  for (let next = await first; !next.done; next = await reader.read()) {
    const release = countBytes(next.value.length);
    try {
      yield next.value;
    } finally {
      release();
    }
  }
}
