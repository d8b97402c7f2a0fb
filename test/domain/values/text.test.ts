import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boundedText,
  codePointLength,
  isStorable,
  trimTrailingSlashes,
} from '../../../src/domain/values/text.ts';
import { cheapest } from '../../support/cost.ts';
import { anyText } from '../../support/texts.ts';

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

  it('is that of the list of code points', () => {
    fc.assert(fc.property(anyText(), (text) => codePointLength(text) === Array.from(text).length));
  });
});

describe('storable text', () => {
  it.each(['', 'a', 'line\nbreak', '😀', '\uFFFD', '\u0001'])('%j can be stored', (text) =>
    expect(isStorable(text)).toBe(true),
  );
  it.each(['\0', 'a\0b', '\uD800', '\uDE00\uD83D', 'a\uD83D'])('%j cannot be stored', (text) =>
    expect(isStorable(text)).toBe(false),
  );
});

describe('a text without its end', () => {
  it.each([
    ['', ''],
    ['a', 'a'],
    ['a/', 'a'],
    ['a///', 'a'],
    ['/a/b/', '/a/b'],
    ['/', ''],
    ['///', ''],
    ['a/ ', 'a/ '],
  ])('%j is %j', (text, expected) => expect(trimTrailingSlashes(text)).toBe(expected));
});

describe('a shortened text', () => {
  it('keeps its first characters and ends in an ellipsis, at a character of any width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 12 }), (text, most) => {
        const points = Array.from(text);
        const expected = points.length <= most ? text : `${points.slice(0, most - 1).join('')}…`;
        return boundedText(text, most) === expected;
      }),
    );
  });

  it.each([
    ['a'.repeat(512), 'a'.repeat(512)],
    ['a'.repeat(513), `${'a'.repeat(511)}…`],
    ['😀'.repeat(512), '😀'.repeat(512)],
    ['😀'.repeat(600), `${'😀'.repeat(511)}…`],
  ])('has 512 characters by default', (text, cut) => expect(boundedText(text)).toBe(cut));

  it('is read no further than it is shown', () => {
    const long = '😀'.repeat(500_000);
    const cut = () => {
      for (let times = 0; times < 1_000; times += 1) boundedText(long, 70);
    };
    expect(cheapest(cut, 500)).toBeLessThan(500);
  });
});
