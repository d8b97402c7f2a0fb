/** What the console makes of days, files and addresses by itself. */
import { describe, expect, it } from 'vitest';
import { csvOf } from '../../console/parts/csv.ts';
import { dayOf, endOf, startOf } from '../../console/parts/days.ts';
import { parse } from '../../console/route.ts';
import { left, met, type SignIns } from '../../console/sign-ins.ts';

describe('a day', () => {
  const iso = (at: number) => new Date(at).toISOString();

  it.each([
    ['2026-11-24', '2026-11-23T23:00:00.000Z', '2026-11-24T22:59:59.999Z'],
    ['2026-07-01', '2026-06-30T22:00:00.000Z', '2026-07-01T21:59:59.999Z'],
    // Clocks go forward, and back.
    ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ])('%s goes from midnight to midnight in Oslo', (day, from, to) => {
    expect([iso(startOf(day)), iso(endOf(day))]).toEqual([from, to]);
  });

  it.each(['', 'never', '2026-02-31', '2026-13-01', '2026-1-1', '2026-11-24T00:00:00Z'])(
    '%j is none',
    (text) => expect(dayOf(text)).toBeNull(),
  );
});

describe('a file for a spreadsheet', () => {
  it('says its encoding, quotes every cell and ends its lines as RFC 4180 does', () => {
    expect(
      csvOf([
        ['a', 'b "c"'],
        ['1,5\nx', 'Ærlig'],
      ]),
    ).toBe('\uFEFF"a","b ""c"""\r\n"1,5\nx","Ærlig"\r\n');
  });

  it.each(['=1+1', '+47', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n1', '  =HYPERLINK("x")', '＝1', '\u0000=1'])(
    'no cell begins like a formula: %j',
    (text) => expect(csvOf([[text]])).toBe(`\uFEFF"'${text.replaceAll('"', '""')}"\r\n`),
  );

  it.each(['1250.00', "O'Brien", 'a=b', '2026-11-24T10:00:00Z', ''])('%j stays as it is', (text) =>
    expect(csvOf([[text]])).toBe(`\uFEFF"${text}"\r\n`),
  );
});

describe('an address', () => {
  it('names a screen, what it shows and how', () => {
    const { screen, id, query, broken } = parse('#/payments/a%2Fb?status=RCVD');
    expect([screen, id, query.get('status'), broken]).toEqual(['payments', 'a/b', 'RCVD', false]);
    expect([parse('').screen, parse('#/payments').id]).toEqual(['overview', null]);
  });

  it.each(['#/payments/%E0%A4%A', '#/%', '#/payments/%zz'])('that cannot be read says so: %s', (address) =>
    expect(parse(address).broken).toBe(true),
  );
});

describe('those who are signed in', () => {
  const none: SignIns = { known: [], token: null };
  const one = { tppId: 'ONE', name: 'One AS' };
  const two = { tppId: 'TWO', name: 'Two AS' };

  it('are kept in the order in which the bank has known them, each TPP once', () => {
    const both = met({ ...met(none, one), token: 'second' }, two);
    expect(both).toEqual({
      known: [
        { token: null, ...one },
        { token: 'second', ...two },
      ],
      token: 'second',
    });
    const again = met({ ...both, token: 'third' }, two);
    expect(again.known.map(({ token }) => token)).toEqual([null, 'third']);
  });

  it('leave the place to the newest of the others, or to nobody', () => {
    const both = met({ ...met(none, one), token: 'second' }, two);
    expect(left(both)).toEqual({ known: [{ token: null, ...one }], token: null });
    expect(left(left(both))).toEqual({ known: [], token: undefined });
  });
});
