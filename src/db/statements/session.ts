/** What stores work on: statements that are kept, those that Drizzle builds at a call, and rows that are written together. */
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import pg from 'pg';
import type { Insertion } from './insertion.ts';
import type { KeyedStatement, Keys, Statement } from './kept.ts';
import { sideBySide } from './side-by-side.ts';

/** The part of Drizzle that stores use for statements whose text depends on what they are given. */
export type Executor = Pick<
  PgRemoteDatabase<Record<string, never>>,
  'select' | 'insert' | 'update' | 'delete' | 'execute'
>;

/** One connection inside a transaction, or whichever is free outside one. */
export interface Session {
  readonly db: Executor;
  rows<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row[]>;
  /** The first row; null when there is none. */
  first<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row | null>;
  /** Answers how many rows were written or deleted. */
  run<Values>(statement: Statement<Values, unknown>, values: Values): Promise<number>;
  /**
   * The rows that have these keys, of one TPP where the statement asks for it. Outside a transaction they are read
   * together with those of others, who may get the same row, and those of each key come one after the other.
   */
  byKeys<Row>(statement: KeyedStatement<Row>, keys: Keys): Promise<Row[]>;
  /** Rows that are asked for together with what else is asked in this turn of the event loop (side-by-side.ts). */
  ask<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row[]>;
  /** Writes a row; in a transaction together with the others at its end, or before the next statement that is run. */
  insert<Row>(into: Insertion<Row>, row: Row): Promise<void>;
}

/** A statement that is to be sent. */
export interface Sent extends pg.QueryConfig {
  /** See `Statement`. */
  readonly byValues?: boolean;
}

/** Sends one statement. */
export type Query = (config: Sent, values: readonly unknown[]) => Promise<pg.QueryResult>;

export class QuerySession implements Session {
  readonly #query: Query;
  readonly #together: Session['byKeys'] | undefined;
  #db: Executor | undefined;
  #ask: Session['ask'] | undefined;
  readonly insert: Session['insert'];

  /** `together`: makes the reading by keys, where it is done for several at once. */
  constructor(
    query: Query,
    insert: Session['insert'],
    together?: (rows: Session['rows']) => Session['byKeys'],
  ) {
    this.#query = query;
    this.insert = insert;
    this.#together = together?.((statement, values) => this.rows(statement, values));
  }

  async rows<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row[]> {
    const { text, read, byValues = false } = statement;
    const parameters = statement.valuesOf(values);
    if (read === null) return (await this.#query({ text, types: asText, byValues }, parameters)).rows;
    const config = { text, rowMode: 'array', types: asText, byValues };
    return (await this.#query(config, parameters)).rows.map(read);
  }

  async first<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row | null> {
    const [row] = await this.rows(statement, values);
    return row ?? null;
  }

  async run<Values>(statement: Statement<Values, unknown>, values: Values): Promise<number> {
    const { rowCount } = await this.#query({ text: statement.text }, statement.valuesOf(values));
    return rowCount ?? 0;
  }

  byKeys<Row>(statement: KeyedStatement<Row>, keys: Keys): Promise<Row[]> {
    return this.#together?.(statement, keys) ?? this.rows(statement, keys);
  }

  ask<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row[]> {
    this.#ask ??= sideBySide(this);
    return this.#ask(statement, values);
  }

  get db(): Executor {
    this.#db ??= drizzle(async (text, values, method) => {
      const shape = method === 'all' ? ({ rowMode: 'array' } as const) : {};
      const { rows } = await this.#query({ text, types: asText, ...shape }, values);
      return { rows };
    });
    return this.#db;
  }
}

/** Types that are left as text, because the columns of Drizzle parse them. */
const textual = new Set<number>([
  pg.types.builtins.TIMESTAMPTZ,
  pg.types.builtins.TIMESTAMP,
  pg.types.builtins.DATE,
  pg.types.builtins.INTERVAL,
]);
const asText = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    textual.has(type) ? (value: string) => value : pg.types.getTypeParser(type as never, format as never),
};
