/** What one TPP asks in the same turn of the event loop is one statement; each request still stands for itself. */
import { describe, expect, it } from 'vitest';
import { DatabaseError } from '../../src/db/failure.ts';
import type { Conditional, Insertion } from '../../src/db/insertion.ts';
import { writesTogether } from '../../src/db/together.ts';

/** A table of one column, whose rows are texts. */
const into = (id: number) =>
  ({
    id,
    table: '"rows"',
    columns: [{ name: '"text"', type: 'text' }],
    write: (row: unknown, values: unknown[]) => void values.push(row),
  }) satisfies Insertion<unknown>;
const rowOf = (text: string, shape = 901): Conditional => ({
  rows: [{ into: into(shape), row: text }],
  condition: { id: 900, columns: [{ name: 'held', type: 'boolean' }], text: 'asked.held', values: [true] },
});

/** A database that answers as it is told; what it was asked, as lists of the rows' texts. */
function pretended(answer: (texts: readonly string[]) => readonly number[]) {
  const asked: string[][] = [];
  const write = writesTogether(async (_, values) => {
    const texts = values.filter((value): value is string => typeof value === 'string');
    asked.push(texts);
    return { rows: answer(texts).map((place) => ({ place })) } as never;
  });
  const writeAll = (...all: readonly Conditional[]) => Promise.allSettled(all.map(write));
  return { asked, writeAll };
}
const all = (texts: readonly string[]) => texts.map((_, place) => place);
const settled = (value: boolean) => ({ status: 'fulfilled', value });

describe('rows that are written together', () => {
  it('go in statements for eight and each smaller power of two', async () => {
    const { asked, writeAll } = pretended(all);
    const answers = await writeAll(...Array.from({ length: 21 }, (_, index) => rowOf(`${index}`)));
    expect(answers).toEqual(answers.map(() => settled(true)));
    expect(asked.map(({ length }) => length).sort()).toEqual([1, 4, 8, 8]);
    expect(asked.flat().sort()).toEqual(Array.from({ length: 21 }, (_, index) => `${index}`).sort());
  });

  it('are those of one shape', async () => {
    const { asked, writeAll } = pretended(all);
    await writeAll(rowOf('a'), rowOf('b', 902), rowOf('c'), rowOf('d', 902));
    expect(asked).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ]);
  });

  it('answer each for itself whether its condition held', async () => {
    const { writeAll } = pretended((texts) => all(texts).filter((place) => place !== 1));
    expect(await writeAll(rowOf('a'), rowOf('b'), rowOf('c'), rowOf('d'))).toEqual(
      [true, false, true, true].map(settled),
    );
  });

  it('are written one by one when PostgreSQL refuses them together: one of them is to blame', async () => {
    const refused = new DatabaseError('23505', 'refused', { constraint: 'unique' });
    const { asked, writeAll } = pretended((texts) => {
      if (texts.includes('b')) throw refused;
      return all(texts);
    });
    expect(await writeAll(rowOf('a'), rowOf('b'))).toEqual([
      settled(true),
      { status: 'rejected', reason: refused },
    ]);
    expect(asked).toEqual([['a', 'b'], ['a'], ['b']]);
  });

  it.each(['CONNECTION_CLOSED', 'ANSWER_TIMEOUT', '57P01'])(
    'are not written again after %s: they may have been',
    async (code) => {
      const lost = new DatabaseError(code, 'lost');
      const { asked, writeAll } = pretended(() => {
        throw lost;
      });
      const rejected = { status: 'rejected', reason: lost };
      expect(await writeAll(rowOf('a'), rowOf('b'))).toEqual([rejected, rejected]);
      expect(asked).toHaveLength(1);
    },
  );
});
