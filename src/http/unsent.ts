/**
 * Answers that are not sent yet, because their clients read too slowly: a connection without progress is cut, and so is
 * the slowest one of an owner, or of all, when their bytes are too many. Start at `createUnsentAnswers`; `paced` counts them.
 */
import type { Socket } from 'node:net';

export interface UnsentBounds {
  /** How long nothing may be taken of an answer. */
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

/** Why connections were cut, and how many. */
export type CutCounts = Readonly<Record<'stalled' | 'crowded', number>>;

export interface UnsentAnswer {
  /** The client has taken some of it; so many bytes are left. */
  moved(bytes: number): void;
  end(): void;
}

export interface UnsentAnswers {
  hold(socket: Socket, owner: string, bytes: number): UnsentAnswer;
  bytes(): number;
  cut(): CutCounts;
}

interface Held {
  readonly socket: Socket;
  readonly owner: string;
  readonly stall: NodeJS.Timeout;
  bytes: number;
}

export function createUnsentAnswers(bounds: UnsentBounds): UnsentAnswers {
  /** Those that have stood still for the longest come first. */
  const held = new Set<Held>();
  const ofOwners = new Map<string, number>();
  const counts = { stalled: 0, crowded: 0 };
  let all = 0;

  function count(one: Held, bytes: number): void {
    all += bytes - one.bytes;
    const left = (ofOwners.get(one.owner) ?? 0) + bytes - one.bytes;
    if (left === 0) ofOwners.delete(one.owner);
    else ofOwners.set(one.owner, left);
    one.bytes = bytes;
  }

  function end(one: Held): void {
    clearTimeout(one.stall);
    held.delete(one);
    count(one, 0);
  }

  function cut(one: Held, why: keyof CutCounts): void {
    counts[why] += 1;
    end(one);
    // What the system has taken is dropped too.
    one.socket.resetAndDestroy();
  }

  const isCrowded = (owner: string): boolean =>
    all > bounds.bytesInAll || (ofOwners.get(owner) ?? 0) > bounds.bytesOfOwner;

  function makeRoom(owner: string): void {
    for (const one of held) {
      if (!isCrowded(owner)) return;
      if (all > bounds.bytesInAll || one.owner === owner) cut(one, 'crowded');
    }
  }

  return {
    hold(socket, owner, bytes) {
      const one: Held = {
        socket,
        owner,
        bytes: 0,
        stall: setTimeout(() => cut(one, 'stalled'), bounds.stallMs).unref(),
      };
      held.add(one);
      count(one, bytes);
      makeRoom(owner);
      return {
        moved(left) {
          if (!held.delete(one)) return;
          held.add(one);
          one.stall.refresh();
          count(one, left);
        },
        end: () => end(one),
      };
    },
    bytes: () => all,
    cut: () => ({ ...counts }),
  };
}

/** Of a longer body the client has to take so much before it is given more. */
export const pieceBytes = 64 * 1_024;

/** The body in pieces. What has not been taken of it is held: a piece has been when the next one is asked for. */
export function paced(
  body: Uint8Array | ReadableStream<Uint8Array>,
  hold: (bytes: number) => UnsentAnswer | null,
): ReadableStream<Uint8Array> {
  const reader = body instanceof ReadableStream ? body.getReader() : null;
  let rest = body instanceof ReadableStream ? new Uint8Array(0) : body;
  let held: UnsentAnswer | null = null;

  function release(): void {
    held?.end();
    held = null;
  }

  return new ReadableStream(
    {
      async pull(controller) {
        if (rest.length === 0) {
          release();
          const { done, value } = reader === null ? { done: true } : await reader.read();
          if (done || value === undefined) return controller.close();
          rest = value;
        }
        if (held === null) held = hold(rest.length);
        else held.moved(rest.length);
        controller.enqueue(rest.subarray(0, pieceBytes));
        rest = rest.subarray(pieceBytes);
      },
      cancel(reason) {
        release();
        return reader?.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
