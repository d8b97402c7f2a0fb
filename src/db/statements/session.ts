/** What stores work on: statements that are kept, those that Drizzle builds at a call, and rows that are written together. */
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type pg from 'pg';
import type { Insertion } from './insertion.ts';
import type { KeyedStatement, Statement } from './kept.ts';

/** The part of Drizzle that stores use for statements whose text depends on what they are given. */
export type Executor = Pick<
  PgRemoteDatabase<Record<string, never>>,
  'select' | 'insert' | 'update' | 'delete' | 'execute'
>;

/** One connection inside a transaction, or whichever is free outside one. */
export interface Session {
  /** Whose rows are read and written; throws on a session of nobody, whose stores name the TPP at each call. */
  readonly tppId: string;
  readonly db: Executor;
  rows<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row[]>;
  /** The first row; null when there is none. */
  first<Values, Row>(statement: Statement<Values, Row>, values: Values): Promise<Row | null>;
  /** Answers how many rows were written or deleted. */
  run<Values>(statement: Statement<Values, unknown>, values: Values): Promise<number>;
  /** The TPP's rows with these keys. Outside a transaction they are read together with those of other requests (shared-reads.ts). */
  byKeys<Row>(keyed: KeyedStatement<Row>, keys: readonly string[]): Promise<Row[]>;
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
