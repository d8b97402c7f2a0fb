/** Writes an answer to its connection, as fast as the client takes it. Start at `write`. */
import type { IncomingMessage } from 'node:http';
import type { HttpAnswer } from '../messages/message.ts';
import type { Exchange } from './connections.ts';
import type { UnsentAnswers } from './unsent.ts';

/** Of a longer body the client has to take so much before it is given more. */
const pieceBytes = 64 * 1_024;
const isShort = ({ headers }: IncomingMessage): boolean => Number(headers['content-length']) <= pieceBytes;

/** Begins to count bytes that the client does not take. */
type Hold = (bytes: number) => ReturnType<UnsentAnswers['hold']>;

export async function write(exchange: Exchange, answer: HttpAnswer, unsent: UnsentAnswers): Promise<void> {
  const { incoming, outgoing } = exchange;
  const { socket } = incoming;
  const { status, headers, body } = answer;
  if (exchange.gone) {
    if (body instanceof ReadableStream) await body.cancel().catch(() => undefined);
    return;
  }
  const owner = answer.owner ?? socket.remoteAddress ?? '';
  const hold: Hold = (bytes) => unsent.hold(socket, owner, bytes);
  // The rest of an unread body is read before the next request: a short one is, because a new connection
  // costs more.
  if (!incoming.complete && !incoming.readableEnded && !isShort(incoming)) outgoing.shouldKeepAlive = false;
  if (body instanceof ReadableStream) return writeStream(exchange, answer, body, hold);
  if (answer.cookies !== undefined) outgoing.setHeader('set-cookie', answer.cookies);
  // The answer to HEAD may leave out the length of a body that was not made.
  const bodiless = status === 204 || status === 304 || (body === null && incoming.method === 'HEAD');
  outgoing.writeHead(
    status,
    bodiless ? headers : Object.assign({}, headers, { 'content-length': body?.length ?? 0 }),
  );
  if (body === null || incoming.method === 'HEAD') outgoing.end();
  else if (body.length > pieceBytes) {
    await createPieces(exchange, hold)(body);
    outgoing.end();
  } else {
    outgoing.end(body);
    if (socket.writableLength > 0) exchange.whenOver(hold(body.length).end);
  }
}

async function writeStream(
  exchange: Exchange,
  { status, headers }: HttpAnswer,
  body: ReadableStream<Uint8Array>,
  hold: Hold,
): Promise<void> {
  const { outgoing } = exchange;
  const reader = body.getReader();
  const writePieces = createPieces(exchange, hold);
  exchange.whenGone(() => void reader.cancel().catch(() => undefined));
  outgoing.writeHead(status, headers);
  outgoing.flushHeaders();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || exchange.gone) break;
      await writePieces(value);
    }
    outgoing.end();
  } catch {
    // The source failed. The connection is cut, because a regular end would mean that the answer is complete.
    outgoing.destroy();
  }
}

/** Writes bytes in pieces, each when the client has taken the one before, or not at all when it is gone. */
function createPieces(exchange: Exchange, hold: Hold): (bytes: Uint8Array) => Promise<void> {
  const { incoming, outgoing } = exchange;
  const { socket } = incoming;
  let wake: () => void = () => undefined;
  exchange.whenOver(() => wake());
  const drained = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      outgoing.once('drain', resolve);
    });
  return async (bytes) => {
    let held: ReturnType<Hold> | undefined;
    for (let at = 0; at < bytes.length && !exchange.gone; at += pieceBytes) {
      const hasRoom = outgoing.write(bytes.subarray(at, at + pieceBytes));
      socket.uncork();
      if (hasRoom || socket.writableLength === 0) continue;
      held ??= hold(bytes.length - at);
      await drained();
      held.moved(Math.max(0, bytes.length - at - pieceBytes));
    }
    held?.end();
  };
}
