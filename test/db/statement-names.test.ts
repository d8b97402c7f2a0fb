import { expect, it } from 'vitest';
import { insertStatements, maxCombinedStatements } from '../../src/db/inserts.ts';
import type { Statement } from '../../src/db/statement.ts';

const statement = (name: string): Statement<unknown, unknown> => ({
  name,
  text: `insert into ${name} values ($1)`,
  valuesOf: () => [],
  read: null,
});

it('rows that are written together have one short name for each combination of tables', () => {
  const into = (name: string, count: number) =>
    Array.from({ length: count }, () => ({ statement: statement(name), row: null }));
  const nameOf = (count: number) =>
    insertStatements('postgres', [...into('payments', count), ...into('answers', 1)])[0]?.[0].name;
  const names = Array.from({ length: 60 }, (_, count) => nameOf(count));
  expect(new Set(names.map((name) => name?.slice(0, 63))).size).toBe(60);
  expect(nameOf(7)).toBe(names[7]);
  const all = Array.from({ length: 250 }, (_, count) => nameOf(count));
  expect(all.filter((name) => name !== undefined).length).toBeLessThanOrEqual(maxCombinedStatements);
});
