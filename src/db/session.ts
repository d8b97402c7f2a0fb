import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import pg from 'pg';
import type { Engine } from './connections/settings.ts';
import { createSharedReads } from './shared-reads.ts';
import type { Statement } from './statement.ts';

export interface StatementConfig extends pg.QueryConfig {
  /** 'array': a row is an array of column values. undefined: it is an object. */
  readonly rowMode?: 'array' | undefined;
}

export type Query = (config: StatementConfig, values: readonly unknown[]) => Promise<pg.QueryResult>;

type Drizzle = Pick<
  PgRemoteDatabase<Record<string, never>>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'with' | '$with' | 'execute'
>;

/** The `tppId` of a session for work on the rows of all TPPs. */
export const noTpp = '';

interface SessionParts {
  readonly insert?: <Row>(statement: Statement<Row, unknown>, row: Row) => Promise<void>;
  readonly engine?: Engine;
}

/** Sends the statements of one TPP, or with `noTpp` those for all TPPs. It has nothing to do with the session of a PSU. */
export class Session {
  readonly #tppId: string;
  readonly #query: Query;
  /** Drizzle builds a query of `db` at each call. `prepare` of statement.ts builds a statement only once. */
  readonly db: Drizzle;
  /** Like `db`, but connections keep no plan. For filtered lists, because requests can cause any number of texts. */
  readonly dbWithoutPlans: Drizzle;
  readonly engine: Engine;
  /** In a transaction, rows wait for the next statement that is no insert, or for the end of the transaction. */
  readonly insert: NonNullable<SessionParts['insert']>;
  /** Runs the statement for a list of keys, and returns the items of each key. Combines simultaneous calls with the same statement. */
  readonly byKeys: ReturnType<typeof createSharedReads>;

  constructor(tppId: string, query: Query, parts: SessionParts = {}) {
    const { insert, engine = 'postgres' } = parts;
    this.#tppId = tppId;
    this.engine = engine;
    this.#query = query;
    this.db = createDrizzle(query, planNameOf);
    this.dbWithoutPlans = createDrizzle(query, () => undefined);
    this.insert = insert ?? (async (statement, row) => void (await this.run(statement, row)));
    this.byKeys = createSharedReads(this);
  }

  get tppId(): string {
    if (this.#tppId === noTpp)
      throw new Error('this session has no TPP, so its statements need the TPP as a parameter');
    return this.#tppId;
  }

  async rows<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row[]> {
    const { name, text, readRow } = statement;
    const rowMode = readRow === null ? undefined : 'array';
    const { rows } = await this.#query({ name, text, rowMode }, statement.valuesOf(values));
    return readRow === null ? rows : rows.map(readRow);
  }

  async first<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row | null> {
    const [row] = await this.rows(statement, values);
    return row ?? null;
  }

  /** Returns the number of rows that were written or selected. */
  async run<Values>({ name, text, valuesOf }: Statement<Values, unknown>, values: Values): Promise<number> {
    const { rowCount } = await this.#query({ name, text }, valuesOf(values));
    return rowCount ?? 0;
  }

  /** Like `run`, for a query of `db`. */
  async rowCount(query: { toSQL(): { readonly sql: string; readonly params: unknown[] } }): Promise<number> {
    const { sql: text, params } = query.toSQL();
    return (await this.#query({ name: planNameOf(text, params), text }, params)).rowCount ?? 0;
  }
}

const createDrizzle = (query: Query, nameOf: typeof planNameOf): Drizzle =>
  drizzle((text, values, method) => {
    // Drizzle decodes the rows of its queries from arrays. It passes on the rows of `execute` unchanged, so these rows are objects.
    const rowMode = method === 'all' ? 'array' : undefined;
    return query({ name: nameOf(text, values), text, rowMode }, values);
  });

export const planNamesAtMost = 200;
/** With more parameters, a statement gets no name: it inserts many rows, and each number of rows has another text. */
const maxNamedParameters = 40;
const planNames = new Map<string, string>();

/**
 * After `planNamesAtMost` texts, further texts get no name. A connection keeps the plan of each named text,
 * and requests can cause any number of texts.
 */
function planNameOf(text: string, values: readonly unknown[]): string | undefined {
  if (values.length > maxNamedParameters) return undefined;
  if (!planNames.has(text) && planNames.size < planNamesAtMost) planNames.set(text, `d${planNames.size}`);
  return planNames.get(text);
}

export const firstRow = async <Row>(query: PromiseLike<readonly Row[]>): Promise<Row | null> =>
  (await query)[0] ?? null;

/** The driver returns these types as text, because the columns of Drizzle parse them. */
const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = pg.types.builtins;
for (const type of [TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL]) pg.types.setTypeParser(type, (text) => text);
