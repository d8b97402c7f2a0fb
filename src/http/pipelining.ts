/**
 * Requests of one connection are handled one after another, as RFC 9112 (9.3.2) asks for: Node and Fastify would begin them
 * all at once, and a read could overtake the creation before it. Few may wait.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** How many requests may wait behind the running one of a connection. */
export const waitingAtMost = 16;

interface Connection {
  /** The answer of the latest request that may wait. */
  last: ServerResponse;
  waiting: number;
  /** More requests came than may wait: they are dropped, and the last answer closes the connection. */
  full: boolean;
}

const connections = new WeakMap<Duplex, Connection>();

const isDone = (answer: ServerResponse): boolean => answer.closed || answer.destroyed;

/** Calls `begin` when the answers before this one have been sent; never for a request that is dropped. */
export function inOrder({ socket }: IncomingMessage, answer: ServerResponse, begin: () => void): void {
  const connection = connections.get(socket);
  if (connection === undefined || (isDone(connection.last) && !connection.full)) {
    connections.set(socket, { last: answer, waiting: 0, full: false });
    begin();
    return;
  }
  if (connection.full || connection.waiting >= waitingAtMost) {
    connection.full = true;
    return;
  }
  const before = connection.last;
  connection.last = answer;
  connection.waiting += 1;
  before.once('close', () => {
    connection.waiting -= 1;
    if (connection.full && connection.waiting === 0) answer.shouldKeepAlive = false;
    // A connection that is gone gets no more answers.
    if (!socket.destroyed) begin();
  });
}

/** Calls `write` when every answer that is due on the connection has been sent. */
export function afterAnswers(socket: Duplex, write: () => void): void {
  const connection = connections.get(socket);
  if (connection === undefined || isDone(connection.last)) write();
  else connection.last.once('close', write);
}
