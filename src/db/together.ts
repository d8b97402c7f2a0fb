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

/** How many are written by one statement, each number of them by one of its own. */
const writtenAtMost = 8;
/** How long a write waits for others while an earlier statement is under way, in milliseconds. */
const heldAtMostMs = 5;
const readAtMost = 64;

/** Writes rows if their condition holds; whether it did. */
export type ConditionalWrite = (conditional: Conditional) => Promise<boolean>;

interface Waiting {
  readonly conditional: Conditional;
  readonly resolve: (held: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes what comes in one turn. While a statement is under way the next ones wait for its end, for a statement's worth
 * of them, or for `heldMs`, since several together cost PostgreSQL a third.
 */
export function writesTogether(query: Query, heldMs = heldAtMostMs): ConditionalWrite {
  const waiting: Waiting[] = [];
  let turnComes = false;
  let underWay = 0;
  let holding: NodeJS.Timeout | undefined;

  async function written(alike: readonly Waiting[]): Promise<void> {
    try {
      const { text, values } = conditionalStatement(alike.map(({ conditional }) => conditional));
      const { rows } = await query({ text }, values);
      const held = new Set(rows.map(({ place }: { place: number }) => place));
      for (const [place, { resolve }] of alike.entries()) resolve(held.has(place));
    } catch (error) {
      // PostgreSQL has refused all because of one of them. What became of them is not known after any other failure.
      if (alike.length > 1 && !dooms(error)) await Promise.all(alike.map((one) => written([one])));
      else for (const { reject } of alike) reject(error);
    }
  }

  async function send(some: readonly Waiting[]): Promise<void> {
    underWay += 1;
    await Promise.all(byShape(some).map(written));
    underWay -= 1;
    if (underWay === 0) sendRest();
  }

  function sendRest(): void {
    clearTimeout(holding);
    holding = undefined;
    if (waiting.length > 0) void send(waiting.splice(0));
  }

  function turn(): void {
    turnComes = false;
    while (waiting.length >= writtenAtMost) void send(waiting.splice(0, writtenAtMost));
    if (underWay === 0) sendRest();
    else if (waiting.length > 0) holding ??= setTimeout(sendRest, heldMs);
  }

  return (conditional) =>
    new Promise((resolve, reject) => {
      waiting.push({ conditional, resolve, reject });
      if (turnComes) return;
      turnComes = true;
      setImmediate(turn);
    });
}

function byShape(some: readonly Waiting[]): Waiting[][] {
  const shapes = new Map<string, Waiting[]>();
  for (const one of some) {
    const shape = shapeOf(one.conditional);
    const alike = shapes.get(shape);
    if (alike === undefined) shapes.set(shape, [one]);
    else alike.push(one);
  }
  return [...shapes.values()];
}

/** Reads rows by their keys. */
export function readsTogether(rows: Session['rows']): Session['one'] {
  const loaders = new Map<KeyedSelection<unknown>, DataLoader<Asked, unknown>>();

  const made = (selection: KeyedSelection<unknown>) =>
    new DataLoader<Asked, unknown>(
      async (asked) => {
        const found = new Map<string, Map<string, unknown>>();
        await Promise.all(
          [...new Set(asked.map(({ tppId }) => tppId))].map(async (tppId) => {
            const keys = asked.filter((one) => one.tppId === tppId).map(({ key }) => key);
            const read = await rows(selection, [keys, tppId]);
            found.set(tppId, new Map(read.map((row) => [selection.keyOf(row), row])));
          }),
        );
        return asked.map(({ key, tppId }) => found.get(tppId)?.get(key) ?? null);
      },
      {
        cache: false,
        maxBatchSize: readAtMost,
        batchScheduleFn: (dispatch) => void setImmediate(dispatch),
      },
    );

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
