import { describe, expect, it } from 'vitest';
import { parseHttpDate } from '../../src/security/signature.ts';

const noon = Date.UTC(2026, 1, 9, 18, 20, 21);

describe('a Date header is read', () => {
  it.each([
    ['in GMT', 'Mon, 09 Feb 2026 18:20:21 GMT'],
    ['with a one-digit day', 'Mon, 9 Feb 2026 18:20:21 GMT'],
    ['ahead of GMT, as Java prints local time', 'Mon, 9 Feb 2026 19:20:21 +0100'],
    ['behind GMT', 'Mon, 09 Feb 2026 12:50:21 -0530'],
    ['with the offset nought', 'Mon, 09 Feb 2026 18:20:21 +0000'],
    ['where the offset is in another day', 'Tue, 10 Feb 2026 02:20:21 +0800'],
    ['without a weekday', '09 Feb 2026 18:20:21 GMT'],
  ])('%s', (_, text) => {
    expect(parseHttpDate(text)).toBe(noon);
  });

  it.each([
    ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].entries(),
  ])('in month %i, %s, on any day of the week', (month, name) => {
    for (let day = 1; day <= 7; day += 1) {
      const at = new Date(Date.UTC(2026, month, day, 1, 2, 3));
      expect(parseHttpDate(at.toUTCString())).toBe(at.getTime());
      expect(parseHttpDate(`0${day} ${name} 2026 01:02:03 GMT`)).toBe(at.getTime());
    }
  });

  it('in every hour of the day', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const at = new Date(Date.UTC(2026, 1, 9, hour, 59, 59));
      expect(parseHttpDate(at.toUTCString())).toBe(at.getTime());
    }
  });

  it('on a leap day', () => {
    expect(parseHttpDate('Tue, 29 Feb 2028 00:00:00 GMT')).toBe(Date.UTC(2028, 1, 29));
  });
});

describe('a Date header is refused', () => {
  it.each([
    ['of another weekday', 'Tue, 09 Feb 2026 18:20:21 GMT'],
    ['of no weekday', 'Foo, 09 Feb 2026 18:20:21 GMT'],
    ['of a day that does not exist', 'Sun, 29 Feb 2026 18:20:21 GMT'],
    ['of day 0', '00 Feb 2026 18:20:21 GMT'],
    ['of hour 24', 'Mon, 09 Feb 2026 24:00:00 GMT'],
    ['of minute 60', 'Mon, 09 Feb 2026 18:60:00 GMT'],
    ['of second 60', 'Mon, 09 Feb 2026 18:59:60 GMT'],
    ['of another month', 'Mon, 09 Fbe 2026 18:20:21 GMT'],
    ['in ISO 8601', '2026-02-09T18:20:21Z'],
    ['in the form of RFC 850', 'Monday, 09-Feb-26 18:20:21 GMT'],
    ['in the form of asctime', 'Mon Feb  9 18:20:21 2026'],
    ['in another zone', 'Mon, 09 Feb 2026 18:20:21 CET'],
    ['in UTC by that name', 'Mon, 09 Feb 2026 18:20:21 UTC'],
    ['without a zone', 'Mon, 09 Feb 2026 18:20:21'],
    ['with an impossible offset', 'Mon, 09 Feb 2026 18:20:21 +2400'],
    ['with an offset of 60 minutes', 'Mon, 09 Feb 2026 18:20:21 +0160'],
    ['with a colon in the offset', 'Mon, 09 Feb 2026 19:20:21 +01:00'],
    ['with two-digit year', 'Mon, 09 Feb 26 18:20:21 GMT'],
    ['without seconds', 'Mon, 09 Feb 2026 18:20 GMT'],
    ['in small letters', 'mon, 09 feb 2026 18:20:21 gmt'],
    ['twice', 'Mon, 09 Feb 2026 18:20:21 GMT, Mon, 09 Feb 2026 18:20:21 GMT'],
    ['as seconds', '1770661221'],
    ['that is empty', ''],
  ])('%s', (_, text) => {
    expect(parseHttpDate(text)).toBeNull();
  });
});
