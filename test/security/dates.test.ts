import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDer } from '../../src/security/der.ts';
import { timeOf } from '../../src/security/der-text.ts';
import { createTrustStore, TrustError } from '../../src/security/trust.ts';
import {
  generalizedTime,
  integer,
  invalidCertificate,
  nothing,
  outcomeOf,
  remade,
  utcTime,
  utf8,
} from './encode.ts';
import { authority, guardWith } from './support.ts';

const long = '301231235959Z';
const unreadable: readonly [string, Uint8Array][] = [
  ['hello', utcTime('hello')],
  ['nothing', utcTime('')],
  ['month 13', utcTime('301301000000Z')],
  ['month 0', utcTime('300001000000Z')],
  ['day 0', utcTime('300100000000Z')],
  ['30 February', utcTime('300230000000Z')],
  ['29 February of a year that is no leap year', utcTime('300229000000Z')],
  ['31 April', utcTime('300431000000Z')],
  ['hour 24', utcTime('300101240000Z')],
  ['hour 25', utcTime('300101250000Z')],
  ['minute 60', utcTime('300101006000Z')],
  ['second 60', utcTime('300101000060Z')],
  ['no Z', utcTime('300101000000')],
  ['a small z', utcTime('300101000000z')],
  ['an offset', utcTime('300101000000+0100')],
  ['no seconds', utcTime('3001010000Z')],
  ['a blank in front', utcTime(' 300101000000Z')],
  ['a sign', utcTime('+30101000000Z')],
  ['a colon for a digit of the year', utcTime(':00101000000Z')],
  ['a colon for a digit of the hour', utcTime('3001010:0000Z')],
  ['a slash for a digit of the second', utcTime('30010100001/Z')],
  ['a line feed behind', utcTime('300101000000Z\n')],
  ['a fraction', generalizedTime('20510101000000.5Z')],
  ['GeneralizedTime of the year 0049', generalizedTime('00490101000000Z')],
  ['GeneralizedTime before 2050', generalizedTime('20491231235959Z')],
  ['GeneralizedTime without Z', generalizedTime('20510101000000')],
  ['GeneralizedTime with the digits of UTCTime', generalizedTime(long)],
  ['UTCTime with the digits of GeneralizedTime', utcTime('20510101000000Z')],
  ['a text', utf8(long)],
  ['a number', integer(9)],
  ['NULL', nothing],
];

describe('an unreadable date is refused', () => {
  it.each(unreadable)('as notAfter: %s', (_, notAfter) => {
    expect(outcomeOf(remade({ notAfter }))).toBe(invalidCertificate);
  });

  it.each(unreadable)('as notBefore: %s', (_, notBefore) => {
    expect(outcomeOf(remade({ notBefore }))).toBe(invalidCertificate);
  });

  it.each(unreadable)('of a trust anchor, at the start: %s', (_, date) => {
    for (const dates of [{ notAfter: date }, { notBefore: date }]) {
      const { certificatePem } = remade(dates, authority);
      expect(() => createTrustStore([certificatePem])).toThrow(TrustError);
    }
  });
});

describe('a readable date applies', () => {
  it.each([
    ['notAfter in 2049', { notAfter: utcTime('491231235959Z') }, 'accepted'],
    ['notAfter in 2050', { notAfter: generalizedTime('20500101000000Z') }, 'accepted'],
    ['notAfter never', { notAfter: generalizedTime('99991231235959Z') }, 'accepted'],
    [
      'notAfter in 1950',
      { notAfter: utcTime('500101000000Z') },
      '401 CERTIFICATE_EXPIRED TPP-Signature-Certificate',
    ],
    ['notBefore in 1950', { notBefore: utcTime('500101000000Z') }, 'accepted'],
    ['notBefore in 2049', { notBefore: utcTime('491231235959Z') }, invalidCertificate],
    ['notAfter on 29 February', { notAfter: utcTime('280229000000Z') }, 'accepted'],
  ])('%s', (_, changes, expected) => {
    expect(outcomeOf(remade(changes))).toBe(expected);
  });

  it('in every year of both forms', () => {
    const at = fc.date({ min: new Date('1950-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(at, (date) => {
        const digits = `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
        const written = date.getUTCFullYear() < 2_050 ? utcTime(digits.slice(2)) : generalizedTime(digits);
        expect(timeOf(readDer(written))).toBe(Math.floor(date.getTime() / 1_000) * 1_000);
      }),
    );
  });

  it('on the days of the calendar, in every month of leap years and other years', () => {
    const two = (number: number) => String(number).padStart(2, '0');
    for (const year of [1999, 2000, 2001, 2004, 2048, 2050, 2096, 2100, 2200, 2400])
      for (let month = 0; month <= 13; month += 1)
        for (const day of [0, 1, 28, 29, 30, 31, 32]) {
          const digits = `${year}${two(month)}${two(day)}000000Z`;
          const written = readDer(year < 2_050 ? utcTime(digits.slice(2)) : generalizedTime(digits));
          const at = new Date(Date.UTC(year, month - 1, day));
          if (at.getUTCMonth() === month - 1 && at.getUTCDate() === day)
            expect([digits, timeOf(written)]).toEqual([digits, at.getTime()]);
          else expect(() => timeOf(written), digits).toThrow();
        }
  });

  it('against the clock of the guard', () => {
    const identity = remade({ notAfter: utcTime(long) });
    const later = guardWith({ now: () => Date.UTC(2031, 0, 1), maxAgeSeconds: 1e9 });
    expect(outcomeOf(identity, later)).toBe('401 CERTIFICATE_EXPIRED TPP-Signature-Certificate');
  });
});
