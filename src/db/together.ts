/**
 * What one TPP's requests ask of the database in the same turn of the event loop goes to it as one statement: PostgreSQL
 * begins, commits and answers once for all of them. Only of one TPP, so that nobody waits for another one's locks, and
 * nobody's rows are refused together with another one's.
 */
import DataLoader from 'dataloader';
import { dooms } from './failure.ts';
import { type Conditional, conditionalStatement, shapeOf } from './insertion.ts';
import type { KeyedSelection } from './selection.ts';
import type { Query, Session } from './session.ts';

/** Statements are prepared for so many rows at once, and for each smaller power of two. */
const writtenAtMost = 8;
const readAtMost = 64;

const together = (maxBatchSize: number) => ({
  cache: false,
  maxBatchSize,
  batchScheduleFn: (dispatch: () => void) => void setImmediate(dispatch),
});

/** Writes rows if their condition holds; whether it did. */
export type ConditionalWrite = (conditional: Conditional) => Promise<boolean>;

export function writesTogether(query: Query): ConditionalWrite {
  async function written(all: readonly Conditional[]): Promise<(boolean | Error)[]> {
    try {
      const { text, values } = conditionalStatement(all);
      const { rows } = await query({ text }, values);
      const held = new Set(rows.map(({ place }: { place: number }) => place));
      return all.map((_, place) => held.has(place));
    } catch (error) {
      // PostgreSQL has refused all because of one of them. What became of them is not known after any other failure.
      if (all.length > 1 && !dooms(error))
        return (await Promise.all(all.map((one) => written([one])))).flat();
      return all.map(() => error as Error);
    }
  }

  const loader = new DataLoader<Conditional, boolean>(async (all) => {
    const answers = new Map<Conditional, boolean | Error>();
    await Promise.all(
      parts(all).map(async (part) => {
        for (const [place, answer] of (await written(part)).entries())
          answers.set(part[place] as Conditional, answer);
      }),
    );
    return all.map((one) => answers.get(one) as boolean | Error);
  }, together(writtenAtMost));
  return (conditional) => loader.load(conditional);
}

/** Those of one shape, so many as there is a statement for. */
function parts(all: readonly Conditional[]): Conditional[][] {
  const shapes = new Map<string, Conditional[]>();
  for (const one of all) {
    const shape = shapeOf(one);
    const alike = shapes.get(shape);
    if (alike === undefined) shapes.set(shape, [one]);
    else alike.push(one);
  }
  const found: Conditional[][] = [];
  for (const alike of shapes.values()) {
    for (let at = 0; at < alike.length; ) {
      const count = 2 ** Math.floor(Math.log2(alike.length - at));
      found.push(alike.slice(at, at + count));
      at += count;
    }
  }
  return found;
}

/** Reads rows by their keys. */
export function readsTogether(rows: Session['rows']): Session['one'] {
  const loaders = new Map<KeyedSelection<unknown>, DataLoader<Asked, unknown>>();

  const made = (selection: KeyedSelection<unknown>) =>
    new DataLoader<Asked, unknown>(async (asked) => {
      const found = new Map<string, Map<string, unknown>>();
      await Promise.all(
        [...new Set(asked.map(({ tppId }) => tppId))].map(async (tppId) => {
          const keys = asked.filter((one) => one.tppId === tppId).map(({ key }) => key);
          const read = await rows(selection, [keys, tppId]);
          found.set(tppId, new Map(read.map((row) => [selection.keyOf(row), row])));
        }),
      );
      return asked.map(({ key, tppId }) => found.get(tppId)?.get(key) ?? null);
    }, together(readAtMost));

  return <Row>(selection: KeyedSelection<Row>, key: string, tppId: string) => {
    const known = loaders.get(selection as KeyedSelection<unknown>);
    const loader = known ?? made(selection as KeyedSelection<unknown>);
    if (known === undefined) loaders.set(selection as KeyedSelection<unknown>, loader);
    return loader.load({ key, tppId }) as Promise<Row | null>;
  };
}

interface Asked {
  readonly key: string;
  readonly tppId: string;
}
