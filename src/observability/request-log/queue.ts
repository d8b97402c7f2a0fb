/**
 * The queue of requests that are not written yet. It has the newest requests of each TPP, at most as many as the table stores. Its memory
 * has a limit, however long the database does not respond.
 */
import { shareOf } from '../../domain/sandbox/generated-tpps.ts';
import { entriesKept, type LogKind } from '../../operations/request-log/ports.ts';

export const queueBytes = { total: 64 * 1_024 * 1_024, perList: 16 * 1_024 * 1_024 } as const;

export interface QueuedRequest {
  readonly tppId: string;
  readonly kind: LogKind;
  readonly at: number;
  /** The length of its texts and bodies. */
  readonly bytes: number;
}

/** An estimate of the memory of a request without its texts and bodies. */
const baseBytes = 2_048;

const weightOf = ({ bytes }: QueuedRequest): number => bytes + baseBytes;

/** The requests of one kind and one share: a TPP, or a family of TPPs. Oldest first. */
class RequestList<Request extends QueuedRequest> {
  weight = 0;
  #requests: Request[] = [];
  /** The index of the oldest request. Those before it are dropped, and still in the array. */
  #oldest = 0;

  get length(): number {
    return this.#requests.length - this.#oldest;
  }

  add(request: Request): void {
    this.#requests.push(request);
    this.weight += weightOf(request);
  }

  /** Returns the weight of the dropped request. */
  dropOldest(): number {
    const request = this.#requests[this.#oldest] as Request;
    const weight = weightOf(request);
    this.weight -= weight;
    this.#oldest += 1;
    // Copies the array only when more than half of it is dropped.
    if (this.#oldest > this.length) {
      this.#requests = this.all();
      this.#oldest = 0;
    }
    return weight;
  }

  all(): Request[] {
    return this.#requests.slice(this.#oldest);
  }
}

export function createRequestQueue<Request extends QueuedRequest>(
  bytesAtMost: { total: number; perList: number } = queueBytes,
) {
  const lists: Readonly<Record<LogKind, Map<string, RequestList<Request>>>> = {
    OWN: new Map(),
    CONSOLE: new Map(),
    UNPROVEN: new Map(),
  };
  let count = 0;
  let weight = 0;

  const dropOldest = (list: RequestList<Request>): void => {
    weight -= list.dropOldest();
    count -= 1;
  };

  return {
    count: () => count,
    weight: () => weight,
    add(request: Request) {
      const { kind } = request;
      const share = shareOf(request.tppId);
      const list = lists[kind].get(share) ?? new RequestList<Request>();
      const requestWeight = weightOf(request);
      const isFull = () =>
        list.length >= entriesKept[kind] || list.weight + requestWeight > bytesAtMost.perList;
      // Drops the oldest requests of the same share, never those of others.
      while (list.length > 0 && (isFull() || weight + requestWeight > bytesAtMost.total)) dropOldest(list);
      if (weight + requestWeight > bytesAtMost.total) return;
      if (list.length === 0) lists[kind].set(share, list);
      list.add(request);
      weight += requestWeight;
      count += 1;
    },
    /** Empties the queue. Returns its requests, oldest first. */
    takeAll(): Request[] {
      const requests: Request[] = [];
      for (const listsOfKind of Object.values(lists)) {
        for (const list of listsOfKind.values()) requests.push(...list.all());
        listsOfKind.clear();
      }
      count = 0;
      weight = 0;
      return requests.sort((left, right) => left.at - right.at);
    },
  };
}
