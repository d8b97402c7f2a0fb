import { describe, expect, it } from 'vitest';
import { newTimeOrFault } from '../../../src/domain/bank/clock-move.ts';

const at = (text: string) => Date.parse(text);
const now = at('2030-01-31T11:00:00Z');
const onlyForward = 'the clock can only move forward; it is 2030-01-31T11:00:00.000Z';

describe('a clock can go', () => {
  it.each<[Parameters<typeof newTimeOrFault>[1], string]>([
    [{ by: 'P1M' }, '2030-02-28T11:00:00Z'],
    [{ by: 'P0D' }, '2030-01-31T11:00:00Z'],
    [{ by: 'P5Y' }, '2035-01-31T11:00:00Z'],
    [{ by: 'PT0.5S', to: null }, '2030-01-31T11:00:00.500Z'],
    [{ to: now, by: null }, '2030-01-31T11:00:00Z'],
    [{ to: at('2035-01-31T11:00:00Z') }, '2035-01-31T11:00:00Z'],
  ])('%j', (move, to) => {
    expect(newTimeOrFault(now, move)).toBe(at(to));
  });

  it('by calendar days in Oslo, across the change to summer time too', () => {
    const before = at('2030-03-30T10:00:00Z');
    expect(newTimeOrFault(before, { by: 'P1D' })).toBe(at('2030-03-31T09:00:00Z'));
    expect(newTimeOrFault(before, { by: 'PT24H' })).toBe(at('2030-03-31T10:00:00Z'));
  });

  it('to the end of its last year', () => {
    const last = at('2999-12-31T23:59:59.999Z');
    expect(newTimeOrFault(at('2999-12-30T00:00:00Z'), { to: last })).toBe(last);
  });
});

describe('a clock cannot go', () => {
  it.each<[string, number, Parameters<typeof newTimeOrFault>[1], object]>([
    ['nowhere', now, {}, { path: 'by', text: 'send either by or to' }],
    ['nowhere', now, { by: null, to: null }, { path: 'by', text: 'send either by or to' }],
    ['two ways', now, { by: 'P1D', to: now }, { path: 'to', text: 'send either by or to, but not both' }],
    ['back to an instant', now, { to: now - 1 }, { path: 'to', text: onlyForward }],
    ['back by a duration', now, { by: '-P1D' }, { path: 'by', text: onlyForward }],
    [
      'by what is no duration',
      now,
      { by: 'a day' },
      { path: 'by', text: 'must be an ISO 8601 duration such as P1D or PT6H' },
    ],
    [
      'more than five years',
      now,
      { to: at('2035-01-31T11:00:00.001Z') },
      { path: 'to', text: 'the clock can move at most 5 years at a time' },
    ],
    [
      'more than five years',
      now,
      { by: 'P61M' },
      { path: 'by', text: 'the clock can move at most 5 years at a time' },
    ],
    [
      'beyond all times',
      now,
      { by: 'P9999999Y' },
      { path: 'by', text: 'the clock can move at most 5 years at a time' },
    ],
    [
      'past its last year',
      at('2999-12-30T00:00:00Z'),
      { to: at('3000-01-01T00:00:00Z') },
      { path: 'to', text: 'the clock cannot move beyond the year 2999' },
    ],
  ])('%s', (_, from, move, fault) => {
    expect(newTimeOrFault(from, move)).toEqual(fault);
  });
});
