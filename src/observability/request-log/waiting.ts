/**
 * Queues requests to be written: the newest of each TPP, at most as many as the table keeps. Its memory is bounded
 * however long the database is away.
 */
import { shareOf } from '../../domain/sandbox/generated-tpps.ts';
import { entriesKept, type LogKind } from '../../operations/request-log/ports.ts';

export const waitingBytes = { all: 64 * 1_024 * 1_024, ofOne: 16 * 1_024 * 1_024 } as const;

export interface Waiting {
  readonly tppId: string;
  readonly kind: LogKind;
  readonly at: number;
  readonly bytes: number;
}

const weightOf = ({ bytes }: Waiting): number => bytes + bytesBeside;
const bytesBeside = 2_048;

class Line<Request extends Waiting> {
  weight = 0;
  #entries: Request[] = [];
  /** Index of the oldest entry; entries before it are removed. */
  #oldest = 0;

  get length(): number {
    return this.#entries.length - this.#oldest;
  }

  add(entry: Request): void {
    this.#entries.push(entry);
    this.weight += weightOf(entry);
  }

  /** Returns the freed bytes. */
  dropOldest(): number {
    const request = this.#entries[this.#oldest] as Request;
    const weight = weightOf(request);
    this.weight -= weight;
    this.#oldest += 1;
    // Compacts only when half of the list is removed.
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
      const { kind } = entry;
      const share = shareOf(entry.tppId);
      const line = lines[kind].get(share) ?? new Line<Request>();
      const more = weightOf(entry);
      const full = () => line.length >= entriesKept[kind] || line.weight + more > bytes.ofOne;
      // Drops the oldest requests of the same TPP, never those of others.
      while (line.length > 0 && (full() || weight + more > bytes.all)) dropOldest(line);
      if (weight + more > bytes.all) return;
      if (line.length === 0) lines[kind].set(share, line);
      line.add(entry);
      weight += more;
      count += 1;
    },
    take(): Request[] {
      const requests: Request[] = [];
      for (const ofKind of Object.values(lines)) {
        for (const line of ofKind.values()) requests.push(...line.all());
        ofKind.clear();
      }
      count = 0;
      weight = 0;
      return requests.sort((one, other) => one.at - other.at);
    },
  };
}
