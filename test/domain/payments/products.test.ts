import { describe, expect, it } from 'vitest';
import { parseFields } from '../../../src/domain/fields/parse.ts';
import type { Instruction } from '../../../src/domain/payments/instruction.ts';
import { creationColumns } from '../../../src/domain/payments/product.ts';
import { productOf, products, requireProduct } from '../../../src/domain/payments/products/list.ts';
import { executionRules, frequencies } from '../../../src/domain/schedule/plan.ts';

it('the products are these, in this order', () => {
  const rows = products.map((one) =>
    [
      one.code,
      one.service,
      one.name,
      creationColumns[one.service],
      one.settlement,
      one.graphql.type,
      one.graphql.mutation,
      one.duplicates,
    ].join(' '),
  );
  expect(rows).toEqual([
    'NDCT payments norwegian-domestic-credit-transfers SINGLE BATCH DomesticPayment createDomesticPayment ALLOWED_ON_REQUEST',
    'INDCTS payments instant-norwegian-domestic-credit-transfers-straks SINGLE INSTANT InstantPayment createInstantPayment ALLOWED_ON_REQUEST',
    'NCBCT payments norwegian-cross-border-credit-transfers SINGLE BATCH CrossBorderPayment createCrossBorderPayment ALLOWED_ON_REQUEST',
    'CBCT payments cross-border-credit-transfers SINGLE BATCH CrossBorderPayment createCrossBorderPayment ALLOWED_ON_REQUEST',
    'SCT payments sepa-credit-transfers SINGLE BATCH SepaPayment createSepaPayment ALLOWED_ON_REQUEST',
    'BULK_NDCT bulk-payments norwegian-domestic-credit-transfers BULK ENTRIES BulkPayment createBulkPayment ALLOWED_ON_REQUEST',
    'PERIODIC_NDCT periodic-payments norwegian-domestic-credit-transfers PERIODIC SCHEDULE PeriodicPayment createPeriodicPayment NEVER_ALLOWED',
  ]);
  const name = 'norwegian-domestic-credit-transfers';
  expect(requireProduct('bulk-payments', name).code).toBe('BULK_NDCT');
  expect(requireProduct('payments', name).code).toBe('NDCT');
  expect(() => requireProduct('payments', 'other')).toThrow('the products of payments are');
});

const faults = (code: string, change: object): readonly string[] => {
  const { body, example } = productOf(code);
  const parsed = parseFields(body, { ...example, ...change });
  return parsed.ok ? [] : parsed.faults.map(({ path, text }) => `${path} ${text}`);
};

it.each(products.map(({ code }) => code))('%s accepts its own example', (code) =>
  expect(faults(code, {})).toEqual([]),
);

describe('a periodic payment', () => {
  const of = (change: object) => faults('PERIODIC_NDCT', { startDate: '2030-01-15', ...change });
  it.each<[object, string[]]>([
    [{ endDate: '2030-01-15' }, []],
    [{ endDate: '2030-01-14' }, ['endDate must not be before startDate']],
    [{ endDate: '2030-01-14', startDate: 5 }, ['startDate must be a string']],
    [{ endDate: '' }, ['endDate must be an existing date in the form YYYY-MM-DD']],
    [
      { endDate: '2030-01-14', startDate: '30 January 2030' },
      ['startDate must be an existing date in the form YYYY-MM-DD'],
    ],
    [{ frequency: 'MonthlyVariable' }, ['monthsOfExecution is required with the frequency MonthlyVariable']],
    [{ frequency: 'MonthlyVariable', monthsOfExecution: [1, 11] }, []],
    [{ monthsOfExecution: [1] }, ['monthsOfExecution is allowed only with the frequency MonthlyVariable']],
    [
      { frequency: 'MonthlyVariable', monthsOfExecution: [0] },
      ['monthsOfExecution[0] must be a month from 1 to 11'],
    ],
    [
      { frequency: 'MonthlyVariable', monthsOfExecution: [12] },
      [
        'monthsOfExecution[0] must be a month from 1 to 11: the interface does not support December. To pay in December too, create another payment with the frequency Annual and a startDate in December',
      ],
    ],
    [
      { frequency: 'MonthlyVariable', monthsOfExecution: [2, 2] },
      ['monthsOfExecution must not contain a month twice'],
    ],
    [{ dayOfExecution: '31' }, []],
    [{ dayOfExecution: '1' }, []],
    [{ dayOfExecution: '32' }, ['dayOfExecution must be a day of the month, 1 to 31']],
    [{ dayOfExecution: '0' }, ['dayOfExecution must be a day of the month, 1 to 31']],
    [{ dayOfExecution: '007' }, ['dayOfExecution must be a day of the month, 1 to 31']],
    [{ dayOfExecution: ' 7' }, ['dayOfExecution must be a day of the month, 1 to 31']],
  ])('with %j', (change, expected) => expect(of(change)).toEqual(expected));

  it('runs and moves as its description says', () => {
    expect(frequencies.join(' ')).toBe(
      'Daily Weekly EveryTwoWeeks Monthly EveryTwoMonths Quarterly SemiAnnual Annual MonthlyVariable',
    );
    expect(executionRules).toEqual(['following', 'preceeding']);
  });
});

it('a SEPA credit transfer is made in EUR', () => {
  const sek = { instructedAmount: { amount: '1.00', currency: 'SEK' } };
  expect(faults('SCT', sek)).toEqual(['instructedAmount.currency must be EUR for a SEPA credit transfer']);
  expect(faults('SCT', { instructedAmount: { amount: '1.00' } })).toEqual([
    'instructedAmount.currency is required',
  ]);
  expect(faults('SCT', { instructedAmount: 5 })).toEqual(['instructedAmount must be an object']);
});

it.each([
  ['NDCT', 'instructedAmount', 'instructedAmount'],
  ['SCT', 'instructedAmount', 'instructedAmount'],
  ['BULK_NDCT', 'payments[0].instructedAmount', 'payments'],
])('an impossible amount in %s is reported by its digits: %s', (code, place, field) => {
  const amount = { amount: '1.5', currency: code === 'SCT' ? 'EUR' : 'NOK' };
  const [entry] = (productOf(code).example.payments ?? []) as object[];
  const value = field === 'payments' ? [{ ...entry, instructedAmount: amount }] : amount;
  expect(faults(code, { [field]: value })).toEqual([
    expect.stringMatching(new RegExp(`^${place.replace('[0]', '\\[0\\]')}\\.amount `)),
  ]);
});

describe('the forms of remittance', () => {
  const one = { reference: '1' };
  const [text, single, list] = [
    { remittanceInformationUnstructured: 'Rent' },
    { remittanceInformationStructured: one },
    { remittanceInformationStructuredArray: [one] },
  ];
  const none = { remittanceInformationUnstructured: undefined };
  it.each<[object, string[]]>([
    [{ ...none, ...single }, []],
    [{ ...none, ...list }, []],
    [
      { ...text, ...single },
      [
        'remittanceInformationStructured send either remittanceInformationUnstructured or remittanceInformationStructured, but not both',
      ],
    ],
    [
      { ...text, ...list },
      [
        'remittanceInformationStructuredArray send either remittanceInformationUnstructured or remittanceInformationStructuredArray, but not both',
      ],
    ],
    [
      { ...none, ...single, ...list },
      [
        'remittanceInformationStructuredArray send either remittanceInformationStructured or remittanceInformationStructuredArray, but not both',
      ],
    ],
  ])('%j', (change, expected) => expect(faults('NDCT', change)).toEqual(expected));
});

describe('the requested day', () => {
  const today = '2030-01-07';
  const fault = (code: string, change: object) => {
    const instruction = { ...productOf(code).example, ...change } as unknown as Instruction;
    return productOf(code).rules.flatMap((rule) => rule(instruction, today) ?? []);
  };
  it.each([
    ['NDCT', 'requestedExecutionDate'],
    ['NCBCT', 'requestedExecutionDate'],
    ['CBCT', 'requestedExecutionDate'],
    ['SCT', 'requestedExecutionDate'],
    ['BULK_NDCT', 'requestedExecutionDate'],
    ['PERIODIC_NDCT', 'startDate'],
  ])('of %s is today or later', (code, field) => {
    expect(fault(code, { [field]: today })).toEqual([]);
    if (code !== 'PERIODIC_NDCT') expect(fault(code, { [field]: undefined })).toEqual([]);
    expect(fault(code, { [field]: '2030-01-06' })).toEqual([
      { reason: 'EXECUTION_DATE_INVALID', path: field, text: 'must not be before today, 2030-01-07' },
    ]);
  });
  it('of INDCTS is always today', () => expect(fault('INDCTS', {})).toEqual([]));
});

describe('a debtor of an instant payment', () => {
  const card = { identification: 'x', schemeNameProprietary: 'creditCardAccount' };
  it.each<[object, string[]]>([
    [{ bban: '1', currency: 'NOK' }, []],
    [{ other: card, currency: 'NOK' }, []],
    [{ other: card, bban: '1', currency: 'NOK' }, ['debtorAccount.bban send exactly one of bban and other']],
    [{ currency: 'NOK' }, ['debtorAccount.bban send exactly one of bban and other']],
    [
      { other: { ...card, identification: '' }, currency: 'NOK' },
      ['debtorAccount.other.identification must have 1 to 70 characters'],
    ],
  ])('%j', (debtorAccount, expected) => expect(faults('INDCTS', { debtorAccount })).toEqual(expected));
  it('and elsewhere an account by either number', () => {
    const debtorAccount = { currency: 'NOK' };
    expect(faults('CBCT', { debtorAccount })).toEqual(['debtorAccount.bban send bban, iban or both']);
    expect(faults('CBCT', { debtorAccount: { ...debtorAccount, iban: 'NO9386011117947' } })).toEqual([]);
  });
});
