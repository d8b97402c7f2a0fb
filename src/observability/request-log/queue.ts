/**
 * Holds requests until they are written, in limited memory.
 * A new request that has no room replaces the oldest of its own list. A list has at most as many requests as the table keeps of a TPP.
 */
import { limitKeyOf } from '../../domain/sandbox/generated-tpps.ts';
import { entriesKept, type LogKind } from '../../operations/request-log/ports.ts';

export const queueBytes = { total: 64 * 1_024 * 1_024, perList: 16 * 1_024 * 1_024 } as const;

export interface QueuedRequest {
  readonly tppId: string;
  readonly kind: LogKind;
  readonly bytes: number;
}

/** The memory of a request in addition to its `bytes`. */
const baseBytes = 2_048;

const weightOf = ({ bytes }: QueuedRequest): number => bytes + baseBytes;

/** Requests of the same kind, oldest first: those of one TPP, or of all TPPs that one TPP has generated. */
class RequestList<Request extends QueuedRequest> extends Set<Request> {
  weight = 0;
}

export function createRequestQueue<Request extends QueuedRequest>(
  bytesAtMost: { total: number; perList: number } = queueBytes,
) {
  const lists = new Map<string, RequestList<Request>>();
  /** All requests with their lists, oldest first. */
  const requests = new Map<Request, RequestList<Request>>();
  /** The requests that are being written. They keep their weight until the write ends, even if newer requests replace them. */
  let batch: typeof requests = new Map();
  let weight = 0;

  function changeWeight(list: RequestList<Request>, difference: number): void {
    list.weight += difference;
    weight += difference;
  }

  function remove(request: Request, list: RequestList<Request>): void {
    requests.delete(request);
    list.delete(request);
    if (!batch.has(request)) changeWeight(list, -weightOf(request));
  }

  return {
    count: () => requests.size,
    weight: () => weight,
    add(request: Request) {
      const key = `${request.kind} ${limitKeyOf(request.tppId)}`;
      const list = lists.get(key) ?? new RequestList<Request>();
      const requestWeight = weightOf(request);
      const hasRoom = () =>
        list.size < entriesKept[request.kind] &&
        list.weight + requestWeight <= bytesAtMost.perList &&
        weight + requestWeight <= bytesAtMost.total;
      // Drops the oldest requests of the list. If requests of other lists still leave no room, the new request is dropped too.
      for (const oldest of list) {
        if (hasRoom()) break;
        remove(oldest, list);
      }
      if (!hasRoom()) return;
      lists.set(key, list);
      list.add(request);
      requests.set(request, list);
      changeWeight(list, requestWeight);
    },
    /** The requests stay in the queue until `endBatch`. */
    beginBatch(size: number): readonly Request[] {
      batch = new Map([...requests].slice(0, size));
      return [...batch.keys()];
    },
    /** `willRetry`: the requests stay in the queue, except those that newer requests have replaced. */
    endBatch(willRetry: boolean): void {
      const endedBatch = batch;
      // Empties `batch` first: only then does `remove` subtract the weight, also of requests that newer requests have replaced.
      batch = new Map();
      for (const [request, list] of endedBatch)
        if (!willRetry || !requests.has(request)) remove(request, list);
      for (const [key, list] of lists) if (list.weight === 0) lists.delete(key);
    },
  };
}
