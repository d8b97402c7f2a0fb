/**
 * Requests of one connection are handled one after another, as RFC 9112 (9.3.2) asks for: Node and Fastify would begin them
 * all at once, and a read could overtake the creation before it. Few may wait.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** How many requests may wait behind the running one of a connection. */
export const waitingAtMost = 16;

interface PipelinedConnection {
  /** The answer of the latest request that may wait. */
  last: ServerResponse<IncomingMessage>;
  waiting: number;
  /** More requests came than may wait: they are dropped, and the last answer closes the connection. */
  full: boolean;
}

const connections = new WeakMap<Duplex, PipelinedConnection>();

const isDone = (answer: ServerResponse): boolean => answer.closed || answer.destroyed;

/** Calls `begin` when the answers before this one have been sent; never for a request that is dropped. */
export function inOrder({ socket }: IncomingMessage, answer: ServerResponse, begin: () => void): void {
  if (refusedConnections.has(socket)) return;
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
    // Node gives the connection to the next answer, unless it is gone or the one before was its last.
    if (answer.socket !== null) begin();
  });
}

/** Connections on which something was refused that is no request: nothing after it is handled. */
const refusedConnections = new WeakSet<Duplex>();
/** Requests whose bodies are malformed. */
const malformed = new WeakSet<IncomingMessage>();

export const isMalformed = (incoming: IncomingMessage): boolean => malformed.has(incoming);

/**
 * Calls `refuse` for what came last on the connection and is no request, when every answer before it has been sent. Where
 * it is the body of a request, that has an answer of its own, and `end` is called.
 */
export function refuseLast(socket: Duplex, refuse: () => void, end: () => void): void {
  if (refusedConnections.has(socket)) return;
  refusedConnections.add(socket);
  const last = connections.get(socket)?.last;
  const isBody = last?.req.complete === false;
  if (isBody) endBody(last.req);
  const act = isBody ? end : refuse;
  if (last === undefined || isDone(last)) act();
  else last.once('close', act);
}

/** Node emits nothing, and whoever reads the body would wait for ever. */
function endBody(incoming: IncomingMessage): void {
  malformed.add(incoming);
  if (incoming.listenerCount('error') > 0)
    incoming.emit('error', Object.assign(new Error('malformed body'), { code: 'ECONNRESET' }));
}
