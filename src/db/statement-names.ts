/**
 * Names for statements, so that PostgreSQL parses and plans each once per connection instead of at every request. The
 * texts are the service's own, but lists of parameters make many of one: names are given to so many and no more.
 */
import type { QueryConfig } from 'pg';

export interface StatementNames {
  /** The statement under its name; as it was when it may have none. */
  named(config: QueryConfig): QueryConfig;
}

const namesAtMost = 400;

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
      return { ...config, name };
    },
  };
}
