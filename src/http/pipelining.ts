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
  last: ServerResponse<IncomingMessage> | null;
  /** Responses that are not sent yet, including that of the running request. */
  open: number;
  /** After malformed input, or too many requests: the service handles no later request. */
  isClosing: boolean;
}

const connections = new WeakMap<Duplex, PipelinedConnection>();

function connectionOf(socket: Duplex): PipelinedConnection {
  const connection = connections.get(socket) ?? { last: null, open: 0, isClosing: false };
  connections.set(socket, connection);
  return connection;
}

/** Calls `act` after the response; at once if there is none, or if it is sent. */
function afterResponse(response: ServerResponse | null, act: () => void): void {
  if (response === null || response.closed || response.destroyed) act();
  else response.once('close', act);
}

/**
 * Calls `begin` after the earlier responses of the connection are sent. Ignores the request if the connection is closing, or if too
 * many requests wait: then the connection closes after the last of them.
 */
export function inOrder({ socket }: IncomingMessage, response: ServerResponse, begin: () => void): void {
  const connection = connectionOf(socket);
  const { last } = connection;
  if (connection.isClosing) return;
  if (last !== null && connection.open > waitingAtMost) {
    connection.isClosing = true;
    last.shouldKeepAlive = false;
    return;
  }
  connection.last = response;
  connection.open += 1;
  afterResponse(last, () => {
    // Node assigns the socket to the next response, but not if the socket is closed.
    if (response.socket !== null) begin();
  });
  response.once('close', () => {
    connection.open -= 1;
  });
}

/** Whether the input of the connection became malformed within the body of this request. */
export const hasMalformedBody = ({ socket, complete }: IncomingMessage): boolean =>
  !complete && connectionOf(socket).isClosing;

/**
 * Closes a connection with malformed input after all earlier responses are sent, by calling `close`. `isInBody`: the
 * malformed input is in the body of a request.
 */
export function closeInOrder(socket: Duplex, close: (isInBody: boolean) => void): void {
  const connection = connectionOf(socket);
  if (connection.isClosing) return;
  connection.isClosing = true;
  const { last } = connection;
  const isInBody = last?.req.complete === false;
  if (isInBody) endBody(last.req);
  afterResponse(last, () => close(isInBody));
}

export const malformedBody = (): Refusal =>
  refuse('BAD_REQUEST', { path: 'body', text: 'the body is malformed' });

/** Ends the body with an error. Node emits no event for malformed input in a body, so its reader would wait forever. */
function endBody(incoming: IncomingMessage): void {
  if (incoming.listenerCount('error') > 0) incoming.emit('error', malformedBody());
}
