import { describe, expect, it } from 'vitest';
import { enums, forms, inputs } from '../../console/generated/forms.ts';
import { fillText } from '../../console/preferences.ts';
import { inNorwegian } from '../../console/texts/bank.ts';
import { codeText, fields, fieldText, productText } from '../../console/texts/fields.ts';
import { hints } from '../../console/texts/hints.ts';
import { texts } from '../../console/texts/index.ts';
import { endReasons } from '../../src/domain/authorisations/authorisation.ts';
import { newTimeOrFault } from '../../src/domain/bank/clock-move.ts';
import { scenarios } from '../../src/domain/bank/scenarios.ts';
import type { Product } from '../../src/domain/payments/product.ts';
import { crossBorder } from '../../src/domain/payments/products/cross-border.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { periodicDomestic } from '../../src/domain/payments/products/periodic.ts';
import { refuse } from '../../src/domain/refusal.ts';
import { parseSandboxAmount } from '../../src/domain/sandbox/amounts.ts';
import { checkIban } from '../../src/domain/values/account-numbers.ts';
import { bankHolidays } from '../../src/domain/values/bank-days.ts';
import { currencyOf } from '../../src/domain/values/currencies.ts';
import { checkKid } from '../../src/domain/values/kid.ts';
import { parseMoney } from '../../src/domain/values/money.ts';

const names = [...new Set(Object.values(inputs).flatMap((group) => group.map(({ name }) => name)))];
const codes = Object.entries(enums).flatMap(([type, values]) =>
  Object.keys(values).map((code) => [type, code] as const),
);
/** Starts with a capital letter and has none inside a word, abbreviations aside: no program's name. */
const isWords = (text: string) => /^[\p{Lu}\d]/u.test(text) && !/\p{Ll}\p{Lu}/u.test(text);

describe('the forms', () => {
  it('have words for every field in both languages, and no two fields of a group share them', () => {
    expect(names.length).toBeGreaterThan(30);
    for (const language of ['en', 'nb'] as const) {
      expect(names.filter((name) => !isWords(fieldText(name, language)))).toEqual([]);
      for (const group of Object.values(inputs)) {
        const labels = group.map(({ name }) => fieldText(name, language));
        expect(new Set(labels).size, labels.join(', ')).toBe(labels.length);
      }
    }
    const translated = Object.keys(fields);
    expect(translated.length).toBeGreaterThan(30);
    const same = translated.filter((name) => fieldText(name, 'en') === fieldText(name, 'nb'));
    expect(same).toEqual([]);
    expect([fieldText('nameOfTomorrow', 'en'), fieldText('nameOfTomorrow', 'nb')]).toEqual(
      Array(2).fill('Name of tomorrow'),
    );
  });

  it('have words for every code that they offer', () => {
    expect(codes.length).toBeGreaterThan(400);
    for (const [type, code] of codes)
      for (const language of ['en', 'nb'] as const) {
        const text = codeText(type, code, language);
        const browsers = type === 'CurrencyCode' || type === 'CountryCode';
        const said = browsers
          ? text === code || text.startsWith(`${code} · `)
          : isWords(text.replace(/^[A-Z]{4} · /, ''));
        expect(said, `${type} ${text}`).toBe(true);
      }
    expect(codeText('CountryCode', 'NO', 'nb')).toBe('NO · Norge');
    expect(codeText('Frequency', 'EveryTwoWeeks', 'en')).toBe('Every two weeks');
    expect(codeText('PurposeCode', 'SALA', 'nb')).toBe('SALA · Lønn');
  });

  it('describe each field that has a control in Norwegian too, and no other', () => {
    const used = new Set<string>();
    const collect = (input: string): void => {
      for (const { type, list, description } of inputs[input] ?? []) {
        const isShown = !list || type === 'Int';
        if (isShown && type in inputs) collect(type);
        else if (isShown) used.add(description);
      }
    };
    for (const { input } of forms) collect(input);
    expect(Object.keys(hints).toSorted()).toEqual([...used].toSorted());
  });

  it('say what each product is', () => {
    for (const form of forms)
      for (const language of ['en', 'nb'] as const) expect(productText(form, language)).toMatch(/\.$/);
  });
});

it('every reason why an authorisation ends has a text', () => {
  expect(Object.keys(endReasons).filter((reason) => !(`end${reason}` in texts))).toEqual([]);
});

it('every text has two languages and the same placeholders in both', () => {
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
  for (const [key, [english, norwegian]] of Object.entries(texts)) {
    expect(english.trim(), key).not.toBe('');
    expect(norwegian.trim(), key).not.toBe('');
    expect(places(norwegian), key).toEqual(places(english));
  }
});

it('no text shows its placeholders, also in Norwegian', () => {
  for (const [key, columns] of Object.entries(texts))
    for (const text of columns)
      for (const count of [1, 2]) expect(fillText(text, { count }), key).not.toMatch(/[{}|]/);
  expect(fillText(texts.requestsCount[1], { count: 1 })).toBe('1 forespørsel');
  expect(fillText(texts.bookedMany[1], { count: 5 })).toBe('5 overføringer:');
});

it('the effect of each scenario and the reasons of statuses are in Norwegian too', () => {
  for (const { description, effect } of scenarios) {
    expect(inNorwegian(description), description).not.toBeNull();
    if ('reason' in effect) expect(inNorwegian(effect.reason), effect.reason).not.toBeNull();
  }
  expect(inNorwegian('2026-12-25: 5 of 16 entries were settled')).toBe(
    '2026-12-25: 5 av 16 poster ble gjort opp',
  );
  for (const reason of [
    'the customer may not use the debtor account',
    'the debtor account was closed after the approval',
    'not enough funds at settlement',
    'rejected by the bank',
    'changed by the bank',
    'reported by the bank',
    'refused by the bank',
    'cancelled by the bank',
    'settlement is under way',
    'the amount is less than the smallest unit of the currency of the creditor account',
  ])
    expect(inNorwegian(reason), reason).not.toBeNull();
  expect(inNorwegian('is required')).toBe('må fylles ut');
  expect(inNorwegian('must not be before today, 2026-11-30')).toBe('kan ikke være før i dag, 2026-11-30');
  expect(inNorwegian(String(parseMoney('0.00', currencyOf('NOK'))))).toBe('må være større enn null');
  const amountFault = parseMoney('abc', currencyOf('NOK'));
  expect(inNorwegian(String(amountFault))).toContain('må være et tall som 125.50');
  expect(inNorwegian(String(parseMoney('1', currencyOf('SEK'))))).toBe('må ha nøyaktig 2 desimaler i SEK');
  expect(inNorwegian(String(parseMoney('1.0', currencyOf('JPY'))))).toBe('kan ikke ha desimaler i JPY');
  expect(inNorwegian('words that nobody has told the console')).toBeNull();
});

it('the faults of the payment forms are in Norwegian too', () => {
  const faultsOf = ({ body, example }: Product, changes: object): readonly string[] =>
    body.safeParse({ ...example, ...changes }).error?.issues.map(({ message }) => message) ?? [];
  const kid = { required: true, lengths: [7, 10], modulus: 'MOD10' } as const;
  const plans = [
    { endDate: '2020-01-01' },
    { frequency: 'MonthlyVariable' },
    { frequency: 'Daily', monthsOfExecution: [1] },
    { frequency: 'MonthlyVariable', monthsOfExecution: [3, 3] },
    { frequency: 'MonthlyVariable', monthsOfExecution: [0] },
    { frequency: 'MonthlyVariable', monthsOfExecution: [12] },
    { dayOfExecution: '40' },
  ];
  const account = { bban: '86011117947', currency: 'NOK' };
  const remittances = {
    remittanceInformationUnstructured: 'both',
    remittanceInformationStructured: { reference: '1' },
  };
  const faults = [
    ...[
      '',
      '!!',
      'XX',
      'NO1',
      'NOAA95360573002',
      'DE89AAAA00440532013000',
      'NO0995360573003',
      'x'.repeat(40),
    ].map(checkIban),
    ...['x', '12345678', '1234567'].map((reference) => checkKid(reference, kid)),
    checkKid('x', { ...kid, modulus: 'MOD11' }),
    checkKid('12345678', { ...kid, lengths: [7] }),
    ...plans.flatMap((plan) => faultsOf(periodicDomestic, plan)),
    ...faultsOf(instantDomestic, { debtorAccount: { currency: 'NOK' }, ...remittances }),
    ...faultsOf(crossBorder, { creditorAccount: { ...account, iban: 'NO0995360573002' } }),
  ];
  expect(faults.length).toBeGreaterThan(20);
  for (const fault of faults) expect(inNorwegian(String(fault)), String(fault)).not.toBeNull();
});

it('what the bank says when it cannot act now is in Norwegian too', () => {
  for (const reason of ['UNAVAILABLE', 'ACCESS_EXCEEDED'] as const)
    expect(inNorwegian(refuse(reason).message), reason).not.toBeNull();
  for (const text of [
    'the authorisation has ended',
    'the signing basket has ended and can no longer be authorised',
    'the signing basket has been approved or rejected and can no longer be deleted',
  ])
    expect(inNorwegian(text), text).not.toBeNull();
});

it('the reasons why an execution moves are in Norwegian too, with the names of the bank', () => {
  for (const { name, nameEn } of bankHolidays(2026)) expect(inNorwegian(nameEn)).toBe(name);
  for (const reason of [
    'weekend',
    'moved to a later day, because the earlier one is before startDate',
    'moved to a later day, because no run was left on the earlier one',
  ])
    expect(inNorwegian(reason), reason).not.toBeNull();
});

it('what the bank refuses on the pages of the clock and of balances is in Norwegian too', () => {
  const now = Date.parse('2026-11-30T10:00:00Z');
  const refusals = [
    ...['2020-01-01', '2999-01-01', '9999-12-31'].map((day) => newTimeOrFault(now, { to: Date.parse(day) })),
    newTimeOrFault(Date.parse('2998-06-01'), { to: Date.parse('3000-01-01') }),
    ...['abc', '1,50', '1.555', '9'.repeat(19)].map((amount) =>
      parseSandboxAmount(amount, currencyOf('NOK')),
    ),
    parseSandboxAmount('1.5', currencyOf('JPY')),
  ].map((refusal) => (typeof refusal === 'object' ? refusal.text : refusal));
  for (const refusal of refusals) expect(inNorwegian(String(refusal)), String(refusal)).not.toBeNull();
});
