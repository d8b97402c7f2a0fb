/**
 * Requests that wait to be written: the newest of each TPP, at most as many as the table keeps. Their memory is bounded
 * however long the database is away.
 */
import { entriesKept, type LogKind } from '../../operations/request-log/ports.ts';

/** Bytes of all that waits, and of what waits of one TPP. */
export const waitingBytes = { all: 64 * 1_024 * 1_024, ofOne: 16 * 1_024 * 1_024 } as const;

/** What must be known of a request while it waits. */
export interface Waiting {
  readonly tppId: string;
  readonly kind: LogKind;
  /** Real time, epoch milliseconds. */
  readonly at: number;
  /** Bytes of memory for its headers and bodies. */
  readonly bytes: number;
}

export interface WaitingRequests<Request extends Waiting> {
  count(): number;
  weight(): number;
  add(request: Request): void;
  /** Everything that waits, by the time at which it came. */
  take(): Request[];
}

/** What a request takes in memory. */
const weightOf = ({ bytes }: Waiting): number => bytes + bytesBeside;
const bytesBeside = 2_048;

class Line<Request extends Waiting> {
  readonly entries: Request[] = [];
  weight = 0;
}

/** `dropped` is told of each request that is not waiting any more, nor was taken. */
export function createWaitingRequests<Request extends Waiting>(
  bytes: { all: number; ofOne: number } = waitingBytes,
  dropped: (request: Request) => void = () => undefined,
): WaitingRequests<Request> {
  let lines = new Map<string, Line<Request>>();
  let count = 0;
  let weight = 0;

  const dropOldest = (line: Line<Request>): void => {
    const gone = line.entries.shift();
    if (gone === undefined) return;
    line.weight -= weightOf(gone);
    weight -= weightOf(gone);
    count -= 1;
    dropped(gone);
  };

  return {
    count: () => count,
    weight: () => weight,
    add(entry) {
      const key = `${entry.kind} ${entry.tppId}`;
      const line = lines.get(key) ?? new Line<Request>();
      const more = weightOf(entry);
      const full = () => line.entries.length >= entriesKept[entry.kind] || line.weight + more > bytes.ofOne;
      // A TPP makes room by dropping its own oldest requests, never those of others.
      while (line.entries.length > 0 && (full() || weight + more > bytes.all)) dropOldest(line);
      if (weight + more > bytes.all) return dropped(entry);
      lines.set(key, line);
      line.entries.push(entry);
      line.weight += more;
      weight += more;
      count += 1;
    },
    take() {
      const taken = [...lines.values()].flatMap((line) => line.entries);
      lines = new Map();
      count = 0;
      weight = 0;
      return taken.sort((one, other) => one.at - other.at);
    },
  };
}
