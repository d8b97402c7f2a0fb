/** Answers that stay open, so that a stopping process can end them. */

export interface Streams {
  /** The response, which `end` can reach when it is a stream of events. */
  hold(response: Response): Response;
  /** Ends all of them without the protocol's last word, so that their clients connect again elsewhere. */
  end(): void;
}

type Bytes = Uint8Array<ArrayBuffer>;

export const isStream = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** The source awakes when it is first read; one that has not cannot be told to end, and would watch for ever. */
function begin(body: ReadableStream<Bytes>) {
  const reader = body.getReader();
  return { reader, first: reader.read() };
}

/** Lets go of a response that nobody will read. */
export async function discard({ body }: Response): Promise<void> {
  if (body === null) return;
  const { reader, first } = begin(body);
  await first;
  await reader.cancel();
}

export function createStreams(): Streams {
  const open = new Set<ReadableStreamDefaultReader<Bytes>>();
  return {
    hold(response) {
      if (response.body === null || !isStream(response)) return response;
      const { reader, first } = begin(response.body);
      let next: typeof first | undefined = first;
      open.add(reader);
      const source: UnderlyingDefaultSource<Bytes> = {
        async pull(controller) {
          const reading = next ?? reader.read();
          next = undefined;
          const { done, value } = await reading;
          if (!done) return controller.enqueue(value);
          open.delete(reader);
          controller.close();
        },
        cancel(reason) {
          open.delete(reader);
          return reader.cancel(reason);
        },
      };
      // Reads only what is asked for, so that a slow client slows its source as before.
      const body = new ReadableStream(source, { highWaterMark: 0 });
      return new Response(body, { status: response.status, headers: response.headers });
    },
    end() {
      for (const reader of open) void reader.cancel().catch(() => undefined);
      open.clear();
    },
  };
}
