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
  const lists = new Map<string, RequestList<Request>>();
  let count = 0;
  let weight = 0;

  return {
    count: () => count,
    weight: () => weight,
    add(request: Request) {
      const { kind } = request;
      const key = `${kind} ${shareOf(request.tppId)}`;
      const list = lists.get(key) ?? { requests: [], weight: 0 };
      const requestWeight = weightOf(request);
      const isFull = () =>
        list.requests.length >= entriesKept[kind] || list.weight + requestWeight > bytesAtMost.perList;
      const addWeight = (added: number): void => {
        list.weight += added;
        weight += added;
      };
      // Drops the oldest requests of the same share, never those of others.
      while (isFull() || weight + requestWeight > bytesAtMost.total) {
        const oldest = list.requests.shift();
        if (oldest === undefined) break;
        addWeight(-weightOf(oldest));
        count -= 1;
      }
      if (weight + requestWeight > bytesAtMost.total) return;
      lists.set(key, list);
      list.requests.push(request);
      addWeight(requestWeight);
      count += 1;
    },
    /** Empties the queue. Returns its requests, oldest first. */
    takeAll(): Request[] {
      const requests = [...lists.values()].flatMap((list) => list.requests);
      lists.clear();
      count = 0;
      weight = 0;
      return requests.sort((left, right) => left.at - right.at);
    },
  };
}
