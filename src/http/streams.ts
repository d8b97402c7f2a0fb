/** Answers that stay open, so that a stopping process can end them. */

type Bytes = ReadableStream<Uint8Array>;

/** Reads at once: a source that was never read does not run its clean-up when it is cancelled. */
function begin(stream: Bytes) {
  const reader = stream.getReader();
  return { reader, first: reader.read() };
}

/** Cancels a stream that nobody will read. */
export async function discard(stream: Bytes): Promise<void> {
  const { reader, first } = begin(stream);
  await first;
  await reader.cancel();
}

export function createStreams() {
  const open = new Set<ReadableStreamDefaultReader<Uint8Array>>();
  return {
    /** The stream, which `end` will end from now on. */
    hold(stream: Bytes): Bytes {
      const { reader, first } = begin(stream);
      let next: typeof first | undefined = first;
      open.add(reader);
      const source: UnderlyingDefaultSource<Uint8Array> = {
        async pull(controller) {
          const reading = next ?? reader.read();
          next = undefined;
          const { done, value } = await reading.catch((error: unknown) => {
            open.delete(reader);
            throw error;
          });
          if (!done) return controller.enqueue(value);
          open.delete(reader);
          controller.close();
        },
        cancel(reason) {
          open.delete(reader);
          return reader.cancel(reason);
        },
      };
      // Reads only what is asked for, so that backpressure of a slow client reaches its source.
      return new ReadableStream(source, { highWaterMark: 0 });
    },
    count: () => open.size,
    /** Ends all of them without the protocol's `complete`, so that their clients connect again elsewhere. */
    end() {
      for (const reader of open) void reader.cancel().catch(() => undefined);
      open.clear();
    },
  };
}
