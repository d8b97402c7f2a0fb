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
interface RequestList<Request extends QueuedRequest> {
  readonly requests: Request[];
  weight: number;
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

  const addWeight = (list: RequestList<Request>, requestWeight: number): void => {
    list.weight += requestWeight;
    weight += requestWeight;
  };

  return {
    count: () => count,
    weight: () => weight,
    add(request: Request) {
      const { kind } = request;
      const share = shareOf(request.tppId);
      const list = lists[kind].get(share) ?? { requests: [], weight: 0 };
      const requestWeight = weightOf(request);
      const isFull = () =>
        list.requests.length >= entriesKept[kind] || list.weight + requestWeight > bytesAtMost.perList;
      // Drops the oldest requests of the same share, never those of others.
      while (isFull() || weight + requestWeight > bytesAtMost.total) {
        const oldest = list.requests.shift();
        if (oldest === undefined) break;
        addWeight(list, -weightOf(oldest));
        count -= 1;
      }
      if (weight + requestWeight > bytesAtMost.total) return;
      lists[kind].set(share, list);
      list.requests.push(request);
      addWeight(list, requestWeight);
      count += 1;
    },
    /** Empties the queue. Returns its requests, oldest first. */
    takeAll(): Request[] {
      const requests: Request[] = [];
      for (const listsOfKind of Object.values(lists)) {
        for (const list of listsOfKind.values()) requests.push(...list.requests);
        listsOfKind.clear();
      }
      count = 0;
      weight = 0;
      return requests.sort((left, right) => left.at - right.at);
    },
  };
}
