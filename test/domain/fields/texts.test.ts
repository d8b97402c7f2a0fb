import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseFields, withoutNulls } from '../../../src/domain/fields/parse.ts';

const faultsOf = (schema: z.ZodType, input: unknown): readonly string[] => {
  const parsed = parseFields(schema, input);
  return parsed.ok ? [] : parsed.faults.map(({ path, text }) => `${path} ${text}`);
};
const codes = (count: number) => z.enum(Array.from({ length: count }, (_, index) => `C${index}`));

describe('a fault', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['of what is missing', z.object({ a: z.string() }), {}, 'a is required'],
    ['of a missing choice', z.object({ a: codes(2) }), {}, 'a is required'],
    ['of a text', z.object({ a: z.string() }), { a: 1 }, 'a must be a string'],
    ['of a number', z.object({ a: z.number() }), { a: '1' }, 'a must be a number'],
    ['of a whole number', z.object({ a: z.int() }), { a: 1.5 }, 'a must be a whole number'],
    ['of a yes or no', z.object({ a: z.boolean() }), { a: 'true' }, 'a must be a boolean, true or false'],
    ['of a list', z.object({ a: z.array(z.string()) }), { a: {} }, 'a must be a list'],
    ['of an object', z.object({ a: z.object({}) }), { a: [] }, 'a must be an object'],
    ['of the whole', z.object({}), [], 'body must be an object'],
    ['of few choices', codes(2), 'X', 'body must be one of C0, C1'],
    ['of many choices', codes(21), 'X', 'body is not one of the 21 codes that this interface supports'],
    ['of too many items', z.array(z.string()).max(1), ['a', 'b'], 'body must have at most 1 item'],
    ['of too few items', z.array(z.string()).min(1), [], 'body must have at least 1 item'],
    ['of too great a number', z.number().max(3), 4, 'body must be at most 3'],
    ['of too small a number', z.number().min(3), 2, 'body must be at least 3'],
    [
      'deep inside',
      z.object({ a: z.array(z.object({ b: z.string() })) }),
      { a: [{ b: 'x' }, {}] },
      'a[1].b is required',
    ],
  ])('%s', (_, schema, input, fault) => {
    expect(faultsOf(schema, input)).toEqual([fault]);
  });

  it('of choices names up to twenty of them', () => {
    expect(faultsOf(codes(20), 'X')[0]).toContain('must be one of C0, C1');
  });
});

it('nulls count as absent at every depth; other empty values do not', () => {
  expect(withoutNulls({ a: null, b: [{ c: null, d: 0 }], e: '', f: false })).toEqual({
    b: [{ d: 0 }],
    e: '',
    f: false,
  });
});

it('a list keeps the items around one with a null, with their original indexes', () => {
  const list = [1, { a: null, b: 2 }, null, { c: 3 }, [{ d: null }, 4]];
  expect(withoutNulls(list)).toEqual([1, { b: 2 }, null, { c: 3 }, [{}, 4]]);
  expect(withoutNulls([[1, 2], { e: null }])).toEqual([[1, 2], {}]);
});
