/** Sends a response before its request has arrived completely, and closes the connection. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

const checkEveryMs = 250;
const drainAtMostMs = 5_000;

/**
 * Sends `body` first, and ends only when the client stops sending, or after `drainAtMostMs`. If the connection closed right after `body`,
 * the client would often get a reset in place of the response.
 */
export const drainingStream = (body: Uint8Array, incoming: IncomingMessage): Readable =>
  Readable.from(chunksOf(body, incoming));

async function* chunksOf(body: Uint8Array, incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  yield body;
  incoming.resume();
  const end = performance.now() + drainAtMostMs;
  let bytesBefore = -1;
  while (!incoming.complete && bytesBefore < incoming.socket.bytesRead && performance.now() < end) {
    bytesBefore = incoming.socket.bytesRead;
    await sleep(checkEveryMs);
  }
}
