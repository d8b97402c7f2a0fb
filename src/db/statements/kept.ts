/**
 * Statements that are made once for the process and kept: the text, the values of its parameters in their order, and how a
 * row is read. Drizzle builds them; session.ts sends them. Start at `kept`.
 */
import { type AnyColumn, Column, getTableColumns, is, Param, Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { drizzle, PreparedQuery } from 'drizzle-orm/pg-proxy';

export interface Statement<Values, Row> {
  readonly id: number;
  readonly text: string;
  /** The values of its parameters, in their order. */
  valuesOf(given: Values): readonly unknown[];
  /** Reads a row out of the values of its columns; null: the row is an object by column name, as PostgreSQL has them. */
  readonly read: ((columns: readonly unknown[]) => Row) | null;
  /**
   * The best plan depends on the values, so outside a transaction the statement is planned for them at each use; other
   * statements are planned once, whatever their values.
   */
  readonly byValues?: boolean;
}

export type RowIn<Kept> = Kept extends Statement<never, infer Row> ? Row : never;

/** Stands in a statement for what each use of it gives. */
export interface Parameter<Value, At> {
  /** What it is in the statement. */
  at(name: string): At;
  /** Has no value at run time: the type alone counts. */
  readonly given?: Value;
}

/** By name. A column takes what its table holds, and encodes it as Drizzle does. */
export type Parameters = Readonly<Record<string, AnyColumn | Parameter<unknown, unknown>>>;

export type ValuesOf<All> = {
  readonly [Name in keyof All]: All[Name] extends AnyColumn
    ? All[Name]['_']['data'] | (All[Name]['_']['notNull'] extends true ? never : null)
    : All[Name] extends Parameter<infer Value, unknown>
      ? Value
      : never;
};

export type PlaceholdersOf<All> = {
  readonly [Name in keyof All]: All[Name] extends AnyColumn
    ? SQL<All[Name]['_']['data']>
    : All[Name] extends Parameter<unknown, infer At>
      ? At
      : never;
};

/** A value that goes to PostgreSQL as it is: a number, a text, texts. */
export const given = <Value>(): Parameter<Value, Placeholder> => ({ at: (name) => sql.placeholder(name) });

export function placeholdersOf<All extends Parameters>(parameters: All): PlaceholdersOf<All> {
  const placeholders = Object.entries(parameters).map(([name, one]) => [
    name,
    is(one, Column) ? sql`${sql.param(sql.placeholder(name), one)}` : one.at(name),
  ]);
  return Object.fromEntries(placeholders);
}

/** Builds, and sends nothing: what it has built is kept. */
export const builder = drizzle(() => Promise.reject(new Error('statements are sent by a session')));

export interface Built {
  prepare(name: string): unknown;
}

export type RowOf<Query> = Awaited<Query> extends readonly (infer Row)[] ? Row : never;

/** The statement that Drizzle builds with these placeholders for its parameters. */
export function kept<All extends Parameters, Query extends Built>(
  parameters: All,
  build: (db: typeof builder, at: PlaceholdersOf<All>) => Query,
): Statement<ValuesOf<All>, RowOf<Query>> {
  const prepared = build(builder, placeholdersOf(parameters)).prepare('kept');
  if (!(prepared instanceof PreparedQuery)) throw new Error('Drizzle has prepared something else');
  const { sql: text, params } = prepared.getQuery();
  // biome-ignore lint/complexity/useLiteralKeys: what is selected is private to Drizzle's types, and found this way alone.
  const fields = prepared['fields'] ?? [];
  return { id: nextId(), text, valuesOf: valuesIn(params), read: readerOf(fields) };
}

let made = 0;
export function nextId(): number {
  made += 1;
  return made;
}

/** Fills in what parameters stand for, in their order. */
export function valuesIn(parameters: readonly unknown[]) {
  const readers = parameters.map(valueAt);
  return (given: object) => readers.map((valueIn) => valueIn(given as Readonly<Record<string, unknown>>));
}

type ValueIn = (given: Readonly<Record<string, unknown>>) => unknown;

function valueAt(parameter: unknown): ValueIn {
  if (is(parameter, Placeholder)) return (given) => given[parameter.name];
  if (!is(parameter, Param) || !is(parameter.value, Placeholder)) return () => parameter;
  const { encoder, value } = parameter;
  return (given) => {
    const one = given[value.name];
    return one === null || one === undefined ? null : encoder.mapToDriverValue(one);
  };
}

interface Field {
  readonly path: readonly string[];
  readonly field: unknown;
}

/** Columns are read as Drizzle reads them, and whatever else is selected as PostgreSQL answers it. */
export function readerOf<Row>(fields: readonly Field[]) {
  const columns = fields.map(({ path: [property = '', ...rest], field }) => {
    if (rest.length > 0) throw new Error(`${property} is selected as a row within a row`);
    return { property, column: is(field, Column) ? field : null };
  });
  return (values: readonly unknown[]): Row => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index += 1) {
      const { property, column } = columns[index] as (typeof columns)[number];
      const value = values[index];
      row[property] = value === null || column === null ? value : column.mapFromDriverValue(value);
    }
    return row as Row;
  };
}

/** The same statement, with something made of each of its rows. */
export function mapped<Values, Row, Made>(
  { read, ...statement }: Statement<Values, Row>,
  make: (row: Row) => Made,
): Statement<Values, Made> {
  if (read === null) throw new Error('a statement whose rows are not read');
  return { ...statement, read: (columns) => make(read(columns)) };
}

/** Some columns of a table, by their properties. */
export function pickColumns<Table extends PgTable, Name extends string & keyof Table['_']['columns']>(
  table: Table,
  names: readonly Name[],
): Pick<Table['_']['columns'], Name> {
  const all: Table['_']['columns'] = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<typeof all, Name>;
}

/** How many shapes of one statement are kept; those beyond are made at each use. */
const shapesAtMost = 200;

/** A statement that comes in several shapes, each made at its first use. */
export function keptByShape<Shape, Made>(
  nameOf: (shape: Shape) => string,
  make: (shape: Shape) => Made,
): (shape: Shape) => Made {
  const known = new Map<string, Made>();
  return (shape) => {
    const name = nameOf(shape);
    const before = known.get(name);
    if (before !== undefined) return before;
    const one = make(shape);
    if (known.size < shapesAtMost) known.set(name, one);
    return one;
  };
}

export interface Keys {
  readonly keys: readonly string[];
  readonly tppId: string;
}

/** Rows of a TPP by their keys. */
export interface KeyedStatement<Row> {
  readonly statement: Statement<Keys, Row>;
  keyOf(row: Row): string;
}

export const keyedBy = <Row>(
  statement: Statement<Keys, Row>,
  keyOf: (row: Row) => string,
): KeyedStatement<Row> => ({ statement, keyOf });
