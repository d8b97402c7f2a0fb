import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instantText } from '../../../src/domain/values/iso-date.ts';

const first = Date.parse('0001-01-01T00:00:00Z');
const last = Date.parse('9999-12-31T23:59:59.999Z');

it.each([0, 1, -1, 1.5, -1.5, first, last, 3_599_999, 3_600_000, Date.parse('2026-01-31T09:30:00Z')])(
  '%d',
  (at) => {
    expect(instantText(at)).toBe(new Date(at).toISOString());
  },
);

it('any, and others near it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: first, max: last }),
      fc.integer({ min: 0, max: 10_000_000 }),
      (at, later) => {
        for (const one of [at, Math.min(last, at + later), at])
          expect(instantText(one)).toBe(new Date(one).toISOString());
      },
    ),
  );
});
