import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListedPaymentFragment } from '../../console/generated/graphql.ts';
import { groupsOf, obstacleOf } from '../../console/parts/basket-mix.ts';
import { countText } from '../../console/parts/count.ts';
import { csvOf } from '../../console/parts/csv.ts';
import { dateOf, dayOf, endOf, momentInOslo, startOf } from '../../console/parts/days.ts';
import { markDeceptive } from '../../console/parts/deceptive.ts';
import { entriesOf, isAmong, valueAt } from '../../console/parts/form.ts';
import { referenceOf } from '../../console/parts/reference.ts';
import { parse } from '../../console/route.ts';
import { emptyList, type ListState, reduceList } from '../../console/screens/payment-list.ts';
import { type SignIns, withoutActive, withViewer } from '../../console/sign-ins.ts';
import { html } from '../../src/browser/html.ts';
import { isolate } from '../../src/sca/format.ts';
import { rounds } from '../support/nightly.ts';

describe('a count', () => {
  it.each([
    [0, '0'],
    [10_000, '10000'],
    [10_001, '10000+'],
  ])('%i is shown as %s, because the bank counts no further', (count, text) =>
    expect(countText(count)).toBe(text),
  );
});

describe('a day', () => {
  const iso = (at: number) => new Date(at).toISOString();

  it.each([
    ['2026-11-24', '2026-11-23T23:00:00.000Z', '2026-11-24T22:59:59.999Z'],
    ['2026-07-01', '2026-06-30T22:00:00.000Z', '2026-07-01T21:59:59.999Z'],
    // Clocks go forward, and back.
    ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['1900-01-01', '1899-12-31T23:00:00.000Z', '1900-01-01T22:59:59.999Z'],
    ['9999-12-31', '9999-12-30T23:00:00.000Z', '9999-12-31T22:59:59.999Z'],
  ])('%s goes from midnight to midnight in Oslo', (day, from, to) => {
    expect([iso(startOf(day)), iso(endOf(day))]).toEqual([from, to]);
  });

  it.each(['', 'never', '2026-02-31', '2026-13-01', '2026-1-1', '2026-11-24T00:00:00Z'])(
    '%j is not a day',
    (text) => expect([dateOf(text), dayOf(text)]).toEqual([null, null]),
  );

  it.each(['0001-01-01', '0002-11-28', '1899-12-31'])('%s is a date, but no day of the bank', (text) =>
    expect([dateOf(text), dayOf(text)]).toEqual([text, null]),
  );

  it.each([
    ['2026-11-24T10:00', '2026-11-24T09:00:00.000Z'],
    ['2026-03-29T01:30', '2026-03-29T00:30:00.000Z'],
    ['2026-03-29T03:30', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T01:30', '2026-10-24T23:30:00.000Z'],
    ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
    ['9999-12-31T23:59', '9999-12-31T22:59:00.000Z'],
  ])('has the moment %s of clocks in Oslo', (local, expected) => expect(momentInOslo(local)).toBe(expected));
});

describe('the reference of a payment in a list', () => {
  const payment = { __typename: 'DomesticPayment', endToEndIdentification: 'E2E-1' } as ListedPaymentFragment;
  const first = { reference: '1234567897' };

  it.each([
    ['the message', { remittanceInformationUnstructured: 'Rent' }, 'Rent'],
    ['the single reference', { remittanceInformationStructured: first }, '1234567897'],
    [
      'all references of a list',
      { remittanceInformationStructuredArray: [first, { reference: 'RF18' }] },
      '1234567897, RF18',
    ],
    ['the end-to-end id, if it has nothing else', {}, 'E2E-1'],
  ])('is %s', (_, remittance, expected) =>
    expect(referenceOf(Object.assign({ ...payment }, remittance))).toBe(expected),
  );
});

it('a refusal stays visible next to another fault of its field', () => {
  const warning = { path: 'creditorName', code: 'FORMAT_ERROR', text: 'is long' } as const;
  const refusal = { ...warning, code: 'PAYMENT_FAILED', text: 'is refused' } as const;
  expect([isAmong(warning, [warning]), isAmong(refusal, [warning])]).toEqual([true, false]);
});

it.each([
  ['1 250,5', '1250.50'],
  ['99', '99.00'],
  ['1.5.99', '1.5.99'],
  ['1.250,50', '1.250,50'],
])('a pasted amount loses no digit: %s', (written, expected) => {
  const [entry = {}] = entriesOf(`Kari Nordmann;86011117947;${written};Salary`, 'NOK');
  expect(valueAt(entry, ['instructedAmount', 'amount'])).toBe(expected);
});

it.each([
  ['Kari;86011117947;99;"Salary; and ""bonus"""\nOla;86011117947;7;June', ['Salary; and "bonus"', 'June']],
  [
    'Kari\t86011117947\t99\tSalary; bonus\r\nOla\t86011117947\t7\t"June\tJuly"\r\n',
    ['Salary; bonus', 'June\tJuly'],
  ],
  ['Kari\t86011117947\t99\tSalary; bonus\nOla;86011117947;7;June', ['Salary; bonus', 'June']],
  ['Kari;86011117947;99;"Salary"s\nOla;86011117947;7;"June', ['"Salary"s', '"June']],
])('a pasted cell keeps the separators between its quotes: %j', (table, messages) => {
  const entries = entriesOf(table, 'NOK');
  expect(entries.map((entry) => valueAt(entry, ['remittanceInformationUnstructured']))).toEqual(messages);
});

it('a pasted line without an amount has none', () => {
  const entries = entriesOf('Ola;86011117947;;Salary\nKari;86011117947;99\nOla;86011117947;;Salary', 'NOK');
  expect(entries.map((entry) => valueAt(entry, ['instructedAmount', 'amount']))).toEqual(['', '99.00', '']);
});

it('a pasted line without a creditor keeps its account and amount', () => {
  const [entry = {}] = entriesOf('\t86011117947\t99\tSalary\r\n', 'NOK');
  expect(valueAt(entry, ['creditorAccount', 'bban'])).toBe('86011117947');
  expect(valueAt(entry, ['instructedAmount', 'amount'])).toBe('99.00');
});

it('the console and the pages of SCA mark the same characters', () => {
  for (let code = 0; code <= 0xffff; code += 1) {
    const character = String.fromCharCode(code);
    for (const text of [character, `a${character}b`])
      expect(String(isolate(text)), code.toString(16)).toBe(String(html`<bdi>${markDeceptive(text)}</bdi>`));
  }
});

/** The cells as a spreadsheet splits them at `separator`: quotes count only at the beginning of a cell. */
function cellsOf(file: string, separator: string): readonly string[] {
  const cells: string[] = [];
  let rest = file;
  while (rest !== '') {
    const [, quoted = ''] = /^"((?:[^"]|"")*)(?:"|$)/.exec(rest) ?? [];
    const after = rest.startsWith('"') ? rest.slice(quoted.length + 2) : rest;
    const raw = after.slice(0, after.search(new RegExp(`[${separator}\\r\\n]|$`)));
    cells.push(quoted.replaceAll('""', '"') + raw);
    rest = after.slice(raw.length).replace(/^\r\n|^[\s\S]/, '');
  }
  return cells;
}

describe('a file for a spreadsheet', () => {
  it('says its encoding, quotes every cell and ends its lines as RFC 4180 does', () => {
    expect(
      csvOf([
        ['a', 'b "c"'],
        ['1,5\nx', 'Ærlig'],
      ]),
    ).toBe('\uFEFF"a","b ""c"""\r\n"1,5\nx","Ærlig"\r\n');
  });

  it.each(['=1+1', '+47', '-2', '@SUM(A1)', '  =HYPERLINK("x")', '＝1', '\u0000=1'])(
    'no cell begins like a formula: %j',
    (text) => expect(csvOf([[text]])).toBe(`\uFEFF"'${text.replaceAll('"', '""')}"\r\n`),
  );

  it.each([
    ['A;=1+1', "A;'=1+1"],
    ['A; =1+1;-2', "A;' =1+1;'-2"],
    ['A;"=1+1"', `A;'""=1+1""`],
    ['A;\tB', "A;'\tB"],
    ['A;', "A;'"],
    ['A; B', 'A; B'],
    ['\t=1', "'\t'=1"],
  ])('no part of a cell does either, where a Norwegian spreadsheet splits it: %j', (text, expected) =>
    expect(csvOf([[text]])).toBe(`\uFEFF"${expected}"\r\n`),
  );

  it('reads back whatever its cells hold, with any separator of a spreadsheet', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        ';',
        ',',
        '"',
        "'",
        '\t',
        '\r',
        '\n',
        ' ',
        'a',
        '1',
        '\u0000',
      ),
      maxLength: 12,
    });
    const row = fc.array(text, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 3 }), (rows) => {
        const file = csvOf(rows).slice(1);
        const cells = [',', ';', '\t'].flatMap((separator) => cellsOf(file, separator));
        expect(cells.filter((one) => /^(?:[=+\-@\t\r]|[\s\p{Cc}]+[=+\-@])/u.test(one))).toEqual([]);
      }),
      { numRuns: rounds(2_000, 20_000) },
    );
  });

  it.each(['1250.00', "O'Brien", 'a=b', '2026-11-24T10:00:00Z', ''])('%j stays as it is', (text) =>
    expect(csvOf([[text]])).toBe(`\uFEFF"${text}"\r\n`),
  );
});

describe('a candidate for a basket', () => {
  const candidate = (paymentId: string, psuId: string | null, account: object = { bban: '95360573002' }) => ({
    paymentId,
    psuId,
    debtorAccount: { bban: null, iban: null, other: null, ...account },
  });
  const first = candidate('first', 'psu');

  it.each([
    ['while none is chosen', candidate('a', 'other'), [], null],
    ['that is chosen itself', first, [first, candidate('b', 'psu')], null],
    ['of the same account and PSU', candidate('a', 'psu'), [first], null],
    ['of the same account by its IBAN', candidate('a', 'psu', { iban: 'NO09 9536 0573 002' }), [first], null],
    ['of another account', candidate('a', 'psu', { bban: '95360571018' }), [first], 'basketOtherAccount'],
    ['of a foreign IBAN', candidate('a', 'psu', { iban: 'DE0095360573002' }), [first], 'basketOtherAccount'],
    ['of a card', candidate('a', 'psu', { other: { identification: '1' } }), [first], 'basketOtherAccount'],
    ['of another PSU', candidate('a', 'other'), [first], 'basketOtherPsu'],
    ['of a PSU who is named by number alone', candidate('a', null), [first], 'basketPsuByNumber'],
    ['of two such PSUs', candidate('a', null), [candidate('b', null)], 'basketPsuByNumber'],
    [
      'beside ten others',
      candidate('a', 'psu'),
      Array.from({ length: 10 }, (_, index) => candidate(`${index}`, 'psu')),
      'basketFull',
    ],
  ] as const)('%s', (_, payment, chosen, expected) => expect(obstacleOf(payment, chosen)).toBe(expected));

  it('stands with the payments of its PSU and account', () => {
    const other = candidate('b', 'other');
    const byIban = candidate('c', 'psu', { iban: 'NO09 9536 0573 002' });
    expect(groupsOf([first, other, byIban])).toEqual([[first, byIban], [other]]);
  });
});

describe('an address', () => {
  it('names a screen, what it shows and how', () => {
    const { screen, id, query, broken } = parse('#/payments/a%2Fb?status=RCVD');
    expect([screen, id, query.get('status'), broken]).toEqual(['payments', 'a/b', 'RCVD', false]);
    expect([parse('').screen, parse('#/payments').id]).toEqual(['overview', null]);
  });

  it.each(['#/payments/%E0%A4%A', '#/%', '#/payments/%zz'])('says so when it cannot be read: %s', (address) =>
    expect(parse(address).broken).toBe(true),
  );
});

describe('a list of payments', () => {
  const payment = (paymentId: string, createdAt: string, transactionStatus = 'RCVD') =>
    ({ paymentId, createdAt, transactionStatus }) as ListedPaymentFragment;
  const [first, second, third, fourth] = ['01', '02', '03', '04'].map((day) =>
    payment(day, `2026-11-${day}T10:00:00.000Z`),
  ) as [ListedPaymentFragment, ListedPaymentFragment, ListedPaymentFragment, ListedPaymentFragment];
  const listOf = (rows: readonly ListedPaymentFragment[], complete: boolean): ListState =>
    reduceList(emptyList, { kind: 'first', page: { rows, total: 3, cursor: null, complete } });
  const afterChange = (state: ListState, row: ListedPaymentFragment, filter = {}) => {
    const { rows, total } = reduceList({ ...state, filter }, { kind: 'change', row });
    return [rows.map(({ paymentId }) => paymentId), total];
  };

  it('gets a new payment at the top, and one that now fits its filter in the order of creation', () => {
    const list = listOf([third, first], true);
    expect(afterChange(list, fourth)).toEqual([['04', '03', '01'], 4]);
    expect(afterChange(list, second, { statuses: ['RCVD'] })).toEqual([['03', '02', '01'], 4]);
    expect(afterChange(list, { ...first, transactionStatus: 'ACSC' }, { statuses: ['RCVD'] })).toEqual([
      ['03'],
      2,
    ]);
  });

  it('does not count a payment again whose page has not been read', () => {
    expect(afterChange(listOf([fourth, third], false), first)).toEqual([['04', '03'], 3]);
    expect(afterChange(listOf([fourth, third], true), first)).toEqual([['04', '03', '01'], 4]);
  });

  it('keeps its rows while it is read again, page by page, but not those of another filter', () => {
    const page = (rows: readonly ListedPaymentFragment[], complete: boolean) =>
      ({ rows, total: 3, cursor: 'a cursor', complete }) as const;
    const idsOf = ({ rows }: ListState) => rows.map(({ paymentId }) => paymentId);
    const read = reduceList(emptyList, { kind: 'first', page: page([third, second, first], false) });
    const again = reduceList(read, { kind: 'first', page: page([fourth, third], false) });
    expect([idsOf(again), again.readCount]).toEqual([['04', '03', '02', '01'], 2]);
    const whole = reduceList(again, { kind: 'next', page: page([first], true) });
    expect([idsOf(whole), whole.readCount]).toEqual([['04', '03', '01'], 3]);
    const other = reduceList(reduceList(again, { kind: 'filter', filter: { statuses: ['RCVD'] } }), {
      kind: 'first',
      page: page([fourth], false),
    });
    expect(idsOf(other)).toEqual(['04']);
  });
});

describe('the sessions of several TPPs', () => {
  const none: SignIns = { known: [], token: null };
  const one = { tppId: 'ONE', name: 'One AS' };
  const two = { tppId: 'TWO', name: 'Two AS' };

  it('are listed in the order of their first sign-in, each TPP once', () => {
    const both = withViewer({ ...withViewer(none, one), token: 'second' }, two);
    expect(both).toEqual({
      known: [
        { token: null, ...one },
        { token: 'second', ...two },
      ],
      token: 'second',
    });
    const again = withViewer({ ...both, token: 'third' }, two);
    expect(again.known.map(({ token }) => token)).toEqual([null, 'third']);
  });

  it('hand over to the newest remaining one, or to none', () => {
    const both = withViewer({ ...withViewer(none, one), token: 'second' }, two);
    expect(withoutActive(both)).toEqual({ known: [{ token: null, ...one }], token: null });
    expect(withoutActive(withoutActive(both))).toEqual({ known: [], token: undefined });
  });
});
