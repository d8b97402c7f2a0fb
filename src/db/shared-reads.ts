/**
 * Combines reads by key of several requests of one TPP into one statement. Without this combining, a list costs a quarter
 * more (docs/performance.md).
 */
import DataLoader from 'dataloader';
import type { Statement } from './statement.ts';

interface Keys {
  readonly keys: readonly string[];
  readonly tppId: string;
}

export interface KeyedStatement<Row> {
  readonly statement: Statement<Keys, Row>;
  keyOf(row: Row): string;
}

export const keyedStatement = <Row>(
  statement: Statement<Keys, Row>,
  keyOf: (row: Row) => string,
): KeyedStatement<Row> => ({ statement, keyOf });

interface Reader {
  readonly tppId: string;
  rows<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row[]>;
}

/** Requests per statement. Each may have a hundred keys. */
const maxRequests = 8;
/** A read waits at most this long while an earlier read runs. */
const maxWaitMs = 5;

export function createSharedReads(session: Reader) {
  const { tppId } = session;
  const loaders = new Map<unknown, DataLoader<readonly string[], unknown[]>>();
  return <Row>(keyed: KeyedStatement<Row>, keys: readonly string[]): Promise<Row[]> => {
    const loader = loaders.get(keyed) ?? createLoader(keyed);
    loaders.set(keyed, loader);
    return loader.load(keys) as Promise<Row[]>;
  };

  function createLoader<Row>({ statement, keyOf }: KeyedStatement<Row>) {
    const schedule = createSchedule();
    return new DataLoader<readonly string[], Row[]>(
      (requests) =>
        schedule.run(async () => {
          const byKey = new Map<string, Row[]>(requests.flat().map((key) => [key, []]));
          for (const row of await session.rows(statement, { keys: [...byKey.keys()], tppId }))
            byKey.get(keyOf(row))?.push(row);
          return requests.map((keys) => keys.flatMap((key) => byKey.get(key) ?? []));
        }),
      { cache: false, maxBatchSize: maxRequests, batchScheduleFn: schedule.add },
    );
  }
}

/** Starts a batch in the next iteration of the event loop. While other batches run, it waits for their end, at most `maxWaitMs`. */
function createSchedule() {
  let runningBatches = 0;
  let waitingBatch: (() => void) | null = null;
  let timer: NodeJS.Timeout | undefined;

  function startBatch(): void {
    clearTimeout(timer);
    const batch = waitingBatch;
    waitingBatch = null;
    batch?.();
  }

  return {
    add(batch: () => void): void {
      // Only one batch waits, so an earlier one starts now.
      startBatch();
      waitingBatch = batch;
      if (runningBatches === 0) setImmediate(startBatch);
      else timer = setTimeout(startBatch, maxWaitMs);
    },
    async run<Rows>(query: () => Promise<Rows>): Promise<Rows> {
      runningBatches += 1;
      return query().finally(() => {
        runningBatches -= 1;
        if (runningBatches === 0) startBatch();
      });
    },
  };
}
