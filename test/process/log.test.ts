import { Decimal } from 'decimal.js';
import { GraphQLError, GraphQLInt } from 'graphql';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { refuse } from '../../src/domain/refusal.ts';
import { errorFieldsOf, requestLine } from '../../src/process/log.ts';

it('a log line about a refusal by the service says its cause', () => {
  const refusal = refuse('UNAVAILABLE', { retryAfterSeconds: 1, detail: 'the circuit breaker is open' });
  const line = { level: 'warn', name: 'request refused', cause: null };
  expect(requestLine({ status: 503 }, refusal)).toEqual({
    ...line,
    cause: { error: 'the circuit breaker is open' },
  });
  expect(requestLine({ status: 503 }, refuse('UNAVAILABLE'))).toEqual(line);
  const served = { level: 'info', name: 'request', cause: null };
  expect(requestLine({ status: 409 }, refuse('CONFLICT'))).toEqual(served);
});

describe('a log line about a defect', () => {
  it('contains no parameter of a query, however the error is wrapped', () => {
    const cause = Object.assign(new Error('duplicate key (Kari Nordmann)'), { code: '23505' });
    const query = Object.assign(new Error('Failed query: insert … params: Kari Nordmann'), {
      query: 'insert',
      params: [],
      cause,
    });
    for (const error of [
      query,
      new GraphQLError(query.message, { originalError: query }),
      new Error('outer Kari Nordmann', { cause: query }),
    ]) {
      const text = JSON.stringify(errorFieldsOf(error));
      expect(text).not.toContain('Nordmann');
      expect(text).toContain('23505');
    }
  });

  it('names a defect of our own with its place', () => {
    const { error, frames } = errorFieldsOf(new TypeError('x is not a function')) as {
      error: string;
      frames: string[];
    };
    expect(error).toBe('TypeError: x is not a function');
    expect(frames[0]).toContain('log.test.ts');
  });
});

describe('a log line about a defect contains no parsed or checked text', () => {
  const thrown = (act: () => unknown): unknown => {
    try {
      return act();
    } catch (error) {
      return error;
    }
  };
  const text = 'Kari Nordmann 13039319955';
  it.each<[string, () => unknown, string]>([
    ['JSON', () => JSON.parse(text), 'SyntaxError'],
    ['a number', () => BigInt(text), 'SyntaxError'],
    ['an amount', () => new Decimal(text), 'Error'],
    ['a day', () => Temporal.PlainDate.from(text), 'RangeError'],
    ['an argument of Node', () => Buffer.from('x', text as never), 'TypeError ERR_UNKNOWN_ENCODING'],
    ['a value of GraphQL', () => GraphQLInt.serialize(text), 'GraphQLError'],
    ['a schema', () => z.enum(['a']).parse(text), 'ZodError'],
    [
      'a record',
      () =>
        z
          .object({})
          .catchall(z.number())
          .parse({ [text]: 'x' }),
      'ZodError',
    ],
  ])('%s', (_, act, name) => {
    const error = thrown(act);
    expect(error).toBeInstanceOf(Error);
    const line = errorFieldsOf(error);
    expect(JSON.stringify(line)).not.toMatch(/kari|13039319955/i);
    expect(line).toMatchObject({ error: name, frames: expect.arrayContaining([expect.any(String)]) });
    const wrapped = JSON.stringify(errorFieldsOf(new GraphQLError(text, { originalError: error as Error })));
    expect(wrapped).not.toMatch(/kari|13039319955/i);
  });
});
