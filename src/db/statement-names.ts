/**
 * Names for statements, so that PostgreSQL parses and plans each once per connection and not at every request. Lists of
 * parameters make many texts of one statement, so the number of names is bounded.
 */
import type { QueryConfig } from 'pg';

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
