/**
 * Handles the requests of one connection one after another, as RFC 9112 demands. Node and Fastify would begin them all at
 * once, and a read could overtake the creation before it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The most requests of a connection that wait for the running one. */
export const waitingAtMost = 16;

interface PipelinedConnection {
  last: ServerResponse<IncomingMessage>;
  waiting: number;
  /** Too many requests came: further ones are dropped, and the last response closes the connection. */
  isFull: boolean;
}

const connections = new WeakMap<Duplex, PipelinedConnection>();

const isSent = (answer: ServerResponse): boolean => answer.closed || answer.destroyed;

/** Calls `begin` after the earlier responses of the connection are sent. Never calls it for a dropped request. */
export function inOrder({ socket }: IncomingMessage, answer: ServerResponse, begin: () => void): void {
  if (refusedConnections.has(socket)) return;
  const connection = connections.get(socket);
  if (connection === undefined || (isSent(connection.last) && !connection.isFull)) {
    connections.set(socket, { last: answer, waiting: 0, isFull: false });
    begin();
    return;
  }
  if (connection.isFull || connection.waiting >= waitingAtMost) {
    connection.isFull = true;
    return;
  }
  const previous = connection.last;
  connection.last = answer;
  connection.waiting += 1;
  previous.once('close', () => {
    connection.waiting -= 1;
    if (connection.isFull && connection.waiting === 0) answer.shouldKeepAlive = false;
    // Node hands the connection to the next response, unless it is closed.
    if (answer.socket !== null) begin();
  });
}

/** Connections with malformed input. The service handles no later request of them. */
const refusedConnections = new WeakSet<Duplex>();
const malformedRequests = new WeakSet<IncomingMessage>();

export const hasMalformedBody = (incoming: IncomingMessage): boolean => malformedRequests.has(incoming);

/**
 * Closes a connection with malformed input after all earlier responses are sent, by calling `refuse`. If the input is the body of a
 * request, that request has a response of its own, so only `closeConnection` is called.
 */
export function closeInOrder(socket: Duplex, refuse: () => void, closeConnection: () => void): void {
  if (refusedConnections.has(socket)) return;
  refusedConnections.add(socket);
  const last = connections.get(socket)?.last;
  const isBody = last?.req.complete === false;
  if (isBody) endBody(last.req);
  const act = isBody ? closeConnection : refuse;
  if (last === undefined || isSent(last)) act();
  else last.once('close', act);
}

export const malformedBody = { code: 'ERR_BODY_MALFORMED', text: 'the body is malformed' } as const;

/** Ends the body with an error: Node emits no event here, so a reader of the body would wait forever. */
function endBody(incoming: IncomingMessage): void {
  malformedRequests.add(incoming);
  if (incoming.listenerCount('error') > 0)
    incoming.emit('error', Object.assign(new Error(malformedBody.text), { code: malformedBody.code }));
}
