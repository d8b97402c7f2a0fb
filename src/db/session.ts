/** What stores work on: Drizzle, statements written by hand, and rows that are written together. Start at `QuerySession`. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Insertion } from './insertion.ts';
import type { KeyedSelection, Selection } from './selection.ts';

export type Database = NodePgDatabase<Record<string, never>>;
/** The part of Drizzle that stores use, on a connection of the pool or inside a transaction. */
export type Executor = Pick<
  Database,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'selectDistinct'
>;

/** What stores work on: one connection inside a transaction, or whichever is free outside one. */
export interface Session {
  readonly db: Executor;
  /** Runs a statement written by hand; rows are objects by column name. */
  readonly run: <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) => Promise<Row[]>;
  /** Whole rows of a table. */
  readonly rows: <Row>(selection: Selection<Row>, values: readonly unknown[]) => Promise<Row[]>;
  /** The row of one TPP that has this key, or null. Outside a transaction it is read together with others. */
  readonly one: <Row>(selection: KeyedSelection<Row>, key: string, tppId: string) => Promise<Row | null>;
  /** Writes a row; in a transaction together with the others at its end, or before the next statement that is run. */
  readonly insert: <Row>(into: Insertion<Row>, row: Row) => Promise<void>;
}

/** A statement that is to be sent. */
export interface Sent extends pg.QueryConfig {
  /** See `Selection`. */
  readonly byValues?: boolean;
}

/** Sends one statement. */
export type Query = (config: Sent, values: readonly unknown[]) => Promise<pg.QueryResult>;

export class QuerySession implements Session {
  readonly #query: Query;
  #db: Executor | undefined;
  readonly insert: Session['insert'];
  readonly run: Session['run'];
  readonly rows: Session['rows'];
  readonly one: Session['one'];

  /** `together`: makes the reading of single rows, where it is done for several at once. */
  constructor(query: Query, insert: Session['insert'], together?: (rows: Session['rows']) => Session['one']) {
    this.#query = query;
    this.insert = insert;
    this.run = async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) =>
      (await query({ text }, values)).rows as Row[];
    const rows: Session['rows'] = async ({ text, read, byValues = false }, values) => {
      const config = { text, rowMode: 'array', types: asText, byValues };
      const answer = await query(config, values);
      return (answer.rows as unknown as unknown[][]).map(read);
    };
    this.rows = rows;
    this.one =
      together?.(rows) ??
      (async (selection, key, tppId) => (await rows(selection, [[key], tppId]))[0] ?? null);
  }

  get db(): Executor {
    const query = this.#query;
    const client = {
      query: (config: string | pg.QueryConfig, values: readonly unknown[] = []) =>
        query(typeof config === 'string' ? { text: config } : config, values),
    };
    this.#db ??= drizzle({ client: client as unknown as pg.Pool });
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
