import { expect, it } from 'vitest';
import { z } from 'zod';
import { type StoredFields, storedFields, viewOf } from '../../src/domain/fields/view.ts';

interface Record {
  readonly id: string;
  readonly note: string | null;
  readonly minor: bigint;
}

const schema = z.strictObject({ id: z.string(), sum: z.string(), note: z.string().optional() });
const view = viewOf<Record>()(schema, { sum: ({ minor }) => String(minor) });

it('copies the fields of the record by name, derives the rest, and leaves out absent fields', () => {
  expect(view.write({ id: 'a', note: null, minor: 5n })).toStrictEqual({ id: 'a', sum: '5' });
  const whole = view.write({ note: 'n', minor: -1n, id: 'a' });
  expect(Object.entries(whole)).toEqual([
    ['id', 'a'],
    ['sum', '-1'],
    ['note', 'n'],
  ]);
  expect(schema.parse(whole)).toEqual(whole);
  expect(view.field({ id: 'a', note: null, minor: 7n }, 'sum')).toBe('7');
});

it('copies the named fields of its input, with null for absent ones', () => {
  const shape = { name: z.string(), note: z.string().optional() };
  const record: StoredFields<typeof shape> = storedFields(shape, { name: 'a', ...{ other: 1 } });
  expect(record).toStrictEqual({ name: 'a', note: null });
});

it('does not compile when record and schema differ', () => {
  // @ts-expect-error: the sum has no source
  const silent = viewOf<Record>()(schema, {});
  // @ts-expect-error: a sum is a text
  const number = viewOf<Record>()(schema, { sum: ({ minor }) => minor });
  // @ts-expect-error: the record may lack what the schema requires
  const lacking = viewOf<Record>()(z.strictObject({ note: z.string() }), {});
  // @ts-expect-error: the record has no such field
  const misspelt = storedFields({ name: z.string() }, { nam: 'a' });
  expect([silent, number, lacking, misspelt]).toHaveLength(4);
});
