/**
 * By hand: several writes as one statement, each under a condition of its own. Drizzle has no list of values to select from,
 * no `materialized`, and no statement made of others that it has built. PostgreSQL checks foreign keys at the end of a
 * statement, so a row may refer to another of the same statement.
 */
import type { Column, Condition, Insertion, PendingInsert } from '../insertion.ts';
import { keptByShape } from '../kept.ts';
import { numberedOn } from './by-hand.ts';

/** Rows that are written together, and only if their condition holds. */
export interface Conditional {
  readonly rows: readonly PendingInsert[];
  readonly condition: Condition;
}

interface Shape {
  readonly into: readonly Insertion<unknown>[];
  readonly condition: Condition;
  readonly count: number;
}

const nameOf = (into: readonly Insertion<unknown>[]): string =>
  into.map(({ statement }) => statement.id).join();

/** Tells which rows can be written by the same statement: those into the same tables, under one condition. */
export const shapeOf = ({ rows, condition }: Conditional): string =>
  `${condition.id}:${nameOf(rows.map(({ into }) => into))}`;

/** One statement that writes all the rows. */
export function insertStatement(rows: readonly PendingInsert[]) {
  return {
    text: insertText(rows.map(({ into }) => into)),
    values: rows.flatMap(({ into, row }) => into.statement.valuesOf(row)),
  };
}

const insertText = keptByShape(nameOf, (into) => {
  const parts = numberedOn(into.map(({ statement }) => statement.text));
  return chained(parts.slice(0, -1).map(named), parts.at(-1) ?? '');
});

/**
 * One statement for several of one shape: it asks the condition of each, writes the rows of those that hold, and answers
 * with the positions of these, counted from 0.
 */
export function conditionalStatement(all: readonly Conditional[]) {
  const [first] = all;
  if (first === undefined) throw new Error('a statement that writes nothing');
  const { rows, condition } = first;
  return {
    text: conditionalText({ into: rows.map(({ into }) => into), condition, count: all.length }),
    values: all.flatMap((one) => [
      ...one.condition.values,
      ...one.rows.flatMap(({ into, row }) => into.statement.valuesOf(row)),
    ]),
  };
}

/** How long several of one statement wait for a lock: whoever needs longer is to wait alone, and holds up nobody else. */
const waitedTogetherMs = 50;
/** Read before the first row is written, for what is written takes its rows from `held`; in force for this statement alone. */
const impatience = `(select set_config('lock_timeout', '${waitedTogetherMs}', true) offset 0) as impatience`;

const conditionalText = keptByShape(
  ({ into, condition, count }: Shape) => `${count} × ${condition.id}:${nameOf(into)}`,
  ({ into, condition, count }) => {
    let columns: readonly Column[] = condition.columns;
    const inserts = into.map(({ table, columns: written }) => {
      const own = written.map(({ type }, index) => ({ name: `c${columns.length + index}`, type }));
      columns = [...columns, ...own];
      return `insert into ${table} (${namesOf(written)}) select ${namesOf(own)} from held`;
    });
    const asked = Array.from({ length: count }, (_, position) => {
      const parameters = columns.map(
        ({ type }, index) => `$${position * columns.length + index + 1}::${type}`,
      );
      return `(${position}, ${parameters.join(', ')})`;
    });
    const patience = count > 1 ? `, ${impatience}` : '';
    return chained(
      [
        `asked (position, ${namesOf(columns)}) as (values ${asked.join(', ')})`,
        `held as materialized (select asked.* from asked${patience} where ${condition.text})`,
        ...inserts.map(named),
      ],
      'select position from held',
    );
  },
);

const namesOf = (columns: readonly Column[]): string => columns.map(({ name }) => name).join(', ');

const named = (text: string, position: number): string => `written_${position} as (${text})`;

const chained = (parts: readonly string[], last: string): string =>
  parts.length === 0 ? last : `with ${parts.join(', ')} ${last}`;
