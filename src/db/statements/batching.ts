/**
 * What one TPP's requests ask of the database at about the same time goes to it as one statement: PostgreSQL begins,
 * commits and answers once for all of them. Only of one TPP, so that nobody waits for another one's locks, and nobody's
 * rows are refused together with another one's.
 */
import { dooms } from '../connections/failure.ts';
import { type Conditional, conditionalStatement, shapeOf } from './by-hand/group-commit.ts';
import type { KeyedStatement, Keys } from './kept.ts';
import type { Query, Session } from './session.ts';
import { type Asker, type StatementTraces, sentFor } from './traces.ts';

/** How many are written by one statement, each number of them by one of its own. */
const writtenAtMost = 8;
/** How many askers are answered by one reading; each may ask for a hundred keys. */
const readAtMost = 8;
/** How long something waits for others while an earlier statement is under way, in milliseconds. */
const heldAtMostMs = 5;

/** Writes rows if their condition holds; whether it did. */
export type ConditionalWrite = (conditional: Conditional) => Promise<boolean>;

/** What somebody waits for. */
interface Asked<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  readonly asker: Asker;
}

export interface BatchingParts {
  readonly traces?: StatementTraces | null;
  /** Milliseconds; tests use others. */
  readonly heldMs?: number;
}

/**
 * Collects what is asked in one iteration of the event loop, and sends it together. What is asked while it is under way waits
 * for its end, for `atMost` others, or for `heldMs`, whichever is first. `send` settles all that it is given.
 */
function collected<Question, Answer>(
  send: (all: readonly Asked<Question, Answer>[]) => Promise<unknown>,
  { atMost, heldMs, traces }: { readonly atMost: number } & Required<BatchingParts>,
): (question: Question) => Promise<Answer> {
  const waiting: Asked<Question, Answer>[] = [];
  let scheduled = false;
  let underWay = 0;
  let holding: NodeJS.Timeout | undefined;

  async function sent(some: readonly Asked<Question, Answer>[]): Promise<void> {
    underWay += 1;
    await send(some);
    underWay -= 1;
    if (underWay === 0) sendDue();
  }

  function sendAll(): void {
    clearTimeout(holding);
    holding = undefined;
    while (waiting.length > 0) void sent(waiting.splice(0, atMost));
  }

  function sendDue(): void {
    while (waiting.length >= atMost) void sent(waiting.splice(0, atMost));
    if (underWay === 0) sendAll();
    else if (waiting.length > 0) holding ??= setTimeout(sendAll, heldMs);
  }

  function flush(): void {
    scheduled = false;
    sendDue();
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject, asker: traces?.asker() });
      if (scheduled) return;
      scheduled = true;
      setImmediate(flush);
    });
}

/** Writes rows; eight together cost PostgreSQL less than half of what they cost one by one. */
export function batchedWrites(
  query: Query,
  { traces = null, heldMs = heldAtMostMs }: BatchingParts = {},
): ConditionalWrite {
  async function written(alike: readonly Asked<Conditional, boolean>[]): Promise<void> {
    try {
      const { text, values } = conditionalStatement(alike.map(({ question }) => question));
      const { rows } = await sentFor(traces, alike, () => query({ text }, values));
      const held = new Set(rows.map(({ position }: { position: number }) => position));
      for (const [position, { resolve }] of alike.entries()) resolve(held.has(position));
    } catch (error) {
      // PostgreSQL has refused all because of one of them. What became of them is not known after any other failure.
      if (alike.length > 1 && !dooms(error)) await Promise.all(alike.map((one) => written([one])));
      else for (const { reject } of alike) reject(error);
    }
  }
  return collected<Conditional, boolean>(
    (all) => Promise.all([...grouped(all, ({ question }) => shapeOf(question)).values()].map(written)),
    { atMost: writtenAtMost, heldMs, traces },
  );
}

/** Reads rows by their keys; a row that several ask for is read once. */
export function batchedReads(
  rows: Session['rows'],
  { traces = null, heldMs = heldAtMostMs }: BatchingParts = {},
): Session['byKeys'] {
  type Reading = (question: Keys) => Promise<unknown[]>;
  const readings = new Map<number, Reading>();

  const reading = <Row>(statement: KeyedStatement<Row>): Reading => {
    async function read(alike: readonly Asked<Keys, Row[]>[]): Promise<void> {
      try {
        const [{ question: first }] = alike as [Asked<Keys, Row[]>];
        const keys = new Set(alike.flatMap(({ question }) => question.keys));
        const all = await sentFor(traces, alike, () => rows(statement, { ...first, keys: [...keys] }));
        const found = grouped(all, statement.keyOf);
        for (const { question, resolve } of alike)
          resolve(question.keys.flatMap((key) => found.get(key) ?? []));
      } catch (error) {
        for (const { reject } of alike) reject(error);
      }
    }
    return collected<Keys, Row[]>(
      (all) => Promise.all([...grouped(all, ({ question }) => question.tppId).values()].map(read)),
      { atMost: readAtMost, heldMs, traces },
    );
  };

  return <Row>(statement: KeyedStatement<Row>, keys: Keys) => {
    const known = readings.get(statement.id) ?? reading(statement);
    readings.set(statement.id, known);
    return known(keys) as Promise<Row[]>;
  };
}

function grouped<Item, Group>(items: readonly Item[], groupOf: (item: Item) => Group): Map<Group, Item[]> {
  const groups = new Map<Group, Item[]>();
  for (const item of items) {
    const group = groupOf(item);
    const same = groups.get(group);
    if (same === undefined) groups.set(group, [item]);
    else same.push(item);
  }
  return groups;
}
