import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { bankDayFrom, bankHolidays, isBankDay } from '../../../src/domain/values/bank-days.ts';
import {
  addDays,
  dayInMonth,
  dayNumberOf,
  dayOfWeek,
  fromDayNumber,
  type IsoDate,
  parseIsoDate,
  toDayNumber,
  yearMonthDayOf,
} from '../../../src/domain/values/iso-date.ts';
import {
  batchTimes,
  instantAtOslo,
  nextBatchRun,
  todayInOslo,
} from '../../../src/domain/values/oslo-time.ts';
import { rounds } from '../../support/nightly.ts';
import { easterOf } from '../schedule/oracle.ts';
import { date } from '../schedule/plans.ts';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const anyDay = fc.integer({ min: dayNumberOf(1, 1, 1), max: dayNumberOf(9999, 12, 31) });

it.each(['0400-02-29', '2000-02-29', '2000-03-01', '2400-02-29', '1999-12-31'] as IsoDate[])(
  '%s, at the edge of four centuries, is converted and written back',
  (date) => expect(fromDayNumber(toDayNumber(date))).toBe(date),
);

describe('a date', () => {
  it.each(['2026-01-01', '2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01', '9999-12-31'])(
    '%s exists',
    (text) => {
      expect(parseIsoDate(text)).toBe(text);
    },
  );

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2100-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '0000-01-01',
    '10000-01-01',
    '+002026-01-01',
    '-2026-01-01',
    '2026-1-1',
    '20260101',
    '2026/01/01',
    '2026-01-01T00:00:00Z',
    '2026-01-01 ',
    ' 2026-01-01',
    '2026-01-01\n',
    '2026-W01-1',
    '2026-001',
    '',
    '２０２６-01-01',
  ])('%j does not exist', (text) => expect(parseIsoDate(text)).toBeNull());

  it('counts as Temporal does over all its years', () => {
    const epoch = Temporal.PlainDate.from('1970-01-01');
    fc.assert(
      fc.property(anyDay, (number) => {
        const expected = epoch.add({ days: number });
        const { year, month, day } = yearMonthDayOf(number);
        expect([year, month, day, dayOfWeek(number)]).toEqual([
          expected.year,
          expected.month,
          expected.day,
          expected.dayOfWeek,
        ]);
        expect(fromDayNumber(number)).toBe(expected.toString());
        expect(toDayNumber(fromDayNumber(number))).toBe(number);
      }),
      { numRuns: rounds(600, 3_000) },
    );
  });

  it('moves by days and by months as Temporal does', () => {
    const near = fc.integer({ min: dayNumberOf(1900, 1, 1), max: dayNumberOf(2200, 1, 1) });
    fc.assert(
      fc.property(near, fc.integer({ min: -1_000, max: 1_000 }), (number, shift) => {
        const day = fromDayNumber(number);
        const plain = Temporal.PlainDate.from(day);
        expect(addDays(day, shift)).toBe(plain.add({ days: shift }).toString());
        const { year, month, day: ofMonth } = yearMonthDayOf(toDayNumber(day));
        const clamped = dayInMonth(year * 12 + month - 1 + shift, ofMonth);
        expect(fromDayNumber(clamped)).toBe(plain.add({ months: shift }).toString());
      }),
      { numRuns: rounds(200, 1_000) },
    );
    expect(() => addDays(date('9999-12-31'), 1)).toThrow(RangeError);
    expect(() => addDays(date('0001-01-01'), -1)).toThrow(RangeError);
  });
});

describe('bank holidays', () => {
  it.each([
    [2024, '03-31'],
    [2025, '04-20'],
    [2026, '04-05'],
    [2027, '03-28'],
    [2028, '04-16'],
    [2029, '04-01'],
    [2030, '04-21'],
    [2008, '03-23'],
    [2011, '04-24'],
    [2019, '04-21'],
    [2038, '04-25'],
    [1954, '04-18'],
    [1981, '04-19'],
    [2049, '04-18'],
  ])('Easter Sunday of %i is %s', (year, day) => {
    expect(bankHolidays(year).find((row) => row.nameEn === 'Easter Sunday')?.date).toBe(`${year}-${day}`);
  });

  it('are these twelve days', () => {
    expect(bankHolidays(2030).map(({ date, name, nameEn }) => `${date} ${name}: ${nameEn}`)).toEqual([
      "2030-01-01 Første nyttårsdag: New Year's Day",
      '2030-04-18 Skjærtorsdag: Maundy Thursday',
      '2030-04-19 Langfredag: Good Friday',
      '2030-04-21 Første påskedag: Easter Sunday',
      '2030-04-22 Andre påskedag: Easter Monday',
      '2030-05-01 Arbeidernes dag: Labour Day',
      '2030-05-17 Grunnlovsdagen: Constitution Day',
      '2030-05-30 Kristi himmelfartsdag: Ascension Day',
      '2030-06-09 Første pinsedag: Whit Sunday',
      '2030-06-10 Andre pinsedag: Whit Monday',
      '2030-12-25 Første juledag: Christmas Day',
      '2030-12-26 Andre juledag: Second Day of Christmas',
    ]);
  });

  it('Easter is that of the church’s table from 1900 to 2199', () => {
    for (let year = 1900; year < 2200; year++) {
      const found = bankHolidays(year).find((row) => row.nameEn === 'Easter Sunday')?.date;
      expect(found).toBe(easterOf(year).toString());
    }
  });

  it.each([
    [2024, '01-01 03-28 03-29 03-31 04-01 05-01 05-09 05-17 05-19 05-20 12-25 12-26'],
    [2025, '01-01 04-17 04-18 04-20 04-21 05-01 05-17 05-29 06-08 06-09 12-25 12-26'],
    [2026, '01-01 04-02 04-03 04-05 04-06 05-01 05-14 05-17 05-24 05-25 12-25 12-26'],
    [2027, '01-01 03-25 03-26 03-28 03-29 05-01 05-06 05-16 05-17 05-17 12-25 12-26'],
  ])('of %i are the twelve of the almanac', (year, expected) => {
    expect(bankHolidays(year).map((row) => row.date)).toEqual(
      expected.split(' ').map((day) => `${year}-${day}`),
    );
  });

  it('have their names in two languages', () => {
    expect(bankHolidays(2026).map((row) => `${row.name} = ${row.nameEn}`)).toContain(
      'Skjærtorsdag = Maundy Thursday',
    );
    expect(new Set(bankHolidays(2026).map((row) => row.nameEn)).size).toBe(12);
  });

  it('are not bank days; the days between Christmas and New Year are', () => {
    for (const day of ['2026-04-02', '2026-05-17', '2026-05-14', '2026-12-25', '2026-12-26', '2026-12-27']) {
      expect(isBankDay(toDayNumber(date(day))), day).toBe(false);
    }
    for (const day of ['2026-12-24', '2026-12-31', '2026-04-01', '2026-04-07', '2026-12-28']) {
      expect(isBankDay(toDayNumber(date(day))), day).toBe(true);
    }
  });

  it.each([
    ['2026-04-01', '2026-04-01', '2026-04-01'],
    ['2026-04-02', '2026-04-07', '2026-04-01'],
    ['2026-04-06', '2026-04-07', '2026-04-01'],
    ['2026-12-25', '2026-12-28', '2026-12-24'],
    ['2027-01-01', '2027-01-04', '2026-12-31'],
    ['2026-01-01', '2026-01-02', '2025-12-31'],
  ])('%s goes to %s forward and %s back', (day, following, preceding) => {
    expect(fromDayNumber(bankDayFrom(toDayNumber(date(day)), 1))).toBe(following);
    expect(fromDayNumber(bankDayFrom(toDayNumber(date(day)), -1))).toBe(preceding);
  });

  it('are the same after the cache of years is full', () => {
    const before = JSON.stringify(bankHolidays(2026));
    for (let year = 1000; year < 2000; year++) expect(bankHolidays(year)).toHaveLength(12);
    expect(JSON.stringify(bankHolidays(2026))).toBe(before);
  });
});

describe('Oslo time', () => {
  it.each([
    ['2026-01-31T22:59:59.999Z', '2026-01-31'],
    ['2026-01-31T23:00:00Z', '2026-02-01'],
    ['2026-07-31T21:59:59.999Z', '2026-07-31'],
    ['2026-07-31T22:00:00Z', '2026-08-01'],
    ['2026-12-31T23:00:00Z', '2027-01-01'],
    ['1969-12-31T23:00:00Z', '1970-01-01'],
  ])('at %s it is %s there', (instant, day) => {
    expect(todayInOslo(at(instant))).toBe(day);
  });

  it.each([
    ['2026-01-15', '05:30', '2026-01-15T04:30:00Z'],
    ['2026-07-15', '05:30', '2026-07-15T03:30:00Z'],
    ['2026-03-29', '01:59', '2026-03-29T00:59:00Z'],
    ['2026-03-29', '02:30', '2026-03-29T01:30:00Z'],
    ['2026-03-29', '05:30', '2026-03-29T03:30:00Z'],
    ['2026-10-25', '02:30', '2026-10-25T00:30:00Z'],
    ['2026-10-25', '05:30', '2026-10-25T04:30:00Z'],
  ])('%s %s is %s', (day, time, instant) => expect(instantAtOslo(date(day), time)).toBe(at(instant)));
});

describe('the next batch run', () => {
  it.each([
    ['the first of a day', '2026-01-15T00:00:00Z', '2026-01-15', '2026-01-15T04:30:00Z'],
    ['a millisecond before a run', '2026-01-15T04:29:59.999Z', '2026-01-15', '2026-01-15T04:30:00Z'],
    ['at the very run: the one after', '2026-01-15T04:30:00Z', '2026-01-15', '2026-01-15T10:00:00Z'],
    ['after the last: the next day', '2026-01-15T17:00:00Z', '2026-01-16', '2026-01-16T04:30:00Z'],
    ['over the weekend', '2026-01-16T17:00:00Z', '2026-01-19', '2026-01-19T04:30:00Z'],
    ['into summer time', '2026-03-27T17:00:00Z', '2026-03-30', '2026-03-30T03:30:00Z'],
    ['out of summer time', '2026-10-23T16:00:00Z', '2026-10-26', '2026-10-26T04:30:00Z'],
    ['over Easter', '2026-04-01T16:00:00Z', '2026-04-07', '2026-04-07T03:30:00Z'],
    ['on 24 December', '2026-12-24T14:30:00Z', '2026-12-24', '2026-12-24T17:00:00Z'],
    ['over Christmas', '2026-12-24T17:00:00Z', '2026-12-28', '2026-12-28T04:30:00Z'],
    ['on an Oslo day that UTC has not reached', '2026-01-15T23:30:00Z', '2026-01-16', '2026-01-16T04:30:00Z'],
  ])('is right: %s', (_case, after, day, instant) => {
    expect(nextBatchRun(at(after))).toEqual({ date: day, at: at(instant) });
  });

  it('comes five times on every bank day of a year and on no other', () => {
    const perDay = new Map<IsoDate, number>();
    let run = nextBatchRun(instantAtOslo(date('2026-01-01'), '00:00'));
    for (let runs = 0; run.date < '2027-01-01' && runs < 2_000; runs++, run = nextBatchRun(run.at)) {
      expect(batchTimes.map((time) => instantAtOslo(run.date, time))).toContain(run.at);
      perDay.set(run.date, (perDay.get(run.date) ?? 0) + 1);
    }
    expect([...perDay.values()].every((runs) => runs === 5)).toBe(true);
    for (let day = date('2026-01-01'); day < '2027-01-01'; day = addDays(day, 1)) {
      expect(perDay.has(day), day).toBe(isBankDay(toDayNumber(day)));
    }
    expect(perDay.size).toBe(253);
  });
});
