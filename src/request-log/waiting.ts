/**
 * Requests that wait to be written: the newest of each TPP, at most as many as the table keeps. Their memory is bounded
 * however long the database is away.
 */
import { entriesKept, type LogKind } from '../operations/request-log/ports.ts';

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

/** What a request takes in memory. */
const weightOf = ({ bytes }: Waiting): number => bytes + bytesBeside;
const bytesBeside = 2_048;

/** What waits of one TPP and kind, the oldest first. */
class Line<Request extends Waiting> {
  weight = 0;
  #entries: Request[] = [];
  /** Where the oldest stands; those before it are gone. */
  #oldest = 0;

  get length(): number {
    return this.#entries.length - this.#oldest;
  }

  add(entry: Request): void {
    this.#entries.push(entry);
    this.weight += weightOf(entry);
  }

  /** Answers what it weighed. */
  dropOldest(): number {
    const gone = this.#entries[this.#oldest] as Request;
    const weight = weightOf(gone);
    this.weight -= weight;
    this.#oldest += 1;
    // Moved together when half of the list is gone, and not each time.
    if (this.#oldest > this.length) {
      this.#entries = this.all();
      this.#oldest = 0;
    }
    return weight;
  }

  all(): Request[] {
    return this.#entries.slice(this.#oldest);
  }
}

export function createWaitingRequests<Request extends Waiting>(
  bytes: { all: number; ofOne: number } = waitingBytes,
) {
  const lines: Readonly<Record<LogKind, Map<string, Line<Request>>>> = {
    OWN: new Map(),
    CONSOLE: new Map(),
    UNPROVEN: new Map(),
  };
  let count = 0;
  let weight = 0;

  const dropOldest = (line: Line<Request>): void => {
    weight -= line.dropOldest();
    count -= 1;
  };

  return {
    count: () => count,
    weight: () => weight,
    add(entry: Request) {
      const { kind, tppId } = entry;
      const line = lines[kind].get(tppId) ?? new Line<Request>();
      const more = weightOf(entry);
      const full = () => line.length >= entriesKept[kind] || line.weight + more > bytes.ofOne;
      // A TPP makes room by dropping its own oldest requests, never those of others.
      while (line.length > 0 && (full() || weight + more > bytes.all)) dropOldest(line);
      if (weight + more > bytes.all) return;
      if (line.length === 0) lines[kind].set(tppId, line);
      line.add(entry);
      weight += more;
      count += 1;
    },
    /** Everything that waits, by the time at which it came. */
    take(): Request[] {
      const taken: Request[] = [];
      for (const ofKind of Object.values(lines)) {
        for (const line of ofKind.values()) taken.push(...line.all());
        ofKind.clear();
      }
      count = 0;
      weight = 0;
      return taken.sort((one, other) => one.at - other.at);
    },
  };
}
