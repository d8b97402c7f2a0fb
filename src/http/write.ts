/** Writes an answer to its connection: bytes at once, a stream as fast as the client takes it. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { HttpAnswer } from '../web/message.ts';
import type { Exchange } from './connections.ts';

const shortBytes = 64 * 1_024;
const isShort = ({ headers }: IncomingMessage): boolean => Number(headers['content-length']) <= shortBytes;

export async function write(exchange: Exchange, answer: HttpAnswer): Promise<void> {
  const { incoming, outgoing } = exchange;
  const { status, headers, body } = answer;
  if (exchange.gone) {
    if (body instanceof ReadableStream) await body.cancel().catch(() => undefined);
    return;
  }
  // The rest of an unread body is read before the next request: a short one is, since another connection costs more.
  if (!incoming.complete && !incoming.readableEnded && !isShort(incoming)) outgoing.shouldKeepAlive = false;
  if (body instanceof ReadableStream) return writeStream(exchange, answer, body);
  if (answer.cookies !== undefined) outgoing.setHeader('set-cookie', answer.cookies);
  // The answer to HEAD may leave out the length of a body that was not made.
  const bodiless = status === 204 || status === 304 || (body === null && incoming.method === 'HEAD');
  outgoing.writeHead(
    status,
    bodiless ? headers : Object.assign({}, headers, { 'content-length': body?.length ?? 0 }),
  );
  if (body === null || incoming.method === 'HEAD') outgoing.end();
  else outgoing.end(body);
}

async function writeStream(
  exchange: Exchange,
  { status, headers }: HttpAnswer,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const { outgoing } = exchange;
  const reader = body.getReader();
  const gone = new Promise<void>((resolve) => exchange.whenGone(resolve));
  exchange.whenGone(() => void reader.cancel().catch(() => undefined));
  outgoing.writeHead(status, headers);
  outgoing.flushHeaders();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || exchange.gone) break;
      if (!outgoing.write(value)) await Promise.race([once(outgoing, 'drain'), gone]);
    }
    outgoing.end();
  } catch {
    // The source failed. The connection is cut, because a regular end would mean that the answer is complete.
    outgoing.destroy();
  }
}
