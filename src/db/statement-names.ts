/**
 * Names for statements, so that PostgreSQL parses and plans each once per connection and not at every request. Lists of
 * parameters make many texts of one statement, so the number of names is bounded.
 */
import type { QueryConfig } from 'pg';

export interface StatementNames {
  /** The statement under its name; as it was when it may have none. */
  named(config: QueryConfig): QueryConfig;
}

export const namesAtMost = 400;

export function createStatementNames(atMost = namesAtMost): StatementNames {
  const names = new Map<string, string>();
  return {
    named(config) {
      let name = names.get(config.text);
      if (name === undefined) {
        if (names.size >= atMost) return config;
        name = `s${names.size + 1}`;
        names.set(config.text, name);
      }
      return { name, ...config };
    },
  };
}
