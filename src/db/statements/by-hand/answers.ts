/** By hand: a column for each of several statements, with all its rows as JSON; Drizzle has no select without a table. */
import { nextId, type Statement } from '../kept.ts';
import { numberedOn } from './by-hand.ts';

/** One row: the answers to the statements, in their order. Its values are the values of each. */
export function columnsOfAnswers(
  statements: readonly Statement<unknown, unknown>[],
): Statement<readonly unknown[], readonly unknown[][]> {
  const columns = numberedOn(statements.map(({ text }) => text)).map(
    (text) => `(select coalesce(json_agg(one), '[]') from (${text}) as one)`,
  );
  return {
    id: nextId(),
    text: `select ${columns.join(', ')}`,
    valuesOf: (values) => statements.flatMap((statement, position) => statement.valuesOf(values[position])),
    read: (answers) => statements.map((statement, position) => rowsIn(statement, answers[position])),
  };
}

function rowsIn({ read }: Statement<unknown, unknown>, answer: unknown): unknown[] {
  const rows = answer as Readonly<Record<string, unknown>>[];
  return read === null ? rows : rows.map((row) => read(Object.values(row)));
}
