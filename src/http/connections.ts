/** Knows the open connections of the port, and which of them have a request in progress. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface OpenConnections {
  count(): number;
  /** Closes the connections without a request in progress, also those that never sent one, which Node does not count as idle. */
  closeIdle(): void;
}

export function trackConnections(server: Server): OpenConnections {
  /** The number of requests in progress. */
  const requestsOf = new Map<Socket, number>();
  const add = (socket: Socket, change: 1 | -1) => {
    const count = requestsOf.get(socket);
    if (count !== undefined) requestsOf.set(socket, count + change);
  };
  server.on('connection', (socket: Socket) => {
    requestsOf.set(socket, 0);
    socket.once('close', () => requestsOf.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    add(socket, 1);
    answer.once('close', () => add(socket, -1));
  });
  return {
    count: () => requestsOf.size,
    closeIdle() {
      for (const [socket, requests] of requestsOf) if (requests === 0) socket.destroy();
    },
  };
}
