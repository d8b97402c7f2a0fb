/** Statements that Drizzle builds once per process. A prepared query of Drizzle would run only on its own connection. */
import { type AnyColumn, Column, is, isSQLWrapper, Param, Placeholder, SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pg-proxy';

export interface Statement<Values, Row> {
  /** The name of its plan on a connection. */
  readonly name: string;
  readonly text: string;
  /** For a longer statement that contains this one. */
  readonly query: SQL;
  valuesOf(values: Values): readonly unknown[];
  /** null: the driver makes the rows, as objects with a property for each column name. */
  readonly readRow: ((columnValues: readonly unknown[]) => Row) | null;
}

/** `InText`: the type of the placeholder that stands for the parameter in the text. */
export interface Parameter<Value, InText> {
  placeholder(name: string): InText;
  /** Never set; it only carries the type. */
  readonly value?: Value;
}

/** If a parameter is a column, its values are encoded as Drizzle encodes this column. */
export type Parameters = Readonly<Record<string, AnyColumn | Parameter<unknown, unknown>>>;

/** The value of each parameter, for one execution. */
export type ValuesOf<All> = {
  readonly [Name in keyof All]: All[Name] extends AnyColumn
    ? All[Name]['_']['data'] | (All[Name]['_']['notNull'] extends true ? never : null)
    : All[Name] extends Parameter<infer Value, unknown>
      ? Value
      : never;
};

/** The placeholder of each parameter, for the text. */
export type PlaceholdersOf<All> = {
  readonly [Name in keyof All]: All[Name] extends AnyColumn
    ? SQL<All[Name]['_']['data']>
    : All[Name] extends Parameter<unknown, infer InText>
      ? InText
      : never;
};

/** A parameter whose value is sent without encoding. */
export const value = <Value>(): Parameter<Value, Placeholder> => ({ placeholder: sql.placeholder });

/** The values are one array parameter, so that the text is always the same. */
export const isAnyOf = (column: AnyColumn | SQL, values: readonly string[] | Placeholder): SQL =>
  sql`${column} = any(${values instanceof Placeholder ? values : sql.param(values)})`;

let statementCount = 0;
const dialect = new PgDialect();
export const textOf = (query: SQL): string => dialect.sqlToQuery(query).sql;
const builder = drizzle(() => Promise.reject(new Error('statements are sent by a session')));
type Builder = typeof builder;

interface BuiltQuery {
  getSQL(): SQL;
  readonly _?: object & { readonly selectedFields?: unknown };
}
type Selection = Readonly<Record<string, unknown>>;
type RowOf<Query> =
  Query extends SQL<infer Row> ? Row : Awaited<Query> extends readonly (infer Row)[] ? Row : never;

/** `build` gets the placeholders. It returns a select, a write without `returning`, or an `sql` text. */
export function prepare<All extends Parameters, Query extends BuiltQuery>(
  parameters: All,
  build: (db: Builder, $: PlaceholdersOf<All>) => Query,
): Statement<ValuesOf<All>, RowOf<Query>> {
  const query: BuiltQuery = build(builder, placeholdersOf(parameters));
  const { sql: text, params } = dialect.sqlToQuery(query.getSQL());
  const selection = (query._?.selectedFields ?? {}) as Selection;
  const readers = params.map(createValueReader);
  statementCount += 1;
  return {
    name: `s${statementCount}`,
    text,
    query: query.getSQL(),
    valuesOf: (values) => readers.map((readValue) => readValue(values)),
    readRow: is(query, SQL) ? null : createRowReader(selection),
  };
}

function placeholdersOf<All extends Parameters>(parameters: All): PlaceholdersOf<All> {
  const placeholders = Object.entries(parameters).map(([name, parameter]) => [
    name,
    is(parameter, Column) ? sql`${sql.param(sql.placeholder(name), parameter)}` : parameter.placeholder(name),
  ]);
  return Object.fromEntries(placeholders);
}

function createValueReader(parameter: unknown): (values: Readonly<Record<string, unknown>>) => unknown {
  if (is(parameter, Placeholder)) return (values) => values[parameter.name];
  // Without a placeholder, the parameter is a constant.
  if (!is(parameter, Param) || !is(parameter.value, Placeholder)) return () => parameter;
  const { encoder, value: placeholder } = parameter;
  return (values) => {
    const parameterValue = values[placeholder.name] ?? null;
    return parameterValue === null ? null : encoder.mapToDriverValue(parameterValue);
  };
}

/** Decodes columns, but not expressions. The object of a joined table is null if its first column is null. */
function createRowReader<Row>(selection: Selection, firstIndex = 0) {
  let nextIndex = firstIndex;
  const fields = Object.entries(selection).map(([property, field]) => {
    const index = nextIndex;
    const columns = isSQLWrapper(field) ? null : (field as Selection);
    nextIndex += columns === null ? 1 : Object.keys(columns).length;
    const column = is(field, Column) ? field : null;
    return { property, index, column, readObject: columns && createRowReader<object>(columns, index) };
  });
  return (values: readonly unknown[]): Row => {
    const row: Record<string, unknown> = {};
    for (const { property, index, column, readObject } of fields) {
      const columnValue = values[index];
      if (columnValue === null) row[property] = null;
      else if (readObject !== null) row[property] = readObject(values);
      else row[property] = column === null ? columnValue : column.mapFromDriverValue(columnValue);
    }
    return row as Row;
  };
}
