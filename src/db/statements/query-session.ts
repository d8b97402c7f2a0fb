/** The session of a connection, or of whichever is free: statements as they are sent, and rows as they come. */
import { drizzle } from 'drizzle-orm/pg-proxy';
import pg from 'pg';
import type { KeyedStatement, Statement } from './kept.ts';
import type { Executor, Query, Session } from './session.ts';
import { shareReads } from './shared-reads.ts';

/** Stands for the bank's own work and for callers that are not known yet. */
export const nobody = '';

export class QuerySession implements Session {
  readonly #whom: string;
  readonly #query: Query;
  #db: Executor | undefined;
  readonly insert: Session['insert'];
  readonly #shared: Session['byKeys'] | undefined;

  /** `whom`: the TPP; `shared`: outside a transaction, where a statement may answer several requests. */
  constructor(whom: string, query: Query, insert: Session['insert'], shared = false) {
    this.#whom = whom;
    this.#query = query;
    this.insert = insert;
    if (shared && whom !== nobody) this.#shared = shareReads(this);
  }

  get tppId(): string {
    if (this.#whom === nobody) throw new Error('rows of a TPP are asked for, and nobody has said of which');
    return this.#whom;
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

  byKeys<Row>(keyed: KeyedStatement<Row>, keys: readonly string[]): Promise<Row[]> {
    return this.#shared?.(keyed, keys) ?? this.rows(keyed.statement, { keys, tppId: this.tppId });
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
