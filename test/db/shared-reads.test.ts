import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { DatabaseError } from '../../src/db/connections/failure.ts';
import { createSharedReads, type KeyedStatement } from '../../src/db/shared-reads.ts';
import type { Statement } from '../../src/db/statement.ts';

const keyedAs = (text: string): KeyedStatement<string> => ({
  name: '',
  text,
  query: sql.raw(text),
  readRow: null,
  valuesOf: ({ keys }) => keys,
});
const moves = keyedAs('moves');
const baskets = keyedAs('baskets');
const statuses = ['RCVD', 'ACSC'];

/** Records the queries for each payment; with `isSlow` each result waits for `end`. */
function table({ failure, isSlow = false }: { failure?: Error; isSlow?: boolean } = {}) {
  const asked: (readonly [string, ...string[]])[] = [];
  const ends: (() => void)[] = [];
  const rows = async <Values, Row>({ text }: Statement<Values, Row>, given: Values): Promise<Row[]> => {
    const { keys } = given as unknown as { readonly keys: readonly string[] };
    asked.push([text, ...keys]);
    if (isSlow) await new Promise<void>((resolve) => ends.push(resolve));
    if (failure) throw failure;
    return [...keys]
      .sort()
      .flatMap((key) => (key === 'unknown' ? [] : statuses.map((item) => ({ key, item })))) as Row[];
  };
  return { asked, byKeys: createSharedReads({ rows, tppId: 'TPP-1' }), end: () => ends.shift()?.() };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('concurrent reads', () => {
  it('are one statement for each kind, and each request gets the items of its own keys', async () => {
    const { asked, byKeys } = table();
    const found = await Promise.all([
      byKeys(moves, ['b', 'a']),
      byKeys(moves, ['a', 'unknown']),
      byKeys(baskets, ['a']),
      byKeys(moves, ['c']),
      byKeys(moves, []),
    ]);
    expect(found.map((items) => Object.fromEntries(items))).toEqual([
      { b: statuses, a: statuses },
      { a: statuses, unknown: [] },
      { a: statuses },
      { c: statuses },
      {},
    ]);
    expect(asked).toEqual([
      ['moves', 'b', 'a', 'unknown', 'c'],
      ['baskets', 'a'],
    ]);
  });

  it('share a statement among at most eight requests, since each may need a hundred keys', async () => {
    const { asked, byKeys } = table();
    await Promise.all(Array.from({ length: 20 }, (_, index) => byKeys(moves, [`${index}`])));
    expect(asked.map((keys) => keys.length - 1)).toEqual([8, 8, 4]);
  });

  it('get no rows when their statement fails', async () => {
    const lost = new DatabaseError('CONNECTION_CLOSED', 'lost');
    const { asked, byKeys } = table({ failure: lost });
    const outcomes = await Promise.allSettled([byKeys(moves, ['a']), byKeys(moves, ['b'])]);
    expect(outcomes).toEqual([1, 2].map(() => ({ status: 'rejected', reason: lost })));
    expect(asked).toHaveLength(1);
  });
});

describe('during a statement', () => {
  it('reads of several moments wait for its end, and become one', async () => {
    const { asked, byKeys, end } = table({ isSlow: true });
    const all = [byKeys(moves, ['a'])];
    await turn();
    for (const key of ['b', 'c']) {
      all.push(byKeys(moves, [key]));
      end();
      if (key === 'b') expect(asked).toEqual([['moves', 'a']]);
    }
    await expect
      .poll(() => asked)
      .toEqual([
        ['moves', 'a'],
        ['moves', 'b', 'c'],
      ]);
    end();
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c'].map((key) => new Map([[key, statuses]])));
  });

  it('eight reads do not wait, and none waits for long', async () => {
    const { asked, byKeys, end } = table({ isSlow: true });
    const all = [byKeys(moves, ['stuck'])];
    await turn();
    for (let index = 0; index < 9; index += 1) all.push(byKeys(moves, [`${index}`]));
    await expect.poll(() => asked.map((keys) => keys.length - 1)).toEqual([1, 8, 1]);
    for (let index = 0; index < 3; index += 1) end();
    expect(await Promise.all(all)).toHaveLength(10);
  });
});
