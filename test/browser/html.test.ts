import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html } from '../../src/browser/html.ts';
import { accountText, amountText } from '../../src/sca/format.ts';
import { textsByLanguage } from '../../src/sca/texts.ts';
import { anyText } from '../support/texts.ts';

describe('html', () => {
  it('writes every value as text, in content and in quoted attributes', () => {
    const evil = `"><script>alert('x')</script>&amp;`;
    expect(html`<a title="${evil}">${evil}</a>`.toString()).toBe(
      '<a title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;">&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;</a>',
    );
  });

  it('lets its own markup through, lists too, and renders null, undefined and false as nothing', () => {
    expect(html`<ul>${[html`<li>${1}</li>`, null, undefined, false, '<']}</ul>`.toString()).toBe(
      '<ul><li>1</li>&lt;</ul>',
    );
  });

  it('escapes every sign of markup, and loses nothing', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const written = html`${text}`.toString();
        expect(written).not.toMatch(/[<>"']/);
        const read = written
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&#39;', "'")
          .replaceAll('&amp;', '&');
        expect(read).toBe(text);
      }),
    );
  });
});

describe('texts for people', () => {
  it.each([
    ['1250.00', 'NOK', 'NOK 1 250.00', '1 250,00 NOK'],
    ['125.50', 'NOK', 'NOK 125.50', '125,50 NOK'],
    ['100', 'JPY', 'JPY 100', '100 JPY'],
    ['1234567', 'JPY', 'JPY 1 234 567', '1 234 567 JPY'],
    ['1.000', 'KWD', 'KWD 1.000', '1,000 KWD'],
    ['9999999999999999.99', 'EUR', 'EUR 9 999 999 999 999 999.99', '9 999 999 999 999 999,99 EUR'],
  ])('%s %s is %s, and in Norwegian %s', (amount, currency, english, norwegian) => {
    expect(amountText(textsByLanguage.en, { amount, currency })).toBe(english);
    expect(amountText(textsByLanguage.nb, { amount, currency })).toBe(norwegian);
  });

  it('groups accounts', () => {
    expect(accountText({ bban: '95360573002', currency: 'NOK' })).toBe('9536 05 73002');
    expect(accountText({ bban: 'ABC123', currency: 'NOK' })).toBe('ABC123');
    expect(accountText({ iban: 'NO0995360573002', currency: 'NOK' })).toBe('NO09 9536 0573 002');
    expect(accountText({ bban: '95360573002', iban: 'no09 9536 0573 002', currency: 'NOK' })).toBe(
      '9536 05 73002 / NO09 9536 0573 002',
    );
    expect(
      accountText({
        other: { identification: '4925xx', schemeNameProprietary: 'creditCardAccount' },
        currency: 'NOK',
      }),
    ).toBe('4925xx');
  });
});
