/**
 * Counts response bytes that clients have not read. Over a limit, it closes the connections of the oldest responses.
 * At Node's time-out for a connection without progress, `closeStalled` closes the connection.
 */
import type { Socket } from 'node:net';

export interface UnsentBounds {
  /** A connection without progress for this time is closed. */
  readonly stallMs: number;
  /** An owner is a TPP or, without a verified caller, an IP address. */
  readonly bytesOfOwner: number;
  readonly bytesInAll: number;
}

const mebibyte = 1_024 * 1_024;
export const unsentBounds: UnsentBounds = {
  stallMs: 30_000,
  bytesOfOwner: 64 * mebibyte,
  bytesInAll: 256 * mebibyte,
};

export type CutCounts = Readonly<Record<'stalled' | 'crowded', number>>;

interface Unsent {
  readonly socket: Socket;
  readonly owner: string;
  readonly bytes: number;
}

export type UnsentBytes = ReturnType<typeof countUnsent>;

export function countUnsent(bounds: UnsentBounds) {
  const answers = new Set<Unsent>();
  const bytesByOwner = new Map<string, number>();
  const counts = { stalled: 0, crowded: 0 };
  let total = 0;

  function release(answer: Unsent): void {
    if (!answers.delete(answer)) return;
    total -= answer.bytes;
    const remainder = (bytesByOwner.get(answer.owner) ?? 0) - answer.bytes;
    if (remainder === 0) bytesByOwner.delete(answer.owner);
    else bytesByOwner.set(answer.owner, remainder);
  }

  function cut(answer: Unsent, why: keyof CutCounts): void {
    counts[why] += 1;
    release(answer);
    // The reset also drops what the system has buffered.
    answer.socket.resetAndDestroy();
  }

  const isCrowded = (owner: string): boolean =>
    total > bounds.bytesInAll || (bytesByOwner.get(owner) ?? 0) > bounds.bytesOfOwner;

  return {
    /** Counts bytes until the returned function releases them. */
    countBytes(socket: Socket, owner: string, bytes: number): () => void {
      const answer = { socket, owner, bytes };
      answers.add(answer);
      total += bytes;
      bytesByOwner.set(owner, (bytesByOwner.get(owner) ?? 0) + bytes);
      for (const other of answers) {
        if (!isCrowded(owner)) break;
        if (total > bounds.bytesInAll || other.owner === owner) cut(other, 'crowded');
      }
      return () => release(answer);
    },
    closeStalled(socket: Socket): void {
      const oldest = [...answers].find((answer) => answer.socket === socket);
      if (oldest === undefined) socket.destroy();
      else cut(oldest, 'stalled');
    },
    bytes: () => total,
    cutCounts: (): CutCounts => ({ ...counts }),
  };
}
