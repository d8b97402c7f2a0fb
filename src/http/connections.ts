/**
 * Counts the open connections of the port, and closes connections whose clients do not read. A connection is closed after a time
 * without progress. If the unsent bytes exceed a limit, the connections with the oldest responses are closed.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const mebibyte = 1_024 * 1_024;
export const defaultUnsentLimits = {
  /** The service closes a connection that makes no progress for this time (`connectionTimeout` in server.ts). */
  stallMs: 30_000,
  /** An owner is a TPP or, without a verified caller, an IP address. */
  bytesOfOwner: 64 * mebibyte,
  bytesInAll: 256 * mebibyte,
};
export type UnsentLimits = Readonly<typeof defaultUnsentLimits>;

const checkEveryMs = 100;

export type OpenConnections = ReturnType<typeof watchConnections>;

export function watchConnections(server: Server, { bytesOfOwner, bytesInAll }: UnsentLimits) {
  /** By connection, the owner of its last response; before the first response an empty text. The oldest response is first. */
  const owners = new Map<Socket, string>();
  const closuresByReason = { stalled: 0, crowded: 0 };

  function close(socket: Socket, reason: keyof typeof closuresByReason): void {
    closuresByReason[reason] += 1;
    // The reset also drops the bytes that the operating system has buffered.
    socket.resetAndDestroy();
  }

  function closeCrowded(): void {
    const bytesByOwner = new Map<string, number>();
    let total = 0;
    // Counts the newest responses first, so that the oldest ones exceed the limits.
    for (const [socket, owner] of [...owners].reverse()) {
      const bytes = socket.writableLength;
      const ownerTotal = (bytesByOwner.get(owner) ?? 0) + bytes;
      if (bytes > 0 && (ownerTotal > bytesOfOwner || total + bytes > bytesInAll)) {
        close(socket, 'crowded');
        continue;
      }
      bytesByOwner.set(owner, ownerTotal);
      total += bytes;
    }
  }

  server.on('connection', (socket: Socket) => {
    owners.set(socket, '');
    socket.once('close', () => owners.delete(socket));
  });
  server.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) close(socket, 'stalled');
    else socket.destroy();
  });
  const timer = setInterval(closeCrowded, checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
  return {
    /** Call it before each response of the connection. Requests that tests inject have no connection. */
    setOwner(socket: Socket, owner: string): void {
      // Without the deletion the connection would keep its position, but the newest response comes last.
      if (owners.delete(socket)) owners.set(socket, owner);
    },
    figures: () => ({
      connections: owners.size,
      unsentBytes: [...owners.keys()].reduce((sum, { writableLength }) => sum + writableLength, 0),
      /** Connections closed because their clients did not read. */
      closuresByReason: { ...closuresByReason },
    }),
  };
}
