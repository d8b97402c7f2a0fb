/** Runs the statements of stores: in a transaction on one connection, otherwise on any free connection. */
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import pg from 'pg';
import type { Engine } from './connections/settings.ts';
import { createSharedReads, type ItemsByKey, itemsByKey, type KeyedStatement } from './shared-reads.ts';
import type { Statement } from './statement.ts';

export interface StatementConfig extends pg.QueryConfig {
  /** Whether the best plan depends on the values (`Session.dbByValues`). */
  readonly byValues?: boolean;
}

export type Query = (config: StatementConfig, values: readonly unknown[]) => Promise<pg.QueryResult>;

/** Drizzle without its transactions and relations. */
type Drizzle = Pick<
  PgRemoteDatabase<Record<string, never>>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'with' | '$with' | 'execute'
>;

/** The `tppId` of a session for work on the rows of all TPPs. */
export const noTpp = '';

interface SessionParts {
  /** Absent: a row is written at once. */
  readonly insert?: <Row>(statement: Statement<Row, unknown>, row: Row) => Promise<void>;
  /** Whether one statement may serve several reads. This is possible only outside a transaction. */
  readonly sharesReads?: boolean;
  readonly engine?: Engine;
}

export class Session {
  readonly #tppId: string;
  readonly #query: Query;
  readonly #sharedReads: Session['byKeys'] | null;
  #db: Drizzle | undefined;
  #dbByValues: Drizzle | undefined;
  readonly engine: Engine;
  /** In a transaction, rows wait for the next statement that is no insert, or for the end. Then one statement writes them. */
  readonly insert: NonNullable<SessionParts['insert']>;

  constructor(tppId: string, query: Query, parts: SessionParts = {}) {
    const { insert, sharesReads = false, engine = 'postgres' } = parts;
    this.#tppId = tppId;
    this.engine = engine;
    this.#query = query;
    this.insert = insert ?? (async (statement, row) => void (await this.run(statement, row)));
    this.#sharedReads = sharesReads && tppId !== noTpp ? createSharedReads(this) : null;
  }

  /** The TPP of all rows of the session. Throws if the session has no TPP: its statements get the TPP as a parameter. */
  get tppId(): string {
    if (this.#tppId === noTpp)
      throw new Error('this session has no TPP, so its statements need the TPP as a parameter');
    return this.#tppId;
  }

  async rows<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row[]> {
    const { name, text, read } = statement;
    const config = { name, text, ...(read === null ? {} : { rowMode: 'array' }) };
    const { rows } = await this.#query(config, statement.valuesOf(values));
    return read === null ? rows : rows.map(read);
  }

  async first<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row | null> {
    const [row] = await this.rows(statement, values);
    return row ?? null;
  }

  /** Returns the number of rows that the statement has written or selected. */
  async run<Values>({ name, text, valuesOf }: Statement<Values, unknown>, values: Values): Promise<number> {
    const { rowCount } = await this.#query({ name, text }, valuesOf(values));
    return rowCount ?? 0;
  }

  /** Runs a statement of `db`. Returns the number of rows that it has written or selected. */
  async rowCount(query: { toSQL(): { readonly sql: string; readonly params: unknown[] } }): Promise<number> {
    const { sql: text, params } = query.toSQL();
    return (await this.#query({ name: planNameOf(text), text }, params)).rowCount ?? 0;
  }

  /** Reads items by key. Outside a transaction, one statement may serve several reads (shared-reads.ts). */
  async byKeys<Item>(statement: KeyedStatement<Item>, keys: readonly string[]): Promise<ItemsByKey<Item>> {
    if (keys.length === 0) return new Map();
    if (this.#sharedReads !== null) return this.#sharedReads(statement, keys);
    return itemsByKey(keys, await this.rows(statement, { keys, tppId: this.tppId }));
  }

  /** Drizzle without `prepare`: each call builds its statement. */
  get db(): Drizzle {
    this.#db ??= this.#createDb(false);
    return this.#db;
  }

  /**
   * Like `db`, for statements whose best plan depends on their values. Outside a transaction, each use is planned for its values.
   */
  get dbByValues(): Drizzle {
    this.#dbByValues ??= this.#createDb(true);
    return this.#dbByValues;
  }

  #createDb(byValues: boolean): Drizzle {
    return drizzle((text, values, method) => {
      const shape = method === 'all' ? ({ rowMode: 'array' } as const) : {};
      const name = byValues ? undefined : planNameOf(text);
      return this.#query({ name, text, byValues, ...shape }, values);
    });
  }
}

export const planNamesAtMost = 200;
const planNames = new Map<string, string>();

/**
 * A connection keeps the plan of each named text. Only the first texts get a name, because requests can cause any number of texts.
 */
function planNameOf(text: string): string | undefined {
  if (!planNames.has(text) && planNames.size < planNamesAtMost) planNames.set(text, `d${planNames.size}`);
  return planNames.get(text);
}

/** The first row of a query of `db`; null: it returns none. */
export const firstRow = async <Row>(query: PromiseLike<readonly Row[]>): Promise<Row | null> =>
  (await query)[0] ?? null;

/** Types that the driver leaves as text, because Drizzle's columns parse them. */
const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = pg.types.builtins;
for (const type of [TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL]) pg.types.setTypeParser(type, (text) => text);
