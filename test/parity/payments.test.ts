import { describe, expect, it } from 'vitest';
import type { Product } from '../../src/domain/payments/product.ts';
import type { Tpp } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate, mutationOf } from '../support/graphql.ts';
import { nightly } from '../support/nightly.ts';
import {
  type Body,
  create,
  faultsOf,
  freshPsu,
  pathOf,
  productOf,
  warningsOf,
  withValue,
} from '../support/payments.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();

interface Outcome {
  readonly taken: boolean;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

async function byRest(product: Product, body: unknown, headers: Record<string, string>): Promise<Outcome> {
  const { status, json } = await create(tpp, product, body, { headers });
  expect(status).toBeLessThan(500);
  return {
    taken: status === 201,
    faults: faultsOf(json.tppMessages),
    warnings: warningsOf(json.tppMessages),
  };
}

async function byGraphql(
  product: Product,
  body: unknown,
  headers: Record<string, string>,
): Promise<Outcome & { readonly json: unknown }> {
  const { mutation } = product.graphql;
  const document = mutationOf(mutation, 'payment { paymentId } tppMessages { category code path }');
  const which = product.code === 'CBCT' ? { product: 'CBCT' } : {};
  const input =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, ...which } : body;
  const { json } = await tpp.graphqlRaw(document, { input }, { headers });
  const payload = json.data?.[mutation];
  const messages = payload
    ? payload.tppMessages
    : (json.errors ?? []).flatMap(
        (error: { extensions: { tppMessages: [] } }) => error.extensions.tppMessages,
      );
  return {
    taken: Boolean(payload?.payment),
    faults: faultsOf(messages),
    warnings: warningsOf(messages),
    json,
  };
}

async function alike(
  product: Product,
  body: unknown,
  headers: () => Record<string, string> = freshPsu,
): Promise<Outcome> {
  const [rest, graphql] = [await byRest(product, body, headers()), await byGraphql(product, body, headers())];
  const { json, ...outcome } = graphql;
  expect(outcome, JSON.stringify(json)).toEqual(rest);
  expect(rest.taken).toBe(rest.faults.length === 0);
  return rest;
}

const odd: readonly (readonly [string, unknown])[] = [
  ['missing', undefined],
  ['null', null],
  ['a number', 5],
  ['a fraction', 1.5],
  ['true', true],
  ['an object', {}],
  ['an empty text', ''],
  ['NUL', 'a\0b'],
  ['a lone surrogate', 'a\ud800'],
  ['the other half', '\udc00'],
  ['141 characters', 'x'.repeat(141)],
  ['71 emoji', '😀'.repeat(71)],
];
const places: Readonly<Record<string, readonly string[]>> = {
  INDCTS: [
    'creditorName',
    'instructedAmount',
    'instructedAmount.amount',
    'instructedAmount.currency',
    'creditorAccount.bban',
    'creditorAddress.country',
    'debtorAccount',
    'remittanceInformationUnstructured',
    'purposeCode',
  ],
  NDCT: ['requestedExecutionDate', 'endToEndIdentification', 'ultimateDebtor'],
  CBCT: ['creditorAgent', 'regulatoryReportingCode', 'creditorAccount.iban'],
  NCBCT: ['creditorAddress', 'regulatoryReportingInformation'],
  SCT: ['debtorAccount.iban', 'creditorAddress.street'],
  PERIODIC_NDCT: ['startDate', 'endDate', 'frequency', 'executionRule', 'dayOfExecution'],
  BULK_NDCT: [
    'payments[1].creditorName',
    'payments[0].instructedAmount.amount',
    'paymentInformationId',
    'payments[1].creditorAddress.country',
  ],
};

/** By day each place gets every second value, and its neighbour the others. */
const tried = Object.entries(places)
  .flatMap(([code, all]) => all.map((place) => ({ code, place })))
  .map((one, at) => ({ ...one, values: odd.filter((_, index) => nightly || (at + index) % 2 === 0) }));

describe.each(tried)('$code $place', ({ code, place, values }) => {
  const product = productOf(code);
  // A sibling in an object that the example lacks would be a second fault.
  const base = place.startsWith('creditorAddress.')
    ? withValue(product.example, 'creditorAddress', { country: 'NO' })
    : product.example;
  it.each(values)('%s', async (_, value) => {
    await alike(product, withValue(base, place, value));
  });
});

const card = { identification: '1', schemeNameProprietary: 'creditCardAccount' };
const one = { reference: '1' };
const variable = { frequency: 'MonthlyVariable' };
const bulkEntry = (productOf('BULK_NDCT').example.payments as [Body])[0];
const largestEntry = { ...bulkEntry, instructedAmount: { amount: '9'.repeat(18), currency: 'JPY' } };
const cases: readonly (readonly [string, string, Body])[] = [
  ['NDCT', 'as the example', {}],
  ['INDCTS', 'as the example', {}],
  ['NCBCT', 'as the example', {}],
  ['CBCT', 'as the example', {}],
  ['SCT', 'as the example', {}],
  ['BULK_NDCT', 'as the example', {}],
  ['PERIODIC_NDCT', 'as the example', {}],
  ['INDCTS', 'JPY with decimals', { instructedAmount: { amount: '100.00', currency: 'JPY' } }],
  ['INDCTS', 'KWD with two decimals', { instructedAmount: { amount: '1.00', currency: 'KWD' } }],
  ['INDCTS', 'KWD with three', { instructedAmount: { amount: '1.000', currency: 'KWD' } }],
  ['INDCTS', 'zero', { instructedAmount: { amount: '0.00', currency: 'NOK' } }],
  ['INDCTS', 'negative', { instructedAmount: { amount: '-1.00', currency: 'NOK' } }],
  ['INDCTS', 'an exponent', { instructedAmount: { amount: '1e3', currency: 'NOK' } }],
  ['INDCTS', '19 digits', { instructedAmount: { amount: `${'9'.repeat(17)}.00`, currency: 'NOK' } }],
  ['INDCTS', 'an amount as a number', { instructedAmount: { amount: 100, currency: 'NOK' } }],
  ['INDCTS', 'an unknown currency', { instructedAmount: { amount: '1.00', currency: 'XXX' } }],
  ['INDCTS', 'a currency in small letters', { instructedAmount: { amount: '1.00', currency: 'nok' } }],
  ['INDCTS', 'a currency named __proto__', { instructedAmount: { amount: '1.00', currency: '__proto__' } }],
  ['INDCTS', 'both remittances', { remittanceInformationStructured: one }],
  [
    'NDCT',
    'all three remittances',
    { remittanceInformationStructured: one, remittanceInformationStructuredArray: [one] },
  ],
  [
    'NDCT',
    'structured twice',
    {
      remittanceInformationUnstructured: undefined,
      remittanceInformationStructured: one,
      remittanceInformationStructuredArray: [one],
    },
  ],
  [
    'NDCT',
    'an empty list of remittances',
    { remittanceInformationUnstructured: null, remittanceInformationStructuredArray: [] },
  ],
  [
    'NDCT',
    'a null in the list of remittances',
    { remittanceInformationUnstructured: null, remittanceInformationStructuredArray: [one, null] },
  ],
  [
    'NDCT',
    'a text in the list of remittances',
    { remittanceInformationUnstructured: null, remittanceInformationStructuredArray: ['1'] },
  ],
  [
    'INDCTS',
    'a remittance without reference',
    { remittanceInformationUnstructured: null, remittanceInformationStructured: { referenceType: 'SCOR' } },
  ],
  ['INDCTS', 'a card account', { debtorAccount: { other: card, currency: 'NOK' } }],
  [
    'INDCTS',
    'a card account and a bban',
    { debtorAccount: { other: card, bban: '95360573002', currency: 'NOK' } },
  ],
  [
    'INDCTS',
    'another scheme',
    { debtorAccount: { other: { ...card, schemeNameProprietary: 'debit' }, currency: 'NOK' } },
  ],
  ['INDCTS', 'no number at all', { debtorAccount: { currency: 'NOK' } }],
  [
    'INDCTS',
    'a number that fails its check digit',
    { debtorAccount: { bban: '95360573003', currency: 'NOK' } },
  ],
  ['INDCTS', 'an unknown country', { creditorAddress: { country: 'XX' } }],
  ['INDCTS', 'an unknown purpose', { purposeCode: 'GDDS' }],
  ['NDCT', 'yesterday', { requestedExecutionDate: '2001-01-01' }],
  ['NDCT', 'no such day', { requestedExecutionDate: '2031-02-29' }],
  ['NDCT', 'a date with a time', { requestedExecutionDate: '2031-02-28T00:00:00Z' }],
  ['NDCT', 'a date without zeros', { requestedExecutionDate: '2031-2-3' }],
  ['NDCT', 'the year 0000', { requestedExecutionDate: '0000-01-01' }],
  ['NDCT', 'the year 9999', { requestedExecutionDate: '9999-12-31' }],
  ['NDCT', 'the year 10000', { requestedExecutionDate: '10000-01-01' }],
  ['CBCT', 'an agent that is no BIC', { creditorAgent: 'no bic' }],
  [
    'CBCT',
    'an IBAN that fails its check digits',
    { creditorAccount: { iban: 'SE4650000000058398257466', currency: 'SEK' } },
  ],
  ['CBCT', 'neither number', { creditorAccount: { currency: 'SEK' } }],
  [
    'CBCT',
    'a Norwegian IBAN that ends in another BBAN',
    { debtorAccount: { bban: '86011117947', iban: 'NO0995360573002', currency: 'NOK' } },
  ],
  ['SCT', 'kroner', { instructedAmount: { amount: '1.00', currency: 'NOK' } }],
  ['PERIODIC_NDCT', 'months as they should be', { ...variable, monthsOfExecution: [1, 11] }],
  ['PERIODIC_NDCT', 'December', { ...variable, monthsOfExecution: [12] }],
  ['PERIODIC_NDCT', 'a month twice', { ...variable, monthsOfExecution: [2, 2] }],
  ['PERIODIC_NDCT', 'months as texts', { ...variable, monthsOfExecution: ['1'] }],
  ['PERIODIC_NDCT', 'half a month', { ...variable, monthsOfExecution: [1.5] }],
  ['PERIODIC_NDCT', 'a huge month', { ...variable, monthsOfExecution: [1e12] }],
  ['PERIODIC_NDCT', 'a null month', { ...variable, monthsOfExecution: [null] }],
  ['PERIODIC_NDCT', 'no months', variable],
  ['PERIODIC_NDCT', 'months elsewhere', { monthsOfExecution: [1] }],
  ['PERIODIC_NDCT', 'an end before the start', { endDate: '2029-12-31' }],
  [
    'PERIODIC_NDCT',
    'a plan without any execution',
    { startDate: '2031-01-15', endDate: '2031-02-09', dayOfExecution: '10' },
  ],
  ['PERIODIC_NDCT', 'an unknown frequency', { frequency: 'Hourly' }],
  ['PERIODIC_NDCT', 'a start in the past', { startDate: '2001-01-01' }],
  ['BULK_NDCT', 'no entries', { payments: [] }],
  ['BULK_NDCT', 'a null entry', { payments: [bulkEntry, null] }],
  ['BULK_NDCT', 'a text for an entry', { payments: ['x'] }],
  ['BULK_NDCT', '1,001 entries', { payments: Array(1_001).fill(bulkEntry) }],
  ['BULK_NDCT', 'a sum of twenty digits', { payments: Array(11).fill(largestEntry) }],
  [
    'BULK_NDCT',
    'both remittances in an entry',
    { payments: [bulkEntry, { ...bulkEntry, remittanceInformationStructured: one }] },
  ],
  [
    'BULK_NDCT',
    'faults in several entries',
    { payments: [{ ...bulkEntry, creditorName: 5 }, { ...bulkEntry, creditorAddress: {} }, {}] },
  ],
];

describe('rules', () => {
  it.each(cases)('%s: %s', async (code, _, change) => {
    const product = productOf(code);
    await alike(product, { ...product.example, ...change });
  });

  it.each(['NDCT', 'INDCTS', 'NCBCT', 'CBCT', 'SCT', 'BULK_NDCT', 'PERIODIC_NDCT'])(
    '%s: an empty input names everything that is missing',
    async (code) => {
      expect((await alike(productOf(code), {})).faults.length).toBeGreaterThan(1);
    },
  );

  it.each(['psu-id', 'tpp-session-id', 'tpp-redirect-uri', 'psu-ip-address'])(
    'without the header %s',
    async (name) => {
      const product = productOf('INDCTS');
      await alike(product, product.example, () => ({ ...freshPsu(), [name]: '' }));
    },
  );

  it.each([
    ['INDCTS', 'instructedAmount'],
    ['SCT', 'instructedAmount'],
    ['BULK_NDCT', 'payments[1].instructedAmount'],
  ])('%s: an unknown currency does not hide a fault of its amount', async (code, place) => {
    const body = withValue(productOf(code).example, place, { amount: '-1.005', currency: 'XYZ1' });
    expect([...(await alike(productOf(code), body)).faults].sort()).toEqual([
      `FORMAT_ERROR ${place}.amount`,
      `FORMAT_ERROR ${place}.currency`,
    ]);
  });

  it.each([140, 141])('a brand of %i letters, each two bytes of UTF-8', async (length) => {
    const headers = () => ({ ...freshPsu(), 'tpp-brand-logging-information': 'å'.repeat(length) });
    const product = productOf('INDCTS');
    expect((await alike(product, product.example, headers)).faults).toEqual(
      length > 140 ? ['FORMAT_ERROR TPP-Brand-Logging-Information'] : [],
    );
  });

  it('headers are checked before an ill-typed body', async () => {
    const product = productOf('INDCTS');
    const outcome = await alike(product, { creditorName: 5 }, () => ({ ...freshPsu(), 'psu-id': 'me' }));
    expect(outcome.faults).toEqual(['FORMAT_ERROR PSU-ID']);
  });

  it('a corporate PSU without its agreement, and no context without a session', async () => {
    const product = productOf('INDCTS');
    await alike(product, product.example, () => ({ ...freshPsu(), 'psu-context': 'CORPORATE' }));
    await alike(product, product.example, () => ({ ...freshPsu(), 'psu-context': '' }));
  });

  it('a duplicate is refused at both doors, whichever door created the first', async () => {
    const product = productOf('NDCT');
    const headers = freshPsu();
    expect((await byGraphql(product, product.example, headers)).taken).toBe(true);
    expect(await alike(product, product.example, () => headers)).toMatchObject({
      faults: ['CONFLICT allowLogicalDuplicate'],
    });
  });
});

describe('December, which months cannot contain', () => {
  const product = productOf('PERIODIC_NDCT');
  const createPeriodic = (change: Body, selection: string) =>
    mutate(tpp, 'createPeriodicPayment', { ...product.example, ...change }, selection, freshPsu());

  it('is refused in the same words at both doors, with the reason and the way to pay in it', async () => {
    const change = { ...variable, monthsOfExecution: [12] };
    const rest = await create(tpp, product, { ...product.example, ...change }, { headers: freshPsu() });
    const { tppMessages } = await createPeriodic(change, 'tppMessages { code path text }');
    const [said] = rest.json.tppMessages;
    expect(tppMessages).toEqual([{ code: 'FORMAT_ERROR', path: 'monthsOfExecution[0]', text: said.text }]);
    expect(said.text).toContain('must be a month from 1 to 11');
    expect(said.text).toContain('the interface does not support December');
    expect(said.text).toContain('frequency Annual and a startDate in December');
  });

  it('is paid in by its own payment, as the refusal says', async () => {
    const { payment } = await createPeriodic(
      { frequency: 'Annual', startDate: '2030-12-15' },
      'payment { upcomingExecutions(first: 3) { nominalDate } }',
    );
    expect(payment?.upcomingExecutions).toEqual(
      ['2030-12-15', '2031-12-15', '2032-12-15'].map((nominalDate) => ({ nominalDate })),
    );
  });
});

describe('input as literals in the document', () => {
  const literal = (fields: string) =>
    `mutation { createInstantPayment(input: { ${fields} }) { payment { paymentId } tppMessages { category code path } } }`;
  const rest = `instructedAmount: { amount: "1.00", currency: NOK }, creditorAccount: { bban: "86011117947", currency: NOK }, creditorAddress: { country: NO }`;
  it.each([
    [
      'a number for a text',
      `${rest}, creditorName: 5, debtorAccount: { bban: "95360573002", currency: NOK }`,
      ['FORMAT_ERROR creditorName'],
    ],
    [
      'an unknown code',
      `${rest}, creditorName: "a", debtorAccount: { bban: "95360573002", currency: XXX }`,
      ['FORMAT_ERROR debtorAccount.currency'],
    ],
    [
      'missing fields',
      'creditorName: "a"',
      [
        'FORMAT_ERROR creditorAccount',
        'FORMAT_ERROR creditorAddress',
        'FORMAT_ERROR debtorAccount',
        'FORMAT_ERROR instructedAmount',
      ],
    ],
    [
      'a code in quotes',
      `${rest}, creditorName: "a", debtorAccount: { bban: "95360573002", currency: "NOK" }`,
      ['FORMAT_ERROR debtorAccount.currency'],
    ],
    [
      'a field that does not exist',
      `${rest}, creditorName: "a", debtorAccount: { bban: "95360573002", currency: NOK, branch: "x" }`,
      ['FORMAT_ERROR debtorAccount.branch'],
    ],
  ])('400: %s', async (_, fields, faults) => {
    const { json } = await tpp.graphqlRaw(literal(fields), {}, { headers: freshPsu() });
    expect(faultsOf(json.data?.createInstantPayment.tppMessages), JSON.stringify(json)).toEqual(faults);
  });
});

it('an unknown value of x-accept-fix is ignored with a warning at both doors', async () => {
  const product = productOf('INDCTS');
  const headers = () => ({ ...freshPsu(), 'x-accept-fix': 'amount-as-string, future' });
  const expected = { taken: true, faults: [], warnings: ['x-accept-fix'] };
  expect(await byRest(product, product.example, headers())).toEqual(expected);
  expect(await byGraphql(product, product.example, headers())).toMatchObject(expected);
});

describe('documented differences between the doors', () => {
  const product = productOf('INDCTS');
  it.each([
    ['at the top', 'note', 'note'],
    ['inside', 'debtorAccount.branch', 'debtorAccount.branch'],
  ])(
    'an unknown property %s: REST warns, GraphQL lacks the field and answers FORMAT_ERROR with its place',
    async (_, place, path) => {
      const body = withValue(product.example, place, 1);
      expect(await byRest(product, body, freshPsu())).toEqual({ taken: true, faults: [], warnings: [path] });
      expect(await byGraphql(product, body, freshPsu())).toMatchObject({
        taken: false,
        faults: [`FORMAT_ERROR ${path}`],
      });
    },
  );

  it('a single value in place of a list: GraphQL makes it a list, REST refuses it', async () => {
    const periodic = productOf('PERIODIC_NDCT');
    const body = { ...periodic.example, ...variable, monthsOfExecution: 3 };
    expect(await byRest(periodic, body, freshPsu())).toMatchObject({
      faults: ['FORMAT_ERROR monthsOfExecution'],
    });
    expect(await byGraphql(periodic, body, freshPsu())).toMatchObject({ taken: true });
  });
});

describe('the PSU of a payment', () => {
  const product = productOf('INDCTS');
  const psuOf = async (who: Tpp, paymentId: string) =>
    (await who.graphqlRaw('query ($id: String!) { payment(paymentId: $id) { psuId } }', { id: paymentId }))
      .json;

  it('is shown to its TPP alone, in one spelling, from either door; REST shows it as sent', async () => {
    const headers = freshPsu();
    const psuId = headers['psu-id'];
    const shouted = { ...headers, 'psu-id': psuId?.toUpperCase() ?? '' };
    const own = bank.tpp('PSDNO-FSA-OWN-PSU');
    const { json: rest } = await create(own, product, product.example, { headers: shouted });
    const input = { ...product.example, allowLogicalDuplicate: true };
    const selection = 'payment { paymentId psuId }';
    const { payment } = await mutate(own, 'createInstantPayment', input, selection, headers);
    expect(payment.psuId).toBe(psuId);
    for (const id of [rest.paymentId, payment.paymentId])
      expect((await psuOf(own, id)).data.payment.psuId).toBe(psuId);
    const list = await own.graphqlRaw('{ payments(first: 3) { nodes { psuId } } }');
    expect(list.data.payments.nodes).toEqual([{ psuId }, { psuId }]);
    const details = await own.rest('GET', `${pathOf(product)}/${rest.paymentId}`);
    expect(details.text).not.toContain(psuId);
    expect((await psuOf(bank.tpp('PSDNO-FSA-OTHER'), rest.paymentId)).data?.payment ?? null).toBeNull();
  });

  it('is null when X-PSU-IDENTITY alone named it, and the number appears nowhere', async () => {
    const { 'psu-id': _, ...others } = freshPsu();
    const headers = { ...others, 'x-psu-identity': '13039319955' };
    const { json } = await tpp.rest('POST', pathOf(product), { body: product.example, headers });
    const answer = await psuOf(tpp, json.paymentId);
    expect(answer.data.payment).toEqual({ psuId: null });
    expect(JSON.stringify(answer)).not.toContain('13039319955');
  });
});
