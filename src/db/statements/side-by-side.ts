/**
 * What is asked in one turn of the event loop on behalf of one TPP goes to PostgreSQL as one statement, with a column
 * for each question. A list of payments with everything under it asks eight questions about them at once.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Executor, Session } from '../connections/client.ts';
import { type KeyedSelection, type Selection, valuesOf } from './selection.ts';

export interface Question<Answer> {
  /** Of each kind one question stands in a statement, so that there are few texts to plan. */
  readonly kind: string;
  /** The question as a statement, which may stand within another one. */
  readonly statement: SQL;
  /** Made of the rows, whose columns are as JSON has them. */
  readonly answer: (rows: readonly Row[]) => Answer;
  /** Whether it is read together with the same question of other requests when it is asked by itself. */
  readonly shared: boolean;
  /** Asks it by itself. */
  readonly alone: () => Promise<Answer>;
}

const isShared = ({ question }: Asked): boolean => question.shared;

type Row = Readonly<Record<string, unknown>>;

interface Asked {
  readonly question: Question<unknown>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Asks together with what else is asked in this turn. */
export type Ask = <Answer>(question: Question<Answer>) => Promise<Answer>;

const asks = new WeakMap<Executor, Ask>();

/** The same for all stores of a session, which is known by its part of Drizzle. */
export function sideBySide(db: Executor): Ask {
  const known = asks.get(db);
  if (known !== undefined) return known;
  const made = askTogether(db);
  asks.set(db, made);
  return made;
}

function askTogether(db: Executor): Ask {
  let waiting: Asked[] = [];
  const turn = () => {
    const all = waiting;
    waiting = [];
    for (const some of oneOfEachKind(all))
      void (some.length === 1 || some.every(isShared) ? apart : together)(some);
  };

  async function apart(some: readonly Asked[]): Promise<void> {
    await Promise.all(some.map(({ question, resolve, reject }) => question.alone().then(resolve, reject)));
  }

  async function together(some: readonly Asked[]): Promise<void> {
    try {
      const columns = some.map(
        ({ question }, place) =>
          sql`(select coalesce(json_agg(one), '[]') from (${question.statement}) as one) as ${sql.identifier(`q${place}`)}`,
      );
      const rows = await db.execute<Record<string, Row[]>>(sql`select ${sql.join(columns, sql`, `)}`);
      for (const [place, { question, resolve }] of some.entries())
        resolve(question.answer(rows[0]?.[`q${place}`] ?? []));
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve: resolve as Asked['resolve'], reject });
      if (waiting.length === 1) setImmediate(turn);
    });
}

/** In the order of the kinds, so that the same kinds make the same text. */
function oneOfEachKind(all: readonly Asked[]): readonly (readonly Asked[])[] {
  const groups: Map<string, Asked>[] = [];
  for (const one of all) {
    const { kind } = one.question;
    const free = groups.find((group) => !group.has(kind));
    if (free) free.set(kind, one);
    else groups.push(new Map([[kind, one]]));
  }
  return groups.map((group) =>
    [...group.values()].sort((one, other) => (one.question.kind < other.question.kind ? -1 : 1)),
  );
}

/** A question of a statement that Drizzle builds, whose rows hold texts, whole numbers and JSON alone. */
export const built = <Answer>(
  db: Executor,
  kind: string,
  statement: SQL,
  answer: (rows: readonly Row[]) => Answer,
): Question<Answer> => ({
  kind,
  statement,
  answer,
  shared: false,
  alone: async () => answer(await db.execute<Record<string, unknown>>(statement)),
});

/** A question of a statement that is written by hand, with all its values. */
export const written = <Kept, Answer>(
  session: Pick<Session, 'rows'>,
  kind: string,
  selection: Selection<Kept>,
  values: readonly unknown[],
  answer: (rows: readonly Kept[]) => Answer,
): Question<Answer> => ({
  kind,
  statement: fromText(selection.text, values),
  answer: (rows) => answer(rows.map((row) => selection.read(Object.values(row)))),
  shared: false,
  alone: async () => answer(await session.rows(selection, values)),
});

/** A question for rows by their keys. */
export const keyed = <Kept, Answer>(
  session: Pick<Session, 'rows' | 'byKeys'>,
  kind: string,
  selection: KeyedSelection<Kept>,
  keys: readonly string[],
  answer: (rows: readonly Kept[]) => Answer,
): Question<Answer> => ({
  ...written(session, kind, selection, valuesOf(keys, undefined), answer),
  shared: true,
  alone: async () => answer(await session.byKeys(selection, keys)),
});

/** The statement with its values in the places that `$1`, `$2` … name. */
function fromText(text: string, values: readonly unknown[]): SQL {
  const pieces = text.split(/\$(\d+)/);
  return sql.join(
    pieces.map((piece, at) => (at % 2 === 0 ? sql.raw(piece) : sql`${sql.param(values[Number(piece) - 1])}`)),
  );
}
