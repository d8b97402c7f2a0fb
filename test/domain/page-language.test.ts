import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageLanguage } from '../../src/domain/authorisations/language.ts';

describe('the language of the pages', () => {
  it.each([
    ['nb', 'nb'],
    ['nn', 'nb'],
    ['no', 'nb'],
    ['NB-no', 'nb'],
    ['nn-NO, en;q=0.9', 'nb'],
    ['nb-Latn-NO', 'nb'],
    ['en, nb', 'en'],
    ['en;q=0.5, nb;q=0.8', 'nb'],
    ['en-GB,no;q=0.9', 'en'],
    ['sv, nb;q=0.3', 'nb'],
    ['sv', 'en'],
    ['nb;q=0', 'en'],
    ['*', 'en'],
    ['nb;q=0.1, *', 'en'],
    ['nobody', 'en'],
    ['', 'en'],
    [';;;,,,=', 'en'],
    [null, 'en'],
  ] as const)('%s: %s', (header, language) => {
    expect(pageLanguage(header)).toBe(language);
  });

  it('is determined for any text, even one that fills all headers', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => /^(en|nb)$/.test(pageLanguage(text))),
    );
    for (const worst of ['nb-', 'a,', ';q=', ' ', 'a-b-c;q=0.1,'])
      expect(pageLanguage(worst.repeat(16_384 / worst.length))).toMatch(/en|nb/);
  });
});
