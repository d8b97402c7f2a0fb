/**
 * Writes several rows, also into different tables, as one statement. PostgreSQL checks foreign keys at the end of a
 * statement, so a row may refer to another of the same statement.
 */
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** How rows go into one table; made once per process. */
export interface Insertion<Row> {
  readonly id: number;
  readonly table: string;
  readonly columns: readonly Column[];
  /** Adds the values of a row to those of the statement. */
  write(row: Row, values: unknown[]): void;
}

export interface Column {
  readonly name: string;
  /** As PostgreSQL writes it. */
  readonly type: string;
}

/** What must be so for rows to be written. */
export interface Condition {
  readonly id: number;
  /** What the question is asked about. */
  readonly columns: readonly Column[];
  /** The question, about the columns of a row `asked`. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The condition does not hold, or a statement had to run before it was checked: nothing has been written. */
export class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed';
}

export interface PendingInsert {
  readonly into: Insertion<unknown>;
  readonly row: unknown;
}

/** Rows that are written together, and only if their condition holds. */
export interface Conditional {
  readonly rows: readonly PendingInsert[];
  readonly condition: Condition;
}

let made = 0;

/**
 * An insertion of whole rows, by the properties of the table; what a row lacks is null. `filled` are the properties that
 * the database fills in by itself.
 */
export function insertionInto<Table extends PgTable>(
  table: Table,
  ...filled: readonly (keyof Table['$inferInsert'])[]
): Insertion<Table['$inferInsert']> {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([property, column]) => !column.generatedIdentity && !filled.some((name) => name === property),
  );
  made += 1;
  return {
    id: made,
    table: `"${getTableName(table)}"`,
    columns: columns.map(([, column]) => ({ name: `"${column.name}"`, type: column.getSQLType() })),
    write(row, values) {
      for (const [property, column] of columns) {
        const value = (row as Readonly<Record<string, unknown>>)[property];
        values.push(value === undefined || value === null ? null : column.mapToDriverValue(value));
      }
    },
  };
}

const texts = new Map<string, string>();
/** Combinations of tables are few; a bulk of rows into one table is not written this way. */
const textsAtMost = 200;

function textOf(key: string, make: () => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = make();
  if (texts.size < textsAtMost) texts.set(key, text);
  return text;
}

const namesOf = ({ columns }: Insertion<unknown>): string => columns.map(({ name }) => name).join(', ');

/** One statement that writes all the rows. */
export function insertStatement(rows: readonly PendingInsert[]) {
  const values: unknown[] = [];
  for (const { into, row } of rows) into.write(row, values);
  const text = textOf(rows.map(({ into }) => into.id).join(), () => {
    let last = 0;
    const parts = rows.map(({ into }) => {
      const parameters = into.columns.map(() => {
        last += 1;
        return `$${last}`;
      });
      return `insert into ${into.table} (${namesOf(into)}) values (${parameters.join(', ')})`;
    });
    return chained(parts.slice(0, -1), parts.at(-1) ?? '');
  });
  return { text, values };
}

/** Tells which rows can be written by the same statement: those of one shape, under one condition. */
export const shapeOf = ({ rows, condition }: Conditional): string =>
  `${condition.id}:${rows.map(({ into }) => into.id).join()}`;

/**
 * One statement for several of one shape: it asks the condition of each, writes the rows of those that hold, and answers
 * with the places of these, counted from 0.
 */
export function conditionalStatement(all: readonly Conditional[]) {
  const [first] = all;
  if (first === undefined) throw new Error('a statement that writes nothing');
  const values: unknown[] = [];
  for (const { rows, condition } of all) {
    for (const value of condition.values) values.push(value);
    for (const { into, row } of rows) into.write(row, values);
  }
  const text = textOf(`${all.length}x${shapeOf(first)}`, () => conditionalText(first, all.length));
  return { text, values };
}

/** How long several of one statement wait for a lock: whoever needs longer is to wait alone, and holds up nobody else. */
const waitedTogetherMs = 50;
/** Read before the first row is written, for what is written takes its rows from `held`; in force for this statement alone. */
const impatience = `(select set_config('lock_timeout', '${waitedTogetherMs}', true) offset 0) as impatience`;

function conditionalText({ rows, condition }: Conditional, count: number): string {
  let columns: readonly Column[] = condition.columns;
  const inserts = rows.map(({ into }) => {
    const own = into.columns.map(({ type }, index) => ({ name: `c${columns.length + index}`, type }));
    columns = [...columns, ...own];
    return `insert into ${into.table} (${namesOf(into)}) select ${own.map(({ name }) => name).join(', ')} from held`;
  });
  const asked = Array.from({ length: count }, (_, place) => {
    const parameters = columns.map(({ type }, index) => `$${place * columns.length + index + 1}::${type}`);
    return `(${place}, ${parameters.join(', ')})`;
  });
  return chained(
    [
      [`asked (place, ${columns.map(({ name }) => name).join(', ')})`, `values ${asked.join(', ')}`],
      [
        'held',
        `select asked.* from asked${count > 1 ? `, ${impatience}` : ''} where ${condition.text}`,
        'materialized',
      ],
      ...inserts,
    ],
    'select place from held',
  );
}

type Part = string | readonly [name: string, text: string, kind?: 'materialized'];

/** The parts before the last one, each under a name of its own, and the last. */
function chained(parts: readonly Part[], last: string): string {
  const named = parts.map((part, index) =>
    typeof part === 'string'
      ? `written_${index} as (${part})`
      : `${part[0]} as ${part[2] ?? ''} (${part[1]})`,
  );
  return named.length === 0 ? last : `with ${named.join(', ')} ${last}`;
}
