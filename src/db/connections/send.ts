/**
 * Sends a statement and waits for its answer, for a limited time; a connection that does not answer is destroyed. The driver
 * has a time limit too, but it sets functions as properties of each query, and such functions are made among V8's old
 * objects: the values of the statement would stay until the next full collection.
 */
import type pg from 'pg';
import type { QueryConfig } from 'pg';
import { streamOf } from './connections.ts';
import { DatabaseError } from './failure.ts';

/** The answer of PostgreSQL, or several to a text of several commands. Rejects with what the driver says. */
export function answerOf(
  client: pg.ClientBase,
  config: string | pg.QueryConfig,
  values: readonly unknown[] | undefined,
  withinMs: number,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new DatabaseError('ANSWER_TIMEOUT', `PostgreSQL has not answered for ${withinMs} ms`));
      streamOf(client).destroy();
    }, withinMs);
    const settle = (error: Error | null, result: pg.QueryResult) => {
      clearTimeout(late);
      if (error) reject(error);
      else resolve(result);
    };
    // The driver's types know values beside a text alone.
    client.query(config as string, values as unknown[], settle);
  });
}

/**
 * Names for statements, so that PostgreSQL parses and plans each once per connection and not at every request. Lists of
 * parameters make many texts of one statement, so the number of names is bounded.
 */

export const namesAtMost = 400;

/** Answers a statement under its name; as it was when it may have none. */
export function statementNames(): (config: QueryConfig) => QueryConfig {
  const names = new Map<string, string>();
  return (config) => {
    let name = names.get(config.text);
    if (name === undefined) {
      if (names.size >= namesAtMost) return config;
      name = `s${names.size + 1}`;
      names.set(config.text, name);
    }
    return { name, ...config };
  };
}
