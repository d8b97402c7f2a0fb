import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bbanWarning,
  checkBban,
  checkIban,
  normaliseIban,
} from '../../../src/domain/values/account-numbers.ts';
import { isBic } from '../../../src/domain/values/bic.ts';
import { checkKid, type KidModulus, kidCheckDigit } from '../../../src/domain/values/kid.ts';
import { rounds } from '../../support/nightly.ts';

describe('IBAN', () => {
  it.each([
    'NO9386011117947',
    'NO0995360573002',
    'GB29NWBK60161331926819',
    'DE89370400440532013000',
    'SE4550000000058398257466',
    'MT84MALT011000012345MTLCAST001S',
    'FR1420041010050500013M02606',
    'NL91ABNA0417164300',
  ])('%s passes, printed and in small letters too', (iban) => {
    expect(checkIban(iban)).toBeNull();
    expect(checkIban(iban.toLowerCase())).toBeNull();
    const printed = iban.replace(/(.{4})(?=.)/g, '$1 ');
    expect(normaliseIban(printed.toLowerCase())).toBe(iban);
    if (printed.length <= 34) expect(checkIban(printed)).toBeNull();
  });

  it.each([
    ['NO9386011117948', /check digits/],
    ['NO95360573002', /length/],
    ['DE88370400440532013000', /check digits/],
    ['GB2912345660161331926819', /length/],
    ['GB29123460161331926819', /structure/],
    ['NOXX86011117947', /check digits after the country/],
    ['US9386011117947', /country/],
    ['ZZ93', /country/],
    ['', /empty/],
    ['NO93-8601-1117947', /letters and digits/],
    ['NO93  86011117947', /one space/],
    [' NO9386011117947', /one space/],
    ['NO9386011117947\n', /letters and digits/],
    ['NO９３86011117947', /letters and digits/],
  ])('%j does not pass', (text, fault) => {
    expect(checkIban(text)).toMatch(fault);
  });

  it('has at most 34 characters as sent', () => {
    expect(checkIban('X'.repeat(34))).toMatch(/country/);
    expect(checkIban('X'.repeat(35))).toMatch(/at most 34/);
    expect(checkIban('MT84 MALT 0110 0001 2345 MTLC AST0 01S')).toMatch(/at most 34/);
  });

  it('is not refused for a wrong national check digit', () => {
    expect(bbanWarning('86011117948')).not.toBeNull();
    expect(checkIban('NO6686011117948')).toBeNull();
  });

  it('detects every single wrong digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 14 }), fc.integer({ min: 1, max: 9 }), (place, shift) => {
        const iban = 'NO9386011117947';
        const wrong = (Number(iban[place]) + shift) % 10;
        return checkIban(iban.slice(0, place) + wrong + iban.slice(place + 1)) !== null;
      }),
    );
  });
});

describe('BBAN', () => {
  it('has 1 to 30 letters and digits', () => {
    expect(checkBban('1')).toBeNull();
    expect(checkBban(`${'aZ09'.repeat(7)}aZ`)).toBeNull();
    expect(checkBban('1'.repeat(31))).toMatch(/at most 30/);
    expect(checkBban('')).toMatch(/empty/);
    for (const text of ['1234.56.78903', '1234 5678903', '1234-5', '12345678903\n', 'å', '１', '😀']) {
      expect(checkBban(text), text).toMatch(/letters and digits/);
    }
  });

  it.each(['95360573002', '86011117947', '12345678903', '02056439652', '99990000006'])(
    '%s draws no warning',
    (text) => {
      expect(bbanWarning(text)).toBeNull();
    },
  );

  it.each(['61540424684', '45860903421', '12345678901', '00000000018', '00000000060'])(
    '%s draws a warning',
    (text) => {
      expect(bbanWarning(text)).toMatch(/check digit/);
      expect(checkBban(text)).toBeNull();
    },
  );

  it('draws warnings for eleven digits only', () => {
    for (const text of ['1234567890', '123456789012', 'A2345678901', ''])
      expect(bbanWarning(text), text).toBeNull();
  });
});

describe('BIC', () => {
  it.each(['DNBANOKK', 'DNBANOKKXXX', 'DEUTDEFF500', 'SPRONO22', 'NCBVXKPR', '1234NO22'])(
    '%s is valid',
    (text) => {
      expect(isBic(text)).toBe(true);
    },
  );
  it.each([
    'DNBANOK',
    'DNBANOKKX',
    'DNBANOKKXX',
    'DNBANOKKXXXX',
    'dnbanokk',
    'DNBAZZKK',
    'DNBA NOKK',
    'DNBANOKK\n',
    '',
  ])('%j is not valid', (text) => expect(isBic(text)).toBe(false));
});

describe('KID', () => {
  const agreement = (modulus: KidModulus, ...lengths: number[]) => ({ required: true, lengths, modulus });

  it.each([
    ['MOD10', '7992739871', '3'],
    ['MOD10', '1234567', '4'],
    ['MOD10', '0', '0'],
    ['MOD11', '1234567890', '3'],
    ['MOD11', '1234567', '4'],
    ['MOD11', '6', '-'],
    ['MOD11', '0', '0'],
  ] as const)('%s: %s ends in %s', (modulus, payload, check) => {
    expect(kidCheckDigit(payload, modulus)).toBe(check);
    expect(checkKid(payload + check, agreement(modulus, payload.length + 1))).toBeNull();
  });

  it.each([
    ['79927398710', 'MOD10', /check digit/],
    ['7992739871', 'MOD10', /must have 11 digits/],
    ['799273987130', 'MOD10', /must have 11 digits/],
    ['7992739871-', 'MOD10', /only digits/],
    ['79927 98713', 'MOD10', /only digits, at least two$/],
    ['-', 'MOD11', /only digits, at least two; the last character may also be "-"$/],
    ['X1234567890', 'MOD11', /only digits/],
    ['', 'MOD10', /only digits/],
    ['123456789-0', 'MOD11', /only digits/],
    ['12345678904', 'MOD11', /check digit/],
    ['1234567890-', 'MOD11', /check digit/],
  ] as const)('%j does not fit an agreement of 11 digits, %s', (reference, modulus, fault) => {
    expect(checkKid(reference, agreement(modulus, 11))).toMatch(fault);
  });

  it('may have any of the agreed lengths', () => {
    const two = agreement('MOD10', 2, 8);
    expect(checkKid('00', two)).toBeNull();
    expect(checkKid('12345674', two)).toBeNull();
    expect(checkKid('000', two)).toMatch(/2 or 8/);
  });

  it('detects every single wrong digit', () => {
    const payload = fc.stringMatching(/^[0-9]{1,24}$/);
    fc.assert(
      fc.property(
        payload,
        fc.constantFrom('MOD10', 'MOD11'),
        fc.nat(23),
        fc.integer({ min: 1, max: 9 }),
        (digits, modulus, at, shift) => {
          const place = at % digits.length;
          const wrong = (Number(digits[place]) + shift) % 10;
          const mistaken =
            digits.slice(0, place) + wrong + digits.slice(place + 1) + kidCheckDigit(digits, modulus);
          return checkKid(mistaken, agreement(modulus, mistaken.length)) !== null;
        },
      ),
      { numRuns: rounds(200, 1_000) },
    );
  });
});
