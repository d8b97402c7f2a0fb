/** What stores work on: Drizzle, statements written by hand, and rows that are written together. Start at `QuerySession`. */
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import pg from 'pg';
import type { PaymentStatus } from '../../domain/payments/status.ts';
import type { Insertion } from './insertion.ts';
import { type KeyedSelection, type Selection, valuesOf } from './selection.ts';

/** The part of Drizzle that stores use, on a connection of the pool or inside a transaction. */
export type Executor = Pick<
  PgRemoteDatabase<Record<string, never>>,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'selectDistinct'
>;

/** What stores work on: one connection inside a transaction, or whichever is free outside one. */
export interface Session {
  readonly db: Executor;
  /** Runs a statement written by hand; rows are objects by column name. */
  readonly run: <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) => Promise<Row[]>;
  /** Whole rows of a table. */
  readonly rows: <Row>(selection: Selection<Row>, values: readonly unknown[]) => Promise<Row[]>;
  /**
   * The rows that have these keys, of one TPP where the statement asks for it. Outside a transaction they are read
   * together with those of others, who may get the same row, and those of each key come one after the other.
   */
  readonly byKeys: <Row>(
    selection: KeyedSelection<Row>,
    keys: readonly string[],
    tppId?: string,
  ) => Promise<Row[]>;
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
  readonly byKeys: Session['byKeys'];

  /** `together`: makes the reading by keys, where it is done for several at once. */
  constructor(
    query: Query,
    insert: Session['insert'],
    together?: (rows: Session['rows']) => Session['byKeys'],
  ) {
    this.#query = query;
    this.insert = insert;
    const run = async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) =>
      (await query({ text }, values)).rows as Row[];
    this.run = run;
    const rows: Session['rows'] = async ({ text, read, byValues = false }, values) => {
      const config = { text, rowMode: 'array', types: asText, byValues };
      const answer = await query(config, values);
      return (answer.rows as unknown as unknown[][]).map(read);
    };
    this.rows = rows;
    this.byKeys = together?.(rows) ?? ((selection, keys, tppId) => rows(selection, valuesOf(keys, tppId)));
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

/** Stores whose methods are made once per process: most transactions call one or two of them. */

/** The `this` of such methods. */
export interface OnSession {
  readonly session: Session;
  /** Told of payments that are new or have moved, with a status for each that is to be counted once that is committed. */
  readonly changed: (
    tppId: string,
    paymentIds: readonly string[],
    statuses: readonly PaymentStatus[],
  ) => void;
}

export function storeOf<Store extends object>(methods: Store) {
  class Made implements OnSession {
    readonly session: Session;
    readonly changed: OnSession['changed'];

    constructor(session: Session, changed: OnSession['changed']) {
      this.session = session;
      this.changed = changed;
    }
  }
  Object.assign(Made.prototype, methods);
  return (session: Session, changed: OnSession['changed']): Store =>
    new Made(session, changed) as unknown as Store;
}
