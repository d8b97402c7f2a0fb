import { describe, expect, it } from 'vitest';
import { nok } from './support/bodies.ts';
import { createdAt, debtor, domesticBody, exampleOf, faultsOf } from './support/seeds.ts';

const entryInEuro = (amount: string, index: number) => ({
  endToEndIdentification: `E${index}`,
  instructedAmount: nok(amount),
  creditorName: 'Kari Nordmann',
  creditorAccount: { bban: '95361281005', currency: 'EUR' },
  creditorAddress: { country: 'NO' },
});

describe('faults of payments in a seed', () => {
  it.each<[string, object, readonly string[]]>([
    [
      'a product',
      { product: 'XXX', body: {} },
      ['product: must be one of NDCT, INDCTS, NCBCT, CBCT, SCT, BULK_NDCT, PERIODIC_NDCT'],
    ],
    ['no body', { product: 'NDCT' }, ['body: is required']],
    [
      'a body',
      { product: 'NDCT', status: 'NEW', body: domesticBody('1', { creditorName: 7 }) },
      [
        'status: must be one of RCVD, PDNG, ACTC, ACCP, ACSP, ACWC, ACWP, ACSC, RJCT, CANC, PART, PRSY',
        'body.instructedAmount.amount: must have exactly 2 decimals in NOK',
        'body.creditorName: must be a string: put it in quotes',
      ],
    ],
    [
      'an unknown field',
      { product: 'NDCT', body: domesticBody('1.00', { color: 'red' }) },
      ['body.color: is not a field'],
    ],
    [
      'a date in the past',
      { product: 'NDCT', createdAt, body: domesticBody('1.00', { requestedExecutionDate: '2030-01-09' }) },
      ['body.requestedExecutionDate: must not be before today, 2030-01-10'],
    ],
    [
      'the future',
      { product: 'NDCT', createdAt: '2030-03-21', body: domesticBody('1.00') },
      ['createdAt: must not be later than the start of the sandbox, 2030-03-19T23:00:00.000Z'],
    ],
    [
      'the far past',
      { product: 'NDCT', createdAt: '2024-01-01', body: domesticBody('1.00') },
      ['createdAt: must be at most 5 years before the start of the sandbox'],
    ],
    [
      'no time',
      { product: 'NDCT', createdAt: 'yesterday', body: domesticBody('1.00') },
      ['createdAt: must be a day such as 2026-11-20, or an instant such as 2026-11-20T09:30Z'],
    ],
    [
      'an unreachable status',
      { product: 'INDCTS', createdAt, status: 'PDNG', body: exampleOf('INDCTS') },
      ['status: is no status of an instant domestic payment in a sandbox'],
    ],
    [
      'a wrong way',
      {
        product: 'NDCT',
        createdAt,
        status: 'RCVD',
        history: [{ status: 'ACSC', at: '2030-01-09' }],
        body: domesticBody('1.00'),
      },
      [
        'history[0].at: must not be earlier than the previous time (createdAt, then history)',
        'history[0].status: cannot follow RCVD for a domestic payment',
        'status: must be ACSC, the last status of history',
      ],
    ],
    [
      'entries',
      {
        product: 'NDCT',
        createdAt,
        entries: [{ index: 0, status: 'ACSC' }],
        executions: [],
        body: domesticBody('1.00'),
      },
      ['entries: is allowed only for a bulk payment', 'executions: is allowed only for a periodic payment'],
    ],
    [
      'PART without entries',
      { product: 'BULK_NDCT', createdAt, status: 'PART', body: exampleOf('BULK_NDCT') },
      ['entries: must have an entry with the status ACSC, since the payment is PART'],
    ],
    [
      'wrong entries',
      {
        product: 'BULK_NDCT',
        createdAt,
        status: 'ACSC',
        body: exampleOf('BULK_NDCT'),
        entries: [
          { index: 2, status: 'RJCT' },
          { index: 2, status: 'ACSC', at: '2030-01-01' },
        ],
      },
      [
        'entries[1].at: must not be earlier than the creation',
        'entries[0].status: does not fit the status ACSC of the payment',
        'entries[1].index: appears twice in this list',
        'entries[0].index: is not an index of payments in the body',
        'entries[1].index: is not an index of payments in the body',
      ],
    ],
    [
      'a plan that is over',
      {
        product: 'PERIODIC_NDCT',
        createdAt,
        status: 'ACCP',
        body: exampleOf('PERIODIC_NDCT', { endDate: '2030-02-20' }),
      },
      ['status: must be ACSC, because the plan has no further execution'],
    ],
    [
      'an execution',
      {
        product: 'PERIODIC_NDCT',
        createdAt,
        status: 'ACCP',
        body: exampleOf('PERIODIC_NDCT'),
        executions: [{ nominalDate: '2030-02-16' }],
      },
      [
        'executions[0].nominalDate: must be the day of an execution in the plan: after the approval, and before the end of the payment or, if the payment has not ended, before the start of the sandbox',
      ],
    ],
    [
      'an execution after a cancellation without a time, which comes at once',
      {
        product: 'PERIODIC_NDCT',
        createdAt,
        history: [{ status: 'ACCP' }, { status: 'CANC' }],
        body: exampleOf('PERIODIC_NDCT'),
        executions: [{ nominalDate: '2030-01-15' }],
      },
      [
        'executions[0].nominalDate: must be the day of an execution in the plan: after the approval, and before the end of the payment or, if the payment has not ended, before the start of the sandbox',
      ],
    ],
    [
      'a booking after a cancellation',
      {
        product: 'PERIODIC_NDCT',
        createdAt,
        history: [{ status: 'ACCP' }, { status: 'CANC', at: '2030-01-20' }],
        body: exampleOf('PERIODIC_NDCT'),
        executions: [{ nominalDate: '2030-01-15', at: '2030-03-01' }],
      },
      ['executions[0].at: must not be later than the end of the payment, 2030-01-19T23:00:00.000Z'],
    ],
    [
      'an entry after a cancellation',
      {
        product: 'BULK_NDCT',
        createdAt,
        history: [{ status: 'PDNG' }, { status: 'CANC', at: '2030-01-20' }],
        body: exampleOf('BULK_NDCT'),
        entries: [
          { index: 0, status: 'ACSC', at: '2030-01-20' },
          { index: 1, status: 'ACSC', at: '2030-03-01' },
        ],
      },
      ['entries[1].at: must not be later than the end of the payment, 2030-01-19T23:00:00.000Z'],
    ],
    [
      'a scenario',
      { product: 'NDCT', createdAt, body: domesticBody('1.00', { creditorName: 'Scenario Unavailable' }) },
      ['body.creditorName: selects a scenario in which the creation fails'],
    ],
    [
      'an amount',
      {
        product: 'NDCT',
        createdAt,
        status: 'ACSC',
        body: { ...domesticBody('0.01'), creditorAccount: { bban: '95361281005', currency: 'EUR' } },
      },
      ['body.instructedAmount: is less than the smallest unit of the currency of the creditor account'],
    ],
    [
      'amounts of a bulk payment',
      {
        product: 'BULK_NDCT',
        createdAt,
        status: 'ACSC',
        body: exampleOf('BULK_NDCT', { payments: ['0.01', '1.00', '0.01'].map(entryInEuro) }),
      },
      [
        'body.payments[0].instructedAmount: is less than the smallest unit of the currency of the creditor account',
        'body.payments[2].instructedAmount: is less than the smallest unit of the currency of the creditor account',
      ],
    ],
    [
      'the amount of a periodic payment, once for all executions',
      {
        product: 'PERIODIC_NDCT',
        createdAt,
        status: 'ACCP',
        body: {
          ...exampleOf('PERIODIC_NDCT'),
          instructedAmount: nok('0.01'),
          creditorAccount: { bban: '95361281005', currency: 'EUR' },
        },
      },
      ['body.instructedAmount: is less than the smallest unit of the currency of the creditor account'],
    ],
  ])('%s', (_, payment, faults) => {
    expect(
      faultsOf(payment, { accounts: [{ accountName: 'Euro', bban: '95361281005', currency: 'EUR' }] }),
    ).toEqual(faults.map((fault) => `payments[0].${fault}`));
  });

  it('are those of KIDs and two accounts too', () => {
    const accounts = [
      {
        accountName: 'Kraft',
        bban: '95364151005',
        currency: 'NOK',
        kidAgreement: { required: true, lengths: [7], modulus: 'MOD10' },
      },
      { accountName: 'Abroad', iban: 'DE89370400440532013000', currency: 'EUR' },
    ];
    const body = domesticBody('1.00', { creditorAccount: { bban: '95364151005', currency: 'NOK' } });
    expect(faultsOf({ product: 'NDCT', createdAt, body }, { accounts })).toEqual([
      'payments[0].body.remittanceInformationStructured.reference: the creditor requires a KID in the structured remittance information',
    ]);
    const mixed = exampleOf('CBCT', {
      creditorAccount: { bban: debtor, iban: 'DE89370400440532013000', currency: 'EUR' },
    });
    expect(faultsOf({ product: 'CBCT', createdAt, body: mixed }, { accounts })).toEqual([
      expect.stringMatching(
        /^payments\[0\]\.body\.creditorAccount\.iban: does not belong to the same account/,
      ),
    ]);
  });

  it('are those of the clock', () => {
    expect(faultsOf({ product: 'NDCT', body: domesticBody('1.00') }, { clock: '2032-11-28' })).toEqual([
      'clock: the clock can move at most 5 years at a time',
    ]);
  });
});
