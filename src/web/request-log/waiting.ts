/**
 * Requests that wait to be written: of each TPP the newest, as many as are kept at all. Whatever the database does, they
 * take so much memory and no more.
 */
import { entriesKept, type StoredRequest } from '../../operations/request-log/ports.ts';

/** Bytes of all that waits, and of what waits of one TPP. */
export const waitingBytes = { all: 64 * 1_024 * 1_024, ofOne: 16 * 1_024 * 1_024 } as const;

export interface WaitingRequests {
  readonly count: number;
  readonly weight: number;
  add(entry: StoredRequest): void;
  /** Everything that waits, by the time at which it came. */
  take(): StoredRequest[];
}

/** What an entry takes in memory. */
const weightOf = ({ record }: StoredRequest): number => record.length + bytesBeside;
const bytesBeside = 1_024;

class Line {
  readonly entries: StoredRequest[] = [];
  weight = 0;
}

export function createWaitingRequests(bytes: { all: number; ofOne: number } = waitingBytes): WaitingRequests {
  let lines = new Map<string, Line>();
  let count = 0;
  let weight = 0;

  const dropOldest = (line: Line): void => {
    const gone = line.entries.shift();
    if (gone === undefined) return;
    line.weight -= weightOf(gone);
    weight -= weightOf(gone);
    count -= 1;
  };

  return {
    get count() {
      return count;
    },
    get weight() {
      return weight;
    },
    add(entry) {
      const key = `${entry.kind} ${entry.tppId}`;
      const line = lines.get(key) ?? new Line();
      const more = weightOf(entry);
      const full = () => line.entries.length >= entriesKept[entry.kind] || line.weight + more > bytes.ofOne;
      // With no room left a TPP makes some of its own, and nobody else's.
      while (line.entries.length > 0 && (full() || weight + more > bytes.all)) dropOldest(line);
      if (weight + more > bytes.all) return;
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
