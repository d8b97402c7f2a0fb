/** Handles the requests of one connection in order (RFC 9112). Fastify would begin them all at once. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Refusal, refuse } from '../domain/refusal.ts';

/** The number of requests of a connection that may wait for the running one. */
export const waitingAtMost = 16;

interface PipelinedConnection {
  lastResponse: ServerResponse<IncomingMessage> | null;
  /** Responses that are not sent yet, including that to the running request. */
  openResponses: number;
  /** true after a call of `closeInOrder`, or after too many requests waited. Then the service ignores new requests of the connection. */
  isClosing: boolean;
}

const connections = new WeakMap<Duplex, PipelinedConnection>();

function connectionOf(socket: Duplex): PipelinedConnection {
  const connection = connections.get(socket) ?? { lastResponse: null, openResponses: 0, isClosing: false };
  connections.set(socket, connection);
  return connection;
}

function afterResponse(response: ServerResponse | null, act: () => void): void {
  if (response === null || response.closed || response.destroyed) act();
  else response.once('close', act);
}

/**
 * Calls `begin` after the responses to the earlier requests of the connection. If too many requests wait, ignores the new request,
 * and closes the connection after the responses to the others.
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
    // Node assigns no socket if the connection has closed.
    if (response.socket !== null) begin();
  });
  response.once('close', () => {
    connection.openResponses -= 1;
  });
}

/** Whether malformed input has arrived in the body of this request. If a later request closes the connection, this body is complete. */
export const hasMalformedBody = ({ socket, complete }: IncomingMessage): boolean =>
  !complete && connectionOf(socket).isClosing;

/**
 * For an input that ends the connection: malformed or incomplete input, a CONNECT or an unsupported Expect. Calls `close`, which refuses
 * this input, after the responses to all earlier requests. `isInBody`: the input is in the body of the last of these requests.
 */
export function closeInOrder(socket: Duplex, close: (isInBody: boolean) => void): void {
  const connection = connectionOf(socket);
  if (connection.isClosing) return;
  connection.isClosing = true;
  const { lastResponse } = connection;
  const isInBody = lastResponse?.req.complete === false;
  // Node emits no event for malformed input in a body, so the reader of the body would wait forever.
  if (isInBody && lastResponse.req.listenerCount('error') > 0)
    lastResponse.req.emit('error', refuseMalformedBody());
  afterResponse(lastResponse, () => close(isInBody));
}

export const refuseMalformedBody = (): Refusal =>
  refuse('BAD_REQUEST', { path: 'body', text: 'the body is malformed' });
