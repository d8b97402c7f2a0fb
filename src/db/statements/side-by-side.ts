/**
 * What is asked in one iteration of the event loop on behalf of one TPP goes to PostgreSQL as one statement. A list of payments
 * with everything under it asks eight questions about them at once.
 */
import { columnsOfAnswers } from './by-hand/answers.ts';
import { type KeyedStatement, type Keys, keptByShape, type Statement } from './kept.ts';
import type { Session } from './session.ts';
import { type Asker, type StatementTraces, sentFor } from './traces.ts';

interface Asked {
  readonly statement: Statement<unknown, unknown>;
  readonly values: unknown;
  readonly resolve: (rows: never) => void;
  readonly reject: (error: unknown) => void;
  readonly asker: Asker;
}

export function sideBySide(
  session: Pick<Session, 'rows' | 'byKeys'>,
  traces: StatementTraces | null = null,
): Session['ask'] {
  let waiting: Asked[] = [];

  function flush(): void {
    const all = waiting;
    waiting = [];
    for (const some of oneOfEachKind(all)) {
      // What is read by keys is better read together with what other requests ask of the same kind.
      const apart = some.length === 1 || some.every(({ statement }) => isKeyed(statement));
      if (apart)
        for (const one of some) sentFor(traces, [one], () => alone(one)).then(one.resolve, one.reject);
      else void sentFor(traces, some, () => combined(some));
    }
  }

  const alone = ({ statement, values }: Asked): Promise<never> =>
    (isKeyed(statement)
      ? session.byKeys(statement, values as Keys)
      : session.rows(statement, values)) as Promise<never>;

  async function combined(some: readonly Asked[]): Promise<void> {
    try {
      const statement = answersTo(some.map((one) => one.statement));
      const [answers = []] = await session.rows(
        statement,
        some.map(({ values }) => values),
      );
      for (const [index, { resolve }] of some.entries()) resolve(answers[index] as never);
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }

  return (statement, values) =>
    new Promise((resolve, reject) => {
      const asker = traces?.asker();
      waiting.push({ statement: statement as Asked['statement'], values, resolve, reject, asker });
      if (waiting.length === 1) setImmediate(flush);
    });
}

const answersTo = keptByShape(
  (statements: readonly Asked['statement'][]) => statements.map(({ id }) => id).join(),
  columnsOfAnswers,
);

const isKeyed = (statement: Asked['statement']): statement is KeyedStatement<unknown> => 'keyOf' in statement;

/** Each statement stands once in a group, in one order, so that there are few texts to plan. */
function oneOfEachKind(all: readonly Asked[]): readonly (readonly Asked[])[] {
  const groups: Map<number, Asked>[] = [];
  for (const one of all) {
    const { id } = one.statement;
    const free = groups.find((group) => !group.has(id));
    if (free) free.set(id, one);
    else groups.push(new Map([[id, one]]));
  }
  return groups.map((group) =>
    [...group.values()].sort((one, other) => one.statement.id - other.statement.id),
  );
}
