/** What one TPP asks at about the same time is one statement; each request still stands for itself. */
import { describe, expect, it } from 'vitest';
import { DatabaseError } from '../../src/db/connections/failure.ts';
import { batchedReads, batchedWrites } from '../../src/db/statements/batching.ts';
import type { Conditional } from '../../src/db/statements/by-hand/group-commit.ts';
import type { Insertion } from '../../src/db/statements/insertion.ts';
import { type Keys, keyedBy, type Statement } from '../../src/db/statements/kept.ts';

/** A table of one column, whose rows are texts. */
const into = (id: number) =>
  ({
    statement: {
      id,
      text: 'insert into "rows" ("text") values ($1)',
      valuesOf: (row: unknown) => [row],
      read: null,
    },
    table: '"rows"',
    columns: [{ name: '"text"', type: 'text' }],
  }) satisfies Insertion<unknown>;
const rowOf = (text: string, shape = 901): Conditional => ({
  rows: [{ into: into(shape), row: text }],
  condition: { id: 900, columns: [{ name: 'held', type: 'boolean' }], text: 'asked.held', values: [true] },
});

/** A database that answers as it is told; what it was asked, as lists of the rows' texts. */
function pretended(answer: (texts: readonly string[]) => readonly number[]) {
  const asked: string[][] = [];
  const write = batchedWrites(async (_, values) => {
    const texts = values.filter((value): value is string => typeof value === 'string');
    asked.push(texts);
    return { rows: answer(texts).map((position) => ({ position })) } as never;
  });
  const writeAll = (...all: readonly Conditional[]) => Promise.allSettled(all.map(write));
  return { asked, writeAll };
}
const all = (texts: readonly string[]) => texts.map((_, position) => position);
const settled = (value: boolean) => ({ status: 'fulfilled', value });

describe('rows that are written together', () => {
  it('go in statements of eight at most', async () => {
    const { asked, writeAll } = pretended(all);
    const answers = await writeAll(...Array.from({ length: 21 }, (_, index) => rowOf(`${index}`)));
    expect(answers).toEqual(answers.map(() => settled(true)));
    expect(asked.map(({ length }) => length)).toEqual([8, 8, 5]);
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
    const { writeAll } = pretended((texts) => all(texts).filter((position) => position !== 1));
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

describe('while a statement is under way', () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  /** A database whose statements end when they are told to; `heldMs` as long as a test would wait otherwise. */
  function slow(heldMs = 60_000) {
    const asked: string[][] = [];
    const ends: (() => void)[] = [];
    const write = batchedWrites(
      async (_, values) => {
        const texts = values.filter((value): value is string => typeof value === 'string');
        asked.push(texts);
        await new Promise<void>((resolve) => ends.push(resolve));
        return { rows: all(texts).map((position) => ({ position })) } as never;
      },
      { heldMs: heldMs },
    );
    return { asked, write, end: () => ends.shift()?.() };
  }

  it('the writes of several iterations wait for its end', async () => {
    const { asked, write, end } = slow();
    const first = write(rowOf('a'));
    await turn();
    const second = write(rowOf('b'));
    await turn();
    const third = write(rowOf('c'));
    await turn();
    expect(asked).toEqual([['a']]);
    end();
    expect(await first).toBe(true);
    await turn();
    expect(asked).toEqual([['a'], ['b', 'c']]);
    end();
    expect(await Promise.all([second, third])).toEqual([true, true]);
  });

  it('as many as one statement takes do not wait', async () => {
    const { asked, write, end } = slow();
    const writes = [write(rowOf('first'))];
    await turn();
    for (let index = 0; index < 8; index += 1) {
      writes.push(write(rowOf(`${index}`)));
      await turn();
    }
    expect(asked.map(({ length }) => length)).toEqual([1, 8]);
    end();
    end();
    expect(await Promise.all(writes)).toEqual(writes.map(() => true));
  });

  it('no statement takes more than one can, when others come just before its end', async () => {
    const { asked, write, end } = slow();
    const writes = [write(rowOf('first'))];
    await turn();
    for (let index = 0; index < 7; index += 1) writes.push(write(rowOf(`held ${index}`)));
    await turn();
    for (let index = 0; index < 5; index += 1) writes.push(write(rowOf(`late ${index}`)));
    end();
    await expect.poll(() => asked.length).toBeGreaterThan(1);
    end();
    await expect.poll(() => asked.flat()).toHaveLength(13);
    end();
    expect(await Promise.all(writes)).toEqual(writes.map(() => true));
    expect(asked.map(({ length }) => length)).toEqual([1, 8, 4]);
  });

  it('none waits longer than its time, whatever becomes of the statement', async () => {
    const { asked, write, end } = slow(1);
    const stuck = write(rowOf('stuck'));
    await turn();
    const next = write(rowOf('next'));
    await expect.poll(() => asked).toEqual([['stuck'], ['next']]);
    end();
    end();
    expect(await Promise.all([stuck, next])).toEqual([true, true]);
  });

  it('the next ones go after its failure as well', async () => {
    const lost = new DatabaseError('CONNECTION_CLOSED', 'lost');
    let fail = (_: Error): void => undefined;
    const asked: unknown[] = [];
    const write = batchedWrites(
      async (_, values) => {
        asked.push(values);
        if (asked.length === 1) await new Promise((_resolve, reject) => (fail = reject));
        return { rows: [{ position: 0 }] } as never;
      },
      { heldMs: 60_000 },
    );
    const failed = write(rowOf('a'));
    await turn();
    const next = write(rowOf('b'));
    fail(lost);
    await expect(failed).rejects.toBe(lost);
    expect(await next).toBe(true);
  });
});

describe('rows that are read together', () => {
  interface Move {
    readonly payment: string;
    readonly to: string;
  }
  const read = (values: readonly unknown[]): Move => ({ payment: String(values[0]), to: String(values[1]) });
  const named = (id: number, text: string): Statement<Keys, Move> => ({
    id,
    text,
    read,
    valuesOf: ({ keys, tppId }) => [keys, tppId],
  });
  const tppId = 'TPP-1';
  const moves = keyedBy(named(-1, 'moves'), ({ payment }) => payment);
  const standings = keyedBy(named(-2, 'standings'), ({ payment }) => payment);

  /** A table in which each payment was made and settled; what it was asked, statement by statement. */
  function pretendedTable(failure?: Error) {
    const asked: unknown[][] = [];
    const byKeys = batchedReads(
      async <Values, Row>(statement: Statement<Values, Row>, given: Values) => {
        const values = statement.valuesOf(given);
        asked.push([statement.text, ...values]);
        if (failure) throw failure;
        const keys = values[0] as readonly string[];
        return [...keys]
          .sort()
          .filter((key) => key !== 'unknown')
          .flatMap((payment) => ['RCVD', 'ACSC'].map((to) => ({ payment, to }))) as Row[];
      },
      { heldMs: 60_000 },
    );
    return { asked, byKeys };
  }
  const bothOf = (payment: string) => ['RCVD', 'ACSC'].map((to) => ({ payment, to }));

  it('are asked for once, and each asker gets those of its own keys', async () => {
    const { asked, byKeys } = pretendedTable();
    const found = await Promise.all([
      byKeys(moves, { tppId, keys: ['b', 'a'] }),
      byKeys(moves, { tppId, keys: ['a', 'unknown'] }),
      byKeys(moves, { tppId, keys: ['c'] }),
      byKeys(moves, { tppId, keys: [] }),
    ]);
    expect(found).toEqual([[...bothOf('b'), ...bothOf('a')], bothOf('a'), bothOf('c'), []]);
    expect(asked).toEqual([['moves', ['b', 'a', 'unknown', 'c'], tppId]]);
  });

  it('are of one TPP and by one statement', async () => {
    const { asked, byKeys } = pretendedTable();
    await Promise.all([
      byKeys(moves, { keys: ['a'], tppId: 'TPP-1' }),
      byKeys(moves, { keys: ['b'], tppId: 'TPP-2' }),
      byKeys(moves, { keys: ['c'], tppId: 'TPP-1' }),
      byKeys(standings, { keys: ['a'], tppId: 'TPP-1' }),
    ]);
    expect(asked).toEqual([
      ['moves', ['a', 'c'], 'TPP-1'],
      ['moves', ['b'], 'TPP-2'],
      ['standings', ['a'], 'TPP-1'],
    ]);
  });

  it('are of eight askers at most, since each may ask for a hundred', async () => {
    const { asked, byKeys } = pretendedTable();
    await Promise.all(Array.from({ length: 20 }, (_, index) => byKeys(moves, { tppId, keys: [`${index}`] })));
    expect(asked.map(([, keys]) => (keys as string[]).length)).toEqual([8, 8, 4]);
  });

  it('are given to nobody when the statement fails', async () => {
    const lost = new DatabaseError('CONNECTION_CLOSED', 'lost');
    const { asked, byKeys } = pretendedTable(lost);
    const found = await Promise.allSettled([
      byKeys(moves, { tppId, keys: ['a'] }),
      byKeys(moves, { tppId, keys: ['b'] }),
    ]);
    expect(found).toEqual([1, 2].map(() => ({ status: 'rejected', reason: lost })));
    expect(asked).toHaveLength(1);
  });
});
