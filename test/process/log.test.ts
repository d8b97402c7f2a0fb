import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { describe as describeError } from '../../src/process/log.ts';

describe('a log line about a defect', () => {
  it('holds no parameter of a query, however the error is wrapped', () => {
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
      const text = JSON.stringify(describeError(error));
      expect(text).not.toContain('Nordmann');
      expect(text).toContain('23505');
    }
  });

  it('names a defect of our own with its place', () => {
    const { error, frames } = describeError(new TypeError('x is not a function')) as {
      error: string;
      frames: string[];
    };
    expect(error).toBe('TypeError: x is not a function');
    expect(frames[0]).toContain('log.test.ts');
  });
});
