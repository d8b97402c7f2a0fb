/**
 * Counts response bytes that clients have not read. Over a limit, it closes the connections of the oldest responses.
 * Node's connection time-out closes those without progress.
 */
import type { Socket } from 'node:net';

export interface UnsentBounds {
  /** A connection without progress for this time is closed. */
  readonly stallMs: number;
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

  function release(one: Unsent): void {
    if (!answers.delete(one)) return;
    total -= one.bytes;
    const remainder = (bytesByOwner.get(one.owner) ?? 0) - one.bytes;
    if (remainder === 0) bytesByOwner.delete(one.owner);
    else bytesByOwner.set(one.owner, remainder);
  }

  function cut(one: Unsent, why: keyof CutCounts): void {
    counts[why] += 1;
    release(one);
    // The reset also drops what the system has buffered.
    one.socket.resetAndDestroy();
  }

  const isCrowded = (owner: string): boolean =>
    total > bounds.bytesInAll || (bytesByOwner.get(owner) ?? 0) > bounds.bytesOfOwner;

  return {
    /** Counts bytes until the returned function releases them. */
    hold(socket: Socket, owner: string, bytes: number): () => void {
      const one = { socket, owner, bytes };
      answers.add(one);
      total += bytes;
      bytesByOwner.set(owner, (bytesByOwner.get(owner) ?? 0) + bytes);
      for (const other of answers) {
        if (!isCrowded(owner)) break;
        if (total > bounds.bytesInAll || other.owner === owner) cut(other, 'crowded');
      }
      return () => release(one);
    },
    closeStalled(socket: Socket): void {
      const oldest = [...answers].find((one) => one.socket === socket);
      if (oldest === undefined) socket.destroy();
      else cut(oldest, 'stalled');
    },
    bytes: () => total,
    cut: (): CutCounts => ({ ...counts }),
  };
}
