/** Counts the open connections of the port, and closes connections whose clients do not read. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const mebibyte = 1_024 * 1_024;
export const defaultUnsentLimits = {
  /** A connection without progress for this time is closed. */
  stallMs: 30_000,
  /** An owner is a TPP or a family of TPPs (`limitKeyOf`). Without a verified caller, it is an IP address. */
  bytesOfOwner: 64 * mebibyte,
  bytesInAll: 256 * mebibyte,
};
export type UnsentLimits = Readonly<typeof defaultUnsentLimits>;

const checkEveryMs = 100;

export type OpenConnections = ReturnType<typeof watchConnections>;

export function watchConnections(server: Server, { bytesOfOwner, bytesInAll }: UnsentLimits) {
  /** For each connection, the owner of its last response, or '' before the first response. The oldest response is first. */
  const owners = new Map<Socket, string>();
  /** stalled: the client did not read for `stallMs`. crowded: too many unsent bytes of the owner, or in all. */
  const closuresByReason = { stalled: 0, crowded: 0 };

  function close(socket: Socket, reason: keyof typeof closuresByReason): void {
    closuresByReason[reason] += 1;
    // A reset also drops the bytes that the operating system has buffered.
    socket.resetAndDestroy();
  }

  function closeCrowded(): void {
    const bytesByOwner = new Map<string, number>();
    let total = 0;
    // Counts the newest responses first. So the responses beyond a limit, whose connections close, are the oldest.
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
  // `connectionTimeout` of Fastify emits `timeout` after `stallMs` without progress, or later if the deadline of a request is longer.
  server.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) close(socket, 'stalled');
    else socket.destroy();
  });
  const timer = setInterval(closeCrowded, checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
  return {
    setOwner(socket: Socket, owner: string): void {
      // The deletion moves the connection to the end. A socket that is not open, as in tests, gets no owner.
      if (owners.delete(socket)) owners.set(socket, owner);
    },
    figures: () => ({
      connections: owners.size,
      unsentBytes: [...owners.keys()].reduce((sum, { writableLength }) => sum + writableLength, 0),
      closuresByReason,
    }),
  };
}
