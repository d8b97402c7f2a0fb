import { expect, it } from 'vitest';
import {
  breaksConnection,
  DatabaseError,
  failureKind,
  isUnreachable,
} from '../../src/db/connections/failure.ts';

it.each(['EPIPE', 'ECONNRESET', 'CONNECTION_CLOSED', '57P01'])(
  'a connection that failed with %s is lost, and not used again',
  (code) => {
    const failure = new DatabaseError(code, 'the database cannot be reached');
    expect(breaksConnection(failure)).toBe(true);
    expect(isUnreachable(failure)).toBe(true);
    expect(failureKind(failure)).toBe('connection');
  },
);

it.each([
  ['23505', 'constraint'],
  ['40001', 'deadlock'],
  ['P0001', 'other'],
  ['HV000', 'other'],
])('a statement that PostgreSQL refuses with %s leaves its connection usable', (code, kind) => {
  const failure = new DatabaseError(code, 'PostgreSQL refused');
  expect(breaksConnection(failure)).toBe(false);
  expect(isUnreachable(failure)).toBe(false);
  expect(failureKind(failure)).toBe(kind);
});
