/**
 * Handles the requests of one connection one after another, as RFC 9112 demands. Node and Fastify would begin them all at
 * once, and a read could overtake the creation before it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Refusal, refuse } from '../domain/refusal.ts';

/** The most requests of a connection that wait for the running one. */
export const waitingAtMost = 16;

interface PipelinedConnection {
  /** The response to the latest request; null: there was no request. */
  lastResponse: ServerResponse<IncomingMessage> | null;
  /** The number of responses that are not sent yet, including the response to the running request. */
  openResponses: number;
  /** The input was malformed, or too many requests waited. The service handles no later request of the connection. */
  isClosing: boolean;
}

const connections = new WeakMap<Duplex, PipelinedConnection>();

function connectionOf(socket: Duplex): PipelinedConnection {
  const connection = connections.get(socket) ?? { lastResponse: null, openResponses: 0, isClosing: false };
  connections.set(socket, connection);
  return connection;
}

/** Calls `act` after the response is sent; at once if there is no response, or if it is already sent. */
function afterResponse(response: ServerResponse | null, act: () => void): void {
  if (response === null || response.closed || response.destroyed) act();
  else response.once('close', act);
}

/**
 * Calls `begin` after the earlier responses of the connection are sent. Ignores the request if the connection is closing, or if too
 * many requests already wait. In the second case the connection closes after the last request that waits.
 */
export function beginInOrder({ socket }: IncomingMessage, response: ServerResponse, begin: () => void): void {
  const connection = connectionOf(socket);
  const { lastResponse } = connection;
  if (connection.isClosing) return;
  if (lastResponse !== null && connection.openResponses > waitingAtMost) {
    connection.isClosing = true;
    lastResponse.shouldKeepAlive = false;
    return;
  }
  connection.lastResponse = response;
  connection.openResponses += 1;
  afterResponse(lastResponse, () => {
    // After a response, Node assigns the socket to the next response, but not if the socket is closed.
    if (response.socket !== null) begin();
  });
  response.once('close', () => {
    connection.openResponses -= 1;
  });
}

/** Whether malformed input has arrived in the body of this request. */
export const hasMalformedBody = ({ socket, complete }: IncomingMessage): boolean =>
  !complete && connectionOf(socket).isClosing;

/**
 * Closes a connection with malformed input: calls `close` after all earlier responses are sent. `isInBody`: the malformed input is
 * in the body of a request.
 */
export function closeInOrder(socket: Duplex, close: (isInBody: boolean) => void): void {
  const connection = connectionOf(socket);
  if (connection.isClosing) return;
  connection.isClosing = true;
  const { lastResponse } = connection;
  const isInBody = lastResponse?.req.complete === false;
  if (isInBody) endBody(lastResponse.req);
  afterResponse(lastResponse, () => close(isInBody));
}

export const refuseMalformedBody = (): Refusal =>
  refuse('BAD_REQUEST', { path: 'body', text: 'the body is malformed' });

/** Ends the body with an error. Node emits no event for malformed input in a body, so the reader of the body would wait forever. */
function endBody(incoming: IncomingMessage): void {
  if (incoming.listenerCount('error') > 0) incoming.emit('error', refuseMalformedBody());
}
