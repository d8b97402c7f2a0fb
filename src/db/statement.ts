/**
 * Statements that Drizzle builds once per process. Drizzle's own prepared queries belong to one connection; these run on
 * that of any transaction. Start at `prepare`.
 */
import { type AnyColumn, Column, is, Param, Placeholder, SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pg-proxy';

export interface Statement<Values, Row> {
  /** Name of the cached plan; undefined: planned at each use. */
  readonly name: string | undefined;
  readonly text: string;
  valuesOf(values: Values): readonly unknown[];
  /** Reads a row from its column values; null: rows are objects by column name. */
  readonly read: ((columns: readonly unknown[]) => Row) | null;
  /** The best plan depends on the values, so outside a transaction each use is planned for them. */
  readonly byValues?: boolean;
}

export type RowIn<Prepared> = Prepared extends Statement<never, infer Row> ? Row : never;

export interface Parameter<Value, At> {
  at(name: string): At;
  /** Only for its type. */
  readonly value?: Value;
}

/** A column accepts the values of its table, and encodes them as Drizzle does. */
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

export const value = <Value>(): Parameter<Value, Placeholder> => ({ at: (name) => sql.placeholder(name) });

/** One array parameter, so that the text is the same for any number of values. */
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
 * Builds a statement with placeholders for its parameters, or from an `sql` text, whose rows are objects by column name.
 * `returned`: columns that a write returns.
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

/** Reads columns as Drizzle does, and other selections unchanged. */
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

export function mapRows<Values, Row, Made>(
  { read, ...statement }: Statement<Values, Row>,
  make: (row: Row) => Made,
): Statement<Values, Made> {
  if (read === null) throw new Error('a statement whose rows are not read');
  return { ...statement, read: (columns) => make(read(columns)) };
}

const shapesAtMost = 200;
/**
 * A statement with several shapes, each built at its first use. Shapes beyond `shapesAtMost` are built at each use,
 * without a name.
 */
export function cached<Shape, Made extends { readonly name: unknown }>(make: (shape: Shape) => Made) {
  const all = new Map<string, Made>();
  return (shape: Shape): Made => {
    const key = JSON.stringify(shape);
    const statement = all.get(key) ?? make(shape);
    if (all.size < shapesAtMost) all.set(key, statement);
    return all.has(key) ? statement : { ...statement, name: undefined };
  };
}
