/**
 * Statements that Drizzle builds once for the process: the text, the values of its parameters in their order, and how a row is
 * read. A prepared query of Drizzle belongs to one connection; these run on that of any transaction. Start at `prepare`.
 */
import { type AnyColumn, Column, is, Param, Placeholder, SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pg-proxy';

export interface Statement<Values, Row> {
  /** Under this name a connection keeps its plan; undefined: it is planned at each use. */
  readonly name: string | undefined;
  readonly text: string;
  valuesOf(values: Values): readonly unknown[];
  /** Reads a row out of the values of its columns; null: rows are objects by column name. */
  readonly read: ((columns: readonly unknown[]) => Row) | null;
  /** The best plan depends on the values, so outside a transaction each use is planned for them. */
  readonly byValues?: boolean;
}

export type RowIn<Prepared> = Prepared extends Statement<never, infer Row> ? Row : never;

/** A parameter that no column describes. */
export interface Parameter<Value, At> {
  /** What stands for it in the statement. */
  at(name: string): At;
  /** Has no value at run time: the type alone counts. */
  readonly value?: Value;
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
export const value = <Value>(): Parameter<Value, Placeholder> => ({ at: (name) => sql.placeholder(name) });

/** The column has one of the values: a single parameter, so that the statement has one text however many they are. */
export const among = (column: AnyColumn, values: readonly string[] | Placeholder): SQL =>
  sql`${column} = any(${values instanceof Placeholder ? values : sql.param([...values])})`;

const dialect = new PgDialect();
const builder = drizzle(() => Promise.reject(new Error('statements are sent by a session')));
export type Builder = typeof builder;

interface Built {
  toSQL(): { readonly sql: string; readonly params: unknown[] };
  readonly _?: object & { readonly selectedFields?: unknown };
}
type Selection = Readonly<Record<string, unknown>>;
type RowOf<Query> =
  Query extends SQL<infer Row> ? Row : Awaited<Query> extends readonly (infer Row)[] ? Row : never;

/**
 * The statement that Drizzle builds with these placeholders for its parameters, or an `sql` of its own, which has objects by
 * column name for rows. `returned`: what a statement that writes returns.
 */
export function prepare<All extends Parameters, Query extends Built | SQL>(
  parameters: All,
  build: (db: Builder, at: PlaceholdersOf<All>) => Query,
  resultColumns: Selection = {},
): Statement<ValuesOf<All>, RowOf<Query>> {
  const query: Built | SQL = build(builder, placeholdersOf(parameters));
  const { sql: text, params } = is(query, SQL) ? dialect.sqlToQuery(query) : (query as Built).toSQL();
  const selection = (query as Built)._?.selectedFields as Selection | undefined;
  statementCount += 1;
  return {
    name: `s${statementCount}`,
    text,
    valuesOf: valuesIn(params),
    read: is(query, SQL) ? null : readerOf(selection ?? resultColumns),
  };
}
let statementCount = 0;

function placeholdersOf<All extends Parameters>(parameters: All): PlaceholdersOf<All> {
  const placeholders = Object.entries(parameters).map(([name, one]) => [
    name,
    is(one, Column) ? sql`${sql.param(sql.placeholder(name), one)}` : one.at(name),
  ]);
  return Object.fromEntries(placeholders);
}

/** Fills in what parameters stand for, in their order. */
function valuesIn(parameters: readonly unknown[]) {
  const readers = parameters.map(valueAt);
  return (values: object) => readers.map((valueIn) => valueIn(values as Readonly<Record<string, unknown>>));
}

function valueAt(parameter: unknown): (values: Readonly<Record<string, unknown>>) => unknown {
  if (is(parameter, Placeholder)) return (values) => values[parameter.name];
  if (!is(parameter, Param) || !is(parameter.value, Placeholder)) return () => parameter;
  const { encoder, value } = parameter;
  return (values) => {
    const one = values[value.name] ?? null;
    return one === null ? null : encoder.mapToDriverValue(one);
  };
}

/** Reads columns as Drizzle does, and whatever else is selected as PostgreSQL answers it. */
export function readerOf<Row>(selection: Selection) {
  const columns = Object.entries(selection).map(([property, field]) => ({
    property,
    column: is(field, Column) ? field : null,
  }));
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
export function mapRows<Values, Row, Made>(
  { read, ...statement }: Statement<Values, Row>,
  make: (row: Row) => Made,
): Statement<Values, Made> {
  if (read === null) throw new Error('a statement whose rows are not read');
  return { ...statement, read: (columns) => make(read(columns)) };
}

const shapesAtMost = 200;
/** A statement that comes in several shapes, each built at its first use; those beyond `shapesAtMost` at each use, without a name. */
export function cached<Shape, Made extends { readonly name: unknown }>(make: (shape: Shape) => Made) {
  const all = new Map<string, Made>();
  return (shape: Shape): Made => {
    const key = JSON.stringify(shape);
    const statement = all.get(key) ?? make(shape);
    if (all.size < shapesAtMost) all.set(key, statement);
    return all.has(key) ? statement : { ...statement, name: undefined };
  };
}
