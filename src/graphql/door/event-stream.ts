/** Yoga's event stream as it leaves: with the headers that proxies need, and with a comment every ten seconds. */
import type { HttpAnswer } from '../../http/messages/message.ts';
import type { StreamPauses } from './subscriptions.ts';

const everyTenSeconds = 10_000;
const comment = new TextEncoder().encode(':\n\n');

export function streamAnswer(
  { status, body }: Pick<Response, 'status' | 'body'>,
  { commentEveryMs = everyTenSeconds }: Pick<StreamPauses, 'commentEveryMs'> = {},
): HttpAnswer {
  return {
    status,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    },
    body: body && withComments(body, commentEveryMs),
  };
}

/** The stream with comments in between; the first one is yoga's. */
function withComments(events: ReadableStream<Uint8Array>, everyMs: number): ReadableStream<Uint8Array> {
  const reader = events.getReader();
  let pause: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        pause = setInterval(() => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(comment);
        }, everyMs).unref();
      },
      async pull(controller) {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        clearInterval(pause);
        controller.close();
      },
      cancel(reason) {
        clearInterval(pause);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 2 },
  );
}
