/**
 * Lengths in code points, and what the database can keep.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedCodePoints, codePointLength, isStorable } from '../../../src/domain/values/text.ts';

describe('length', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['Æøå', 3],
    ['😀', 1],
    ['e\u0301', 2],
    ['👨‍👩‍👧', 5],
    ['\uD800', 1],
    ['\uD83D\uDE00\uDE00', 2],
  ])('of %j is %i code points', (text, length) => expect(codePointLength(text)).toBe(length));

  it.each(['a', 'å', '😀'])('is bounded at n and refused at n + 1, in %s', (point) => {
    expect(boundedCodePoints(point.repeat(70), 1, 70)).toBe(true);
    expect(boundedCodePoints(point.repeat(71), 1, 70)).toBe(false);
    expect(boundedCodePoints('', 1, 70)).toBe(false);
    expect(boundedCodePoints('', 0, 70)).toBe(true);
  });

  it('is that of the list of code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => codePointLength(text) === Array.from(text).length),
    );
  });
});

describe('storable text', () => {
  it.each(['', 'a', 'line\nbreak', '😀', '\uFFFD', '\u0001'])('%j is', (text) =>
    expect(isStorable(text)).toBe(true),
  );
  it.each(['\0', 'a\0b', '\uD800', '\uDE00\uD83D', 'a\uD83D'])('%j is not', (text) =>
    expect(isStorable(text)).toBe(false),
  );
});
