/**
 * Combines reads by key of several requests of one TPP into one statement. Without it a list costs a quarter more
 * (docs/performance.md).
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

export const keyedBy = <Row>(
  statement: Statement<Keys, Row>,
  keyOf: (row: Row) => string,
): KeyedStatement<Row> => ({ statement, keyOf });

interface Reader {
  readonly tppId: string;
  rows<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row[]>;
}

/** Requests per statement; each may ask for a hundred keys. */
const requestsAtMost = 8;
/** Milliseconds a read waits for others while an earlier one runs. */
const heldAtMostMs = 5;

export function shareReads(session: Reader) {
  const { tppId } = session;
  const loaders = new Map<unknown, DataLoader<readonly string[], unknown[]>>();
  return <Row>(keyed: KeyedStatement<Row>, keys: readonly string[]): Promise<Row[]> => {
    const loader = loaders.get(keyed) ?? createLoader(keyed);
    loaders.set(keyed, loader);
    return loader.load(keys) as Promise<Row[]>;
  };

  function createLoader<Row>({ statement, keyOf }: KeyedStatement<Row>) {
    const turns = takeTurns();
    return new DataLoader<readonly string[], Row[]>(
      (requests) =>
        turns.during(async () => {
          const byKey = new Map<string, Row[]>(requests.flat().map((key) => [key, []]));
          for (const row of await session.rows(statement, { keys: [...byKey.keys()], tppId }))
            byKey.get(keyOf(row))?.push(row);
          return requests.map((keys) => keys.flatMap((key) => byKey.get(key) ?? []));
        }),
      { cache: false, maxBatchSize: requestsAtMost, batchScheduleFn: turns.schedule },
    );
  }
}

/** A batch begins in the next iteration of the event loop, or when the previous batch has ended. */
function takeTurns() {
  let underWay = 0;
  let next: (() => void) | null = null;
  let patience: NodeJS.Timeout | undefined;

  function begin(): void {
    clearTimeout(patience);
    const batch = next;
    next = null;
    batch?.();
  }

  return {
    schedule(batch: () => void): void {
      begin();
      next = batch;
      if (underWay === 0) setImmediate(begin);
      else patience = setTimeout(begin, heldAtMostMs);
    },
    async during<Rows>(query: () => Promise<Rows>): Promise<Rows> {
      underWay += 1;
      return query().finally(() => {
        underWay -= 1;
        if (underWay === 0) begin();
      });
    },
  };
}
