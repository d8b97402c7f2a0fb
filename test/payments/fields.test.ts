import { describe, expect, it } from 'vitest';
import { parseFields } from '../../src/domain/fields/parse.ts';
import { amount } from '../../src/domain/fields/shared.ts';
import type { Product } from '../../src/domain/payments/product.ts';
import { products } from '../../src/domain/payments/products/list.ts';
import { currencyDecimals } from '../../src/domain/values/currencies.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { type Body, create, faultsOf, productOf, warningsOf, withValue } from '../support/payments.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();

interface Kind {
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

const noText = [5, true, {}, ['a'], 'a\0b', 'a\ud800', '\udc00a'];

/** Text of `least` to `most` code points: an emoji is one, with two UTF-16 units. */
const text = (least: 0 | 1, most: number): Kind => ({
  good: [...(least === 0 ? [''] : []), 'x', 'æ'.repeat(most), 'x'.repeat(most), '😀'.repeat(most)],
  bad: [...(least === 1 ? [''] : []), 'x'.repeat(most + 1), '😀'.repeat(most + 1), ...noText],
});
const unbounded: Kind = { good: ['', 'x'.repeat(500), '😀'], bad: noText };
const codes = (good: readonly string[], bad: readonly unknown[]): Kind => ({
  good,
  bad: [...bad, '', 5, true, {}, []],
});

const kinds = {
  name: text(1, 70),
  party: text(0, 70),
  street: text(0, 70),
  unbounded,
  reference35: text(1, 35),
  text140: text(1, 140),
  regulatoryCode: text(1, 10),
  agent: text(1, 35),
  bban: {
    good: ['1', '86011117947', 'A'.repeat(30), 'ab12'],
    bad: ['', 'A'.repeat(31), '8601 11', 'å', '1-2', 5, {}],
  },
  iban: {
    good: [
      'NO0995360573002',
      'DE89370400440532013000',
      'DE89 3704 0044 0532 0130 00',
      'SE4550000000058398257466',
    ],
    bad: ['', 'NO0895360573002', 'XX0995360573002', 'NO09', `DE89${'3'.repeat(31)}`, 5, {}],
  },
  currency: codes(Object.keys(currencyDecimals), [
    'nok',
    'XXX',
    'NO',
    'NOKK',
    'ZZZ',
    'toString',
    '__proto__',
  ]),
  country: codes(['NO', 'SE', 'GB', 'ZW', 'AX'], ['no', 'NOR', 'XX', 'UK', 'constructor']),
  purpose: codes(
    [
      'INVS',
      'SALA',
      'IDCP',
      'CASH',
      'CORT',
      'INTC',
      'PENS',
      'SSBE',
      'SUPP',
      'TAXS',
      'TREA',
      'VATX',
      'LOAN',
      'OTHR',
    ],
    ['sala', 'GDDS', 'SALARY'],
  ),
  scheme: codes(['creditCardAccount'], ['CreditCardAccount', 'iban']),
  date: {
    good: ['2031-01-02', '2032-02-29', '2031-12-31'],
    bad: [
      '',
      '2031-02-29',
      '2031-13-01',
      '2031-1-2',
      '20310102',
      '2031-01-02T00:00:00Z',
      ' 2031-01-02',
      '02.01.2031',
      20310102,
      {},
    ],
  },
  frequency: codes(
    ['Daily', 'Weekly', 'EveryTwoWeeks', 'Monthly', 'EveryTwoMonths', 'Quarterly', 'SemiAnnual', 'Annual'],
    ['daily', 'BiWeekly', 'MonthlyVariable '],
  ),
  executionRule: codes(['following', 'preceeding'], ['preceding', 'Following']),
  dayOfExecution: {
    good: ['1', '01', '31', '9'],
    bad: ['0', '00', '32', '', '001', '-1', ' 1', '1.0', '١', 1],
  },
} satisfies Record<string, Kind>;

type Row = readonly [place: string, kind: keyof typeof kinds, presence: 'required' | 'optional'];

const reference = (field: string): Row[] => [
  [`${field}.reference`, 'reference35', 'required'],
  [`${field}.referenceType`, 'reference35', 'optional'],
  [`${field}.referenceIssuer`, 'reference35', 'optional'],
];
const address: Row[] = [
  ['creditorAddress.street', 'street', 'optional'],
  ['creditorAddress.buildingNumber', 'unbounded', 'optional'],
  ['creditorAddress.postalCode', 'unbounded', 'optional'],
  ['creditorAddress.city', 'unbounded', 'optional'],
  ['creditorAddress.country', 'country', 'required'],
];
const common: Row[] = [
  ['creditorName', 'name', 'required'],
  ['ultimateDebtor', 'party', 'optional'],
  ['purposeCode', 'purpose', 'optional'],
  ['remittanceInformationUnstructured', 'text140', 'optional'],
  ['creditorAccount.currency', 'currency', 'required'],
  ...address,
];
const debtor: Row[] = [['debtorAccount.currency', 'currency', 'required']];
const bothBbans: Row[] = [
  ['creditorAccount.bban', 'bban', 'required'],
  ['debtorAccount.bban', 'bban', 'required'],
];
const structured = reference('remittanceInformationStructured');
const listed = reference('remittanceInformationStructuredArray[0]');
const later: Row[] = [
  ['requestedExecutionDate', 'date', 'optional'],
  ['endToEndIdentification', 'reference35', 'optional'],
];
const abroad: Row[] = [
  ['creditorAccount.bban', 'bban', 'optional'],
  ['creditorAccount.iban', 'iban', 'optional'],
  ['debtorAccount.bban', 'bban', 'optional'],
  ['debtorAccount.iban', 'iban', 'optional'],
  ['creditorAgent', 'agent', 'optional'],
  ['regulatoryReportingCode', 'regulatoryCode', 'optional'],
  ['regulatoryReportingInformation', 'text140', 'optional'],
];

const table: Readonly<Record<string, readonly Row[]>> = {
  NDCT: [...common, ...debtor, ...bothBbans, ...structured, ...listed, ...later],
  INDCTS: [
    ...common,
    ...debtor,
    ...bothBbans,
    ...structured,
    ['debtorAccount.other.identification', 'name', 'required'],
    ['debtorAccount.other.schemeNameProprietary', 'scheme', 'required'],
  ],
  NCBCT: [...common, ...debtor, ...structured, ...listed, ...later, ...abroad],
  CBCT: [...common, ...debtor, ...structured, ...listed, ...later, ...abroad],
  SCT: [
    ...common,
    ...debtor,
    ...structured,
    ...listed,
    ...later,
    ['creditorAccount.iban', 'iban', 'required'],
    ['debtorAccount.iban', 'iban', 'required'],
    ['creditorAgent', 'agent', 'optional'],
  ],
  BULK_NDCT: [
    ['paymentInformationId', 'reference35', 'optional'],
    ['requestedExecutionDate', 'date', 'optional'],
    ...debtor,
    ['debtorAccount.bban', 'bban', 'required'],
    ...[
      ...common,
      ...structured,
      ...listed,
      ['creditorAccount.bban', 'bban', 'required'] as const,
      ['endToEndIdentification', 'reference35', 'optional'] as const,
      ['debtorName', 'party', 'optional'] as const,
      ['creditorAddress.townName', 'unbounded', 'optional'] as const,
    ].map(([place, kind, presence]): Row => [`payments[1].${place}`, kind, presence]),
  ],
  PERIODIC_NDCT: [
    ...common,
    ...debtor,
    ['creditorAccount.bban', 'bban', 'optional'],
    ['creditorAccount.iban', 'iban', 'optional'],
    ['debtorAccount.bban', 'bban', 'optional'],
    ['debtorAccount.iban', 'iban', 'optional'],
    ['startDate', 'date', 'required'],
    ['endDate', 'date', 'optional'],
    ['frequency', 'frequency', 'required'],
    ['executionRule', 'executionRule', 'optional'],
    ['dayOfExecution', 'dayOfExecution', 'optional'],
  ],
};

const transfer = ['instructedAmount', 'creditorName', 'creditorAccount', 'debtorAccount'];
const required: Readonly<Record<string, readonly string[]>> = {
  NDCT: transfer,
  INDCTS: [...transfer, 'creditorAddress'],
  NCBCT: [...transfer, 'creditorAddress'],
  CBCT: [...transfer, 'creditorAddress'],
  SCT: transfer,
  BULK_NDCT: ['debtorAccount', 'payments'],
  PERIODIC_NDCT: [...transfer, 'startDate', 'frequency'],
};

/** The example with the siblings that `place` needs, without those it excludes. */
function bodyFor(product: Product, place: string): Body {
  let body = structuredClone(product.example) as Body;
  const entry = place.startsWith('payments[1].') ? 'payments[1].' : '';
  const put = (at: string, value: unknown) => {
    body = withValue(body, `${entry}${at}`, value);
  };
  if (place.includes('.creditorAddress') || place.startsWith('creditorAddress'))
    put('creditorAddress', { country: 'NO' });
  if (place.includes('remittanceInformationStructured')) {
    put('remittanceInformationUnstructured', undefined);
    if (place.includes('Array')) put('remittanceInformationStructuredArray', [{ reference: '1' }]);
    else put('remittanceInformationStructured', { reference: '1' });
  }
  // An IBAN of another account than the BBAN of the example would be refused.
  if (place === 'creditorAccount.iban') put('creditorAccount.bban', undefined);
  if (place.startsWith('debtorAccount.other')) {
    put('debtorAccount', {
      currency: 'NOK',
      other: { identification: '1', schemeNameProprietary: 'creditCardAccount' },
    });
  }
  return body;
}

const pathsOf = (product: Product, body: unknown): string[] => {
  const parsed = parseFields(product.body, body);
  return parsed.ok ? [] : [...new Set(parsed.faults.map(({ path }) => path))];
};

it('the table names every product', () => {
  expect(Object.keys(table).sort()).toEqual(products.map(({ code }) => code).sort());
});

describe.each(Object.entries(table))('%s', (code, rows) => {
  const product = productOf(code);

  it('201: the example is taken, and a body in which every optional field is null counts it as absent', async () => {
    expect((await create(tpp, product, product.example)).status).toBe(201);
    let body = structuredClone(product.example) as Body;
    for (const [place, , presence] of rows) {
      if (presence === 'optional' && !/Structured|iban|bban/.test(place)) body = withValue(body, place, null);
    }
    // A null in an optional object would make the object appear.
    for (const key of ['creditorAddress', 'remittanceInformationStructured']) {
      const found = body[key] as Body | undefined;
      if (found && found.country === undefined) delete body[key];
    }
    const made = await create(tpp, product, body);
    expect(made.status, made.text).toBe(201);
  });

  it.each(rows)(
    '%s (%s, %s): good values pass, bad ones are refused at that path',
    async (place, kind, presence) => {
      const body = bodyFor(product, place);
      const { good, bad } = kinds[kind];
      for (const value of good) {
        // This field is valid, whatever else the value affects (a second account number, minor units).
        expect(
          pathsOf(product, withValue(body, place, value)),
          `${place} = ${JSON.stringify(value)}`,
        ).not.toContain(place);
      }
      for (const value of bad) {
        expect(
          pathsOf(product, withValue(body, place, value)),
          `${place} = ${JSON.stringify(value)}`,
        ).toContain(place);
      }
      const answer = await create(tpp, product, withValue(body, place, bad.at(-1)));
      expect(answer.status, answer.text).toBe(400);
      expect(faultsOf(answer.json.tppMessages)).toContain(`FORMAT_ERROR ${place}`);
      for (const missing of [undefined, null]) {
        const paths = pathsOf(product, withValue(body, place, missing));
        if (presence === 'required') expect(paths).toContain(place);
        else if (!/(bban|iban)$/.test(place)) expect(paths).toEqual([]);
      }
    },
  );

  it('400: an empty object names every required field once', () => {
    expect(pathsOf(product, {}).sort()).toEqual([...(required[code] ?? [])].sort());
  });

  it('400: a body that is not an object is refused at body', async () => {
    for (const body of [[], 'text', 5, true, null, [product.example]]) {
      const answer = await create(tpp, product, body);
      expect([answer.status, faultsOf(answer.json.tppMessages)]).toEqual([400, ['FORMAT_ERROR body']]);
    }
  });

  it('201: unknown properties, at any depth, are ignored and named in a warning', async () => {
    let body = structuredClone(product.example) as Body;
    body = withValue(body, 'debtorAccount.cashAccountType', 'CACC');
    body = withValue(body, 'chargeBearer', { nested: ['x'] });
    const made = await create(tpp, product, body);
    expect(made.status, made.text).toBe(201);
    expect(warningsOf(made.json.tppMessages)).toEqual(['chargeBearer', 'debtorAccount.cashAccountType']);
    const details = await tpp.rest('GET', made.json._links.self.href);
    expect(details.json).toMatchObject(product.example);
    expect(details.json).not.toHaveProperty('chargeBearer');
    expect(details.json.debtorAccount).not.toHaveProperty('cashAccountType');
  });

  it('400: the forms of remittance exclude each other', () => {
    const forms: Body = {
      remittanceInformationUnstructured: 'text',
      remittanceInformationStructured: { reference: '1' },
      remittanceInformationStructuredArray: [{ reference: '1' }],
    };
    const entry = code === 'BULK_NDCT' ? 'payments[1].' : '';
    const known = new Set(rows.map(([place]) => place.replace('payments[1].', '').split(/[.[]/)[0] ?? ''));
    const names = Object.keys(forms).filter((name) => known.has(name));
    const bare = Object.keys(forms).reduce(
      (body, name) => withValue(body, `${entry}${name}`, undefined),
      product.example as Body,
    );
    for (const first of names) {
      expect(pathsOf(product, withValue(bare, `${entry}${first}`, forms[first]))).toEqual([]);
      for (const second of names.filter((name) => name > first)) {
        const both = withValue(
          withValue(bare, `${entry}${first}`, forms[first]),
          `${entry}${second}`,
          forms[second],
        );
        expect(pathsOf(product, both), `${first} with ${second}`).toHaveLength(1);
      }
    }
  });
});

describe('amounts', () => {
  const fractions = ['', '.0', '.00', '.000', '.0000', '.00000', '.000000'];
  it.each(Object.entries(currencyDecimals))('%s takes exactly %i decimals', (currency, units) => {
    const taken = fractions.filter(
      (fraction) => parseFields(amount, { amount: `1${fraction}`, currency }).ok,
    );
    expect(taken).toEqual([fractions[units === 0 ? 0 : units]]);
  });

  it.each([
    ['NOK', '0.01', true],
    ['NOK', '0.00', false],
    ['NOK', '00.01', false],
    ['NOK', '01.00', false],
    ['NOK', '+1.00', false],
    ['NOK', '-1.00', false],
    ['NOK', '1,00', false],
    ['NOK', '1e2', false],
    ['NOK', '1.00 ', false],
    ['NOK', '1 000.00', false],
    ['NOK', '.50', false],
    ['NOK', '1.', false],
    ['NOK', '٣.00', false],
    ['NOK', 'NaN', false],
    ['NOK', '0x1', false],
    ['NOK', '', false],
    ['NOK', `${'9'.repeat(16)}.99`, true],
    ['NOK', `${'9'.repeat(17)}.99`, false],
    ['JPY', '9'.repeat(18), true],
    ['JPY', '9'.repeat(19), false],
    ['KWD', `${'9'.repeat(15)}.999`, true],
    ['KWD', `${'9'.repeat(16)}.999`, false],
    ['JPY', '100', true],
    ['JPY', '100.00', false],
    ['XDR', '1.00', true],
    ['KWD', '1.000', true],
    ['KWD', '1.00', false],
  ] as const)('%s "%s": %s, through the door', async (currency, digits, taken) => {
    const product = productOf('CBCT');
    const answer = await create(tpp, product, {
      ...product.example,
      instructedAmount: { amount: digits, currency },
    });
    expect(answer.status, answer.text).toBe(taken ? 201 : 400);
    if (!taken) expect(faultsOf(answer.json.tppMessages)).toEqual(['FORMAT_ERROR instructedAmount.amount']);
    else expect(answer.json.transactionFees.currency).toBe(currency);
  });

  it.each([
    ['-1.005', 'XYZ1', 'must be a number such as 125.50, without sign'],
    ['-1.005', undefined, 'must be a number such as 125.50, without sign'],
    ['9'.repeat(19), 'XYZ1', 'must have at most 18 digits'],
    ['0.0', 'XYZ1', 'must be greater than zero'],
    ['0.0', 'NOK', 'must have exactly 2 decimals in NOK'],
    ['1.005', 'XYZ1', null],
  ])('"%s" with the currency %s: each has its own fault, once', (digits, currency, fault) => {
    const parsed = parseFields(amount, { amount: digits, currency });
    const texts = parsed.ok ? [] : parsed.faults.map(({ path, text }) => `${path} ${text}`);
    expect(texts.filter((text) => text.startsWith('currency '))).toHaveLength(currency === 'NOK' ? 0 : 1);
    expect(texts.filter((text) => text.startsWith('amount '))).toEqual(
      fault === null ? [] : [expect.stringContaining(fault)],
    );
  });

  it('400: SEPA takes EUR alone', async () => {
    const product = productOf('SCT');
    const answer = await create(tpp, product, {
      ...product.example,
      instructedAmount: { amount: '1.00', currency: 'NOK' },
    });
    expect([answer.status, faultsOf(answer.json.tppMessages)]).toEqual([
      400,
      ['FORMAT_ERROR instructedAmount.currency'],
    ]);
  });
});

describe('accounts', () => {
  const instant = productOf('INDCTS');
  const card = { identification: '123456******7890', schemeNameProprietary: 'creditCardAccount' };
  it.each([
    ['bban alone', { bban: '95360573002', currency: 'NOK' }, []],
    ['other alone', { other: card, currency: 'NOK' }, []],
    ['both', { bban: '95360573002', other: card, currency: 'NOK' }, ['debtorAccount.bban']],
    ['neither', { currency: 'NOK' }, ['debtorAccount.bban']],
    ['iban alone', { iban: 'NO0995360573002', currency: 'NOK' }, ['debtorAccount.bban']],
  ])('the debtor of an instant payment by %s', async (_, debtorAccount, paths) => {
    const answer = await create(tpp, instant, { ...instant.example, debtorAccount });
    expect(answer.status, answer.text).toBe(paths.length === 0 ? 201 : 400);
    expect(faultsOf(answer.json.tppMessages)).toEqual(paths.map((path) => `FORMAT_ERROR ${path}`));
  });

  it.each(['NCBCT', 'CBCT', 'PERIODIC_NDCT'])(
    '%s takes either number or both, and refuses neither',
    (code) => {
      const product = productOf(code);
      const numbers = { bban: '95360573002', iban: 'NO0995360573002' };
      for (const [sent, paths] of [
        [{ bban: numbers.bban }, []],
        [{ iban: numbers.iban }, []],
        [numbers, []],
        [{}, ['creditorAccount.bban']],
      ] as const) {
        expect(
          pathsOf(product, { ...product.example, creditorAccount: { ...sent, currency: 'NOK' } }),
        ).toEqual(paths);
      }
    },
  );

  it.each(['debtorAccount', 'creditorAccount'])(
    '400: a %s with a Norwegian IBAN that ends in another BBAN',
    async (field) => {
      for (const code of ['NCBCT', 'CBCT', 'PERIODIC_NDCT']) {
        const product = productOf(code);
        const numbers = { iban: 'no09 9536 0573 002', currency: 'NOK' };
        const refused = await create(tpp, product, {
          ...product.example,
          [field]: { ...numbers, bban: '86011117947' },
        });
        expect([refused.status, faultsOf(refused.json.tppMessages)], code).toEqual([
          400,
          [`FORMAT_ERROR ${field}.iban`],
        ]);
        const made = await create(tpp, product, {
          ...product.example,
          [field]: { ...numbers, bban: '95360573002' },
        });
        expect(made.status, made.text).toBe(201);
      }
    },
  );

  it('201: a number that looks Norwegian and fails its check digit, and an agent that is no BIC, draw warnings', async () => {
    const product = productOf('CBCT');
    const body = {
      ...product.example,
      debtorAccount: { bban: '95360573003', currency: 'NOK' },
      creditorAgent: 'not a bic',
    };
    const made = await create(tpp, product, body);
    expect([made.status, warningsOf(made.json.tppMessages)]).toEqual([
      201,
      ['creditorAgent', 'debtorAccount.bban'],
    ]);
  });
});

describe('periodic payments', () => {
  const product = productOf('PERIODIC_NDCT');
  const variable = { frequency: 'MonthlyVariable' };
  it.each<[string, Body, readonly string[]]>([
    ['endDate on startDate', { startDate: '2031-01-02', endDate: '2031-01-02' }, []],
    ['endDate a day before', { startDate: '2031-01-02', endDate: '2031-01-01' }, ['endDate']],
    ['every month to November', { ...variable, monthsOfExecution: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }, []],
    ['one month', { ...variable, monthsOfExecution: [11] }, []],
    ['December', { ...variable, monthsOfExecution: [12] }, ['monthsOfExecution[0]']],
    ['month 0', { ...variable, monthsOfExecution: [1, 0] }, ['monthsOfExecution[1]']],
    ['half a month', { ...variable, monthsOfExecution: [1.5] }, ['monthsOfExecution[0]']],
    ['a month as text', { ...variable, monthsOfExecution: ['1'] }, ['monthsOfExecution[0]']],
    ['a null among the months', { ...variable, monthsOfExecution: [1, null] }, ['monthsOfExecution[1]']],
    ['a month twice', { ...variable, monthsOfExecution: [3, 3] }, ['monthsOfExecution']],
    ['no month in the list', { ...variable, monthsOfExecution: [] }, ['monthsOfExecution']],
    ['no list of months', variable, ['monthsOfExecution']],
    [
      'months with another frequency',
      { frequency: 'Monthly', monthsOfExecution: [1] },
      ['monthsOfExecution'],
    ],
  ])('%s', async (_, change, paths) => {
    const answer = await create(tpp, product, { ...product.example, ...change });
    expect(answer.status, answer.text).toBe(paths.length === 0 ? 201 : 400);
    expect(faultsOf(answer.json.tppMessages)).toEqual(paths.map((path) => `FORMAT_ERROR ${path}`));
  });

  const tenth = { startDate: '2031-01-15', frequency: 'Monthly', dayOfExecution: '10' };
  it.each<[string, Body, string | null]>([
    ['no tenth between the 15th and the 9th', { ...tenth, endDate: '2031-02-09' }, 'endDate'],
    ['a tenth on the last day', { ...tenth, endDate: '2031-02-10' }, null],
    [
      'no month of its own',
      { ...variable, startDate: '2031-02-01', endDate: '2031-10-31', monthsOfExecution: [1, 11] },
      'endDate',
    ],
    ['the last day of all', { startDate: '9999-12-31', frequency: 'Daily' }, null],
    ['no month to come', { startDate: '9999-12-25', dayOfExecution: '1', frequency: 'Monthly' }, 'startDate'],
  ])('a plan with %s', async (_, change, path) => {
    const answer = await create(tpp, product, { ...product.example, ...change });
    expect(answer.status, answer.text).toBe(path === null ? 201 : 400);
    expect(faultsOf(answer.json.tppMessages)).toEqual(
      path === null ? [] : [`EXECUTION_DATE_INVALID ${path}`],
    );
  });

  it.each([
    ['PERIODIC_NDCT', 'startDate'],
    ['NDCT', 'requestedExecutionDate'],
    ['NCBCT', 'requestedExecutionDate'],
    ['CBCT', 'requestedExecutionDate'],
    ['SCT', 'requestedExecutionDate'],
    ['BULK_NDCT', 'requestedExecutionDate'],
  ])('%s: %s is today in Oslo or later, else 400 EXECUTION_DATE_INVALID', async (code, field) => {
    const oslo = (ms: number) => new Date(ms).toLocaleDateString('sv-SE', { timeZone: 'Europe/Oslo' });
    const one = productOf(code);
    const today = await create(tpp, one, { ...one.example, [field]: oslo(bank.time.now) });
    expect(today.status, today.text).toBe(201);
    const past = await create(tpp, one, { ...one.example, [field]: oslo(bank.time.now - 86_400_000) });
    expect([past.status, faultsOf(past.json.tppMessages)]).toEqual([
      400,
      [`EXECUTION_DATE_INVALID ${field}`],
    ]);
  });
});

describe('bulk payments', () => {
  const product = productOf('BULK_NDCT');
  const [entry] = product.example.payments as [Body];
  const entries = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...entry, endToEndIdentification: `E${index}` }));

  it.each([
    [0, 400],
    [1, 201],
    [1_000, 201],
    [1_001, 400],
  ])('%i entries: %i', async (count, status) => {
    const answer = await create(tpp, product, { ...product.example, payments: entries(count) });
    expect(answer.status, answer.text.slice(0, 300)).toBe(status);
    if (status === 400) expect(faultsOf(answer.json.tppMessages)).toEqual(['FORMAT_ERROR payments']);
  });

  it('400: every fault has the index of its entry', async () => {
    const payments: unknown[] = entries(4);
    payments[1] = { ...entry, creditorName: 'x'.repeat(71) };
    payments[2] = {
      ...entry,
      instructedAmount: { amount: '1.000', currency: 'NOK' },
      creditorAddress: undefined,
    };
    payments[3] = null;
    const answer = await create(tpp, product, { ...product.example, payments });
    expect(faultsOf(answer.json.tppMessages)).toEqual([
      'FORMAT_ERROR payments[1].creditorName',
      'FORMAT_ERROR payments[2].creditorAddress',
      'FORMAT_ERROR payments[2].instructedAmount.amount',
      'FORMAT_ERROR payments[3]',
    ]);
  });

  it('201: entries in several currencies; the fee is in the currency of the debtor account', async () => {
    const payments = ['NOK', 'SEK'].map((currency) => ({
      ...entry,
      instructedAmount: { amount: '1.00', currency },
    }));
    for (const sent of [payments, payments.slice(1)]) {
      const made = await create(tpp, product, { ...product.example, payments: sent });
      expect(made.status, made.text).toBe(201);
      expect(made.json.transactionFees).toEqual({ amount: '0.00', currency: 'NOK' });
    }
  });

  it('201: an unknown property of an entry is named with its index', async () => {
    const made = await create(tpp, product, { ...product.example, payments: [entry, { ...entry, note: 1 }] });
    expect(warningsOf(made.json.tppMessages)).toEqual(['payments[1].note']);
  });
});
