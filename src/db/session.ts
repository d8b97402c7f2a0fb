/** A session of stores: one connection inside a transaction, any free one outside. */
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import pg from 'pg';
import type { Engine } from './connections/settings.ts';
import { type KeyedStatement, shareReads } from './shared-reads.ts';
import type { Statement } from './statement.ts';

export interface Sent extends pg.QueryConfig {
  /** See `Statement`. */
  readonly byValues?: boolean;
}

export type Query = (config: Sent, values: readonly unknown[]) => Promise<pg.QueryResult>;

export interface Session {
  /** The TPP of all rows; throws on a session of nobody, whose stores name the TPP in each call. */
  readonly tppId: string;
  readonly engine: Engine;
  /** Drizzle, which builds each statement at its call. */
  readonly db: Pick<
    PgRemoteDatabase<Record<string, never>>,
    'select' | 'insert' | 'update' | 'delete' | 'execute'
  >;
  rows<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row[]>;
  first<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row | null>;
  run<Values>(statement: Statement<Values, unknown>, values: Values): Promise<number>;
  /** Outside a transaction, combines reads of several requests (shared-reads.ts). */
  byKeys<Row>(keyed: KeyedStatement<Row>, keys: readonly string[]): Promise<Row[]>;
  /** In a transaction, rows are written together at its end, or before the next statement. */
  insert<Row>(into: Statement<Row, unknown>, row: Row): Promise<void>;
}

/** The TPP of the bank's own work and of unknown callers. */
export const nobody = '';

export class QuerySession implements Session {
  readonly #whom: string;
  readonly #query: Query;
  readonly #shared: Session['byKeys'] | null;
  #db: Session['db'] | undefined;
  readonly engine: Engine;
  readonly insert: Session['insert'];

  /** `shared`: outside a transaction, where one statement may serve several requests. */
  constructor(
    whom: string,
    query: Query,
    insert: Session['insert'],
    { shared = false, engine = 'postgres' }: { readonly shared?: boolean; readonly engine?: Engine } = {},
  ) {
    this.#whom = whom;
    this.engine = engine;
    this.#query = query;
    this.insert = insert;
    this.#shared = shared && whom !== nobody ? shareReads(this) : null;
  }

  get tppId(): string {
    if (this.#whom === nobody) throw new Error('rows of a TPP are asked for, and nobody has said of which');
    return this.#whom;
  }

  async rows<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row[]> {
    const { name, text, read, byValues = false } = statement;
    const config = { name, text, types: asText, byValues, ...(read === null ? {} : { rowMode: 'array' }) };
    const { rows } = await this.#query(config, statement.valuesOf(values));
    return read === null ? rows : rows.map(read);
  }

  async first<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row | null> {
    const [row] = await this.rows(statement, values);
    return row ?? null;
  }

  async run<Values>({ name, text, valuesOf }: Statement<Values, unknown>, values: Values): Promise<number> {
    const { rowCount } = await this.#query({ name, text }, valuesOf(values));
    return rowCount ?? 0;
  }

  byKeys<Row>(keyed: KeyedStatement<Row>, keys: readonly string[]): Promise<Row[]> {
    return this.#shared?.(keyed, keys) ?? this.rows(keyed.statement, { keys, tppId: this.tppId });
  }

  get db(): Session['db'] {
    this.#db ??= drizzle(async (text, values, method) => {
      const shape = method === 'all' ? ({ rowMode: 'array' } as const) : {};
      const { rows } = await this.#query({ text, types: asText, ...shape }, values);
      return { rows };
    });
    return this.#db;
  }
}

/** Types left as text, because Drizzle's columns parse them. */
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
