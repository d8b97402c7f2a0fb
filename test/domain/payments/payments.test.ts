import { describe, expect, it } from 'vitest';
import { shortestWay } from '../../../src/domain/bank/past-moves.ts';
import {
  basketLinks,
  basketPath,
  basketStatuses,
  paymentsPerBasket,
} from '../../../src/domain/baskets/basket.ts';
import { requireRole } from '../../../src/domain/caller.ts';
import { feeOf, feeOrZero } from '../../../src/domain/payments/fee.ts';
import { duplicateKey, duplicateWindowMs } from '../../../src/domain/payments/fingerprint.ts';
import {
  type AccountReference,
  accountFinder,
  accountKey,
  accountKeys,
  foreignIbansOfKeys,
  type Instruction,
  requestedDate,
  transfersOf,
} from '../../../src/domain/payments/instruction.ts';
import { kidFaults } from '../../../src/domain/payments/kid-rule.ts';
import { link, paymentLinks, paymentPath } from '../../../src/domain/payments/links.ts';
import { planOf } from '../../../src/domain/payments/plan.ts';
import { bulkDomestic } from '../../../src/domain/payments/products/bulk-domestic.ts';
import { domestic as ndct } from '../../../src/domain/payments/products/domestic.ts';
import { products } from '../../../src/domain/payments/products/list.ts';
import { periodicDomestic } from '../../../src/domain/payments/products/periodic.ts';
import { sepa } from '../../../src/domain/payments/products/sepa.ts';
import {
  approvedStatus,
  awaitsApproval,
  isFinal,
  paymentMoves,
  paymentStatuses,
} from '../../../src/domain/payments/status.ts';
import { readPsuRequest } from '../../../src/domain/psu.ts';
import type { KidAgreement } from '../../../src/domain/values/kid.ts';
import { minorUnitsOf } from '../../../src/domain/values/money.ts';

const nok = (amount: string) => ({ amount, currency: 'NOK' });
const account = (bban: string) => ({ bban, currency: 'NOK' });
const single = {
  debtorAccount: account('1'),
  instructedAmount: nok('1.00'),
  creditorName: 'Kari',
  creditorAccount: account('2'),
};
const psu = readPsuRequest(() => null);

describe('statuses', () => {
  const settlements = ['BATCH', 'INSTANT', 'SCHEDULE', 'ENTRIES'] as const;
  it('are final where no move leads on, in every kind of settlement', () => {
    const finals = ['ACSC', 'RJCT', 'CANC', 'PART'];
    for (const status of paymentStatuses) {
      expect([status, isFinal(status)]).toEqual([status, finals.includes(status)]);
      expect([status, awaitsApproval(status)]).toEqual([status, status === 'RCVD']);
      if (!isFinal(status)) continue;
      for (const settlement of settlements) expect(paymentMoves[settlement][status]).toEqual([]);
    }
  });

  it('are reachable as the tables say, and lead on to a final one', () => {
    const reached = (settlement: (typeof settlements)[number]) =>
      paymentStatuses
        .filter((status) => status !== 'RCVD' && shortestWay(settlement, status) !== null)
        .sort();
    for (const settlement of settlements) {
      const ends = reached(settlement).filter((status) => paymentMoves[settlement][status].length === 0);
      expect(ends.every(isFinal), settlement).toBe(true);
    }
    expect(settlements.map((settlement) => reached(settlement).join(' '))).toEqual([
      'ACCP ACSC ACSP CANC PDNG RJCT',
      'ACSC ACSP CANC RJCT',
      'ACCP ACSC CANC RJCT',
      'ACCP ACSC ACSP CANC PART PDNG RJCT',
    ]);
    expect(approvedStatus).toEqual({ BATCH: 'PDNG', INSTANT: 'ACSC', SCHEDULE: 'ACCP', ENTRIES: 'PDNG' });
    for (const settlement of settlements) {
      expect(paymentMoves[settlement].RCVD).toContain(approvedStatus[settlement]);
      for (const status of paymentStatuses.filter((one) => !isFinal(one)))
        if (paymentMoves[settlement][status].length > 0)
          expect(paymentMoves[settlement][status]).toContain('CANC');
    }
  });
});

it('a payment costs the fee of a remote bank, else nothing: in its own currency, or for a bulk payment in that of its debtor', () => {
  expect(feeOrZero(null, 'JPY')).toEqual({
    transactionFees: { amount: '0', currency: 'JPY' },
    transactionFeeIndicator: false,
  });
  const sek = { ...single, instructedAmount: { amount: '1.00', currency: 'SEK' } };
  expect(feeOf({ fee: null, instruction: sek }).transactionFees.currency).toBe('SEK');
  const bulk = { debtorAccount: account('1'), payments: [sek] };
  expect(feeOf({ fee: null, instruction: bulk }).transactionFees).toEqual(nok('0.00'));
  const fee = { transactionFees: nok('2.50'), transactionFeeIndicator: true };
  expect(feeOf({ fee, instruction: sek })).toBe(fee);
});

describe('an account', () => {
  it.each<[AccountReference, string]>([
    [{ bban: '86011117947', currency: 'NOK' }, 'bban:86011117947'],
    [{ bban: 'ab1', currency: 'NOK' }, 'bban:AB1'],
    [{ iban: 'no93 8601 1117 947', currency: 'NOK' }, 'bban:86011117947'],
    [{ iban: 'de89 3704 0044', currency: 'EUR' }, 'iban:DE8937040044'],
    [{ bban: '1', iban: 'NO9386011117947', currency: 'NOK' }, 'bban:1'],
    [
      { other: { identification: 'c1', schemeNameProprietary: 'creditCardAccount' }, currency: 'NOK' },
      'other:c1',
    ],
    [{ currency: 'NOK' }, 'iban:'],
  ])('%j is %s', (reference, key) => expect(accountKey(reference)).toBe(key));

  it('has a second key if it has a BBAN and a foreign IBAN', () => {
    const iban = 'de89 3704 0044';
    expect(accountKeys({ bban: 'ab1', iban })).toEqual(['bban:AB1', 'iban:DE8937040044']);
    for (const numbers of [
      { bban: 'ab1', iban: null },
      { bban: null, iban },
      { bban: '1', iban: 'NO93 1' },
    ])
      expect(accountKeys(numbers)).toHaveLength(1);
    expect(foreignIbansOfKeys(['bban:AB1', 'iban:DE8937040044', 'other:c1'])).toEqual(['DE8937040044']);
  });

  it('is found by either number, first by the BBAN, and by an IBAN that two have where it is alone', () => {
    const [one, other] = [{ bban: '1', iban: 'DE1' }, { bban: '2' }];
    const find = accountFinder([one, other]);
    for (const numbers of [{ bban: '1' }, { iban: 'de 1' }, one, { bban: '3', iban: 'DE1' }])
      expect(find(numbers)).toBe(one);
    expect(find({ bban: '2', iban: 'DE1' })).toBe(other);
    expect(find({ bban: '3', iban: 'DE3' })).toBeUndefined();
    const alone = { iban: 'DE1' };
    for (const accounts of [
      [one, alone],
      [alone, one],
    ])
      expect(accountFinder(accounts)(alone)).toBe(alone);
  });
});

describe('an instruction', () => {
  it('has transfers, an amount, and a day', () => {
    const bulk = { debtorAccount: account('1'), payments: [single, single] };
    expect([transfersOf(single).length, transfersOf(bulk).length]).toEqual([1, 2]);
    expect(minorUnitsOf(single.instructedAmount)).toBe(100n);
    expect(() => minorUnitsOf(nok('1'))).toThrow('stored amount is not valid');
    expect(requestedDate(single)).toBeNull();
    expect(requestedDate({ ...single, requestedExecutionDate: '2030-01-01' })).toBe('2030-01-01');
    expect(requestedDate({ ...single, startDate: '2030-01-02' })).toBe('2030-01-02');
  });

  it('has a plan where it was sent, with the sent fields only', () => {
    const plan = { startDate: '2030-01-02', frequency: 'Monthly' } as const;
    expect(planOf({ ...single, ...plan })).toEqual(plan);
    const whole = { endDate: '2031-01-02', executionRule: 'preceeding', monthsOfExecution: [1, 5] };
    expect(planOf({ ...single, ...plan, ...whole, dayOfExecution: '07' } as Instruction)).toEqual({
      ...plan,
      ...whole,
      dayOfExecution: 7,
    });
  });
});

describe('two payments', () => {
  const today = '2030-01-07';
  const key = (change: object = {}, who = psu, product = ndct) =>
    duplicateKey(product, { ...single, ...change } as Instruction, who, today, accountKey);
  const reference = { reference: '1' };

  it.each<[string, object]>([
    ['debtor', { debtorAccount: account('3') }],
    ['creditor', { creditorAccount: account('3') }],
    ['amount', { instructedAmount: nok('1.01') }],
    ['currency', { instructedAmount: { amount: '1.00', currency: 'SEK' } }],
    ['text', { remittanceInformationUnstructured: 'x' }],
    ['reference', { remittanceInformationStructured: reference }],
    ['type of reference', { remittanceInformationStructured: { ...reference, referenceType: 'CINV' } }],
    ['issuer of reference', { remittanceInformationStructured: { ...reference, referenceIssuer: 'x' } }],
    ['references', { remittanceInformationStructuredArray: [reference, reference] }],
    ['day', { requestedExecutionDate: '2030-01-08' }],
  ])('with another %s are not duplicates', (_, change) => {
    expect(key(change)).not.toBe(key());
    expect(key(change)).toBe(key(change));
    if ('remittanceInformationStructured' in change)
      expect(key(change)).not.toBe(key({ remittanceInformationStructured: { reference: '2' } }));
  });

  it.each([{ referenceType: 'CINV' }, { referenceIssuer: 'x' }])(
    'with a reference that has also %o are not duplicates',
    (more) => {
      const referenceKey = (remittance: object) => key({ remittanceInformationStructured: remittance });
      expect(referenceKey({ ...reference, ...more })).not.toBe(referenceKey(reference));
    },
  );

  it.each(['SCOR', 'scor'])('a KID with the type %s is one without a type', (referenceType) => {
    expect(key({ remittanceInformationStructured: { ...reference, referenceType } })).toBe(
      key({ remittanceInformationStructured: reference }),
    );
  });

  it('of another PSU or product kind are not duplicates', () => {
    expect(key({}, { ...psu, psuId: 'a' })).not.toBe(key());
    expect(key({}, { ...psu, identityNumber: 'a' })).not.toBe(key());
    expect(key({}, { ...psu, psuId: 'a', identityNumber: 'b' })).toBe(key({}, { ...psu, psuId: 'a' }));
    expect(key({}, psu, periodicDomestic)).not.toBe(key());
    expect(key({}, psu, bulkDomestic)).not.toBe(key());
  });

  it('are duplicates whatever else differs', () => {
    expect(key({ creditorName: 'Ola', endToEndIdentification: 'x' })).toBe(key());
    expect(key({ requestedExecutionDate: today })).toBe(key());
    expect(key({ remittanceInformationStructured: reference })).toBe(
      key({ remittanceInformationStructuredArray: [reference] }),
    );
    expect(key({}, psu, sepa)).toBe(key());
    expect(duplicateWindowMs).toBe(86_400_000);
  });
});

describe('links', () => {
  const [product] = products;
  if (!product) throw new Error('no product');
  const path = '/v1/payments/norwegian-domestic-credit-transfers/p1';
  const of = (status: 'RCVD' | 'PDNG' | 'ACSC', scaRedirect?: string) =>
    paymentLinks(product, { paymentId: 'p1', status }, scaRedirect);
  const status = { href: `${path}/status`, verbs: ['GET'] };

  it('of a payment depend on its status', () => {
    expect(paymentPath(product, 'p1')).toBe(path);
    expect(of('RCVD', 'https://bank.example/sca')).toEqual({
      self: { href: path, verbs: ['GET', 'DELETE'] },
      status,
      startAuthorisation: { href: `${path}/authorisations`, verbs: ['POST'] },
      scaRedirect: link('https://bank.example/sca', 'GET'),
    });
    expect(of('PDNG')).toEqual({ self: { href: path, verbs: ['GET', 'DELETE'] }, status });
    expect(of('ACSC')).toEqual({ self: { href: path, verbs: ['GET'] }, status });
  });

  it('of a basket depend on whether it is open', () => {
    const basket = '/v1/signing-baskets/b1';
    expect(basketPath('b1')).toBe(basket);
    expect(basketLinks({ basketId: 'b1', state: 'OPEN' })).toEqual({
      self: { href: basket, verbs: ['GET', 'DELETE'] },
      status: { href: `${basket}/status`, verbs: ['GET'] },
      startAuthorisation: { href: `${basket}/authorisations`, verbs: ['POST'] },
    });
    expect(basketLinks({ basketId: 'b1', state: 'REJECTED' })).toEqual({
      self: { href: basket, verbs: ['GET'] },
      status: { href: `${basket}/status`, verbs: ['GET'] },
    });
    expect([paymentsPerBasket, ...basketStatuses]).toEqual([10, 'RJCT', 'RCVD', 'PATC', 'ACTC']);
  });
});

describe('a KID', () => {
  const agreement: KidAgreement = { required: true, lengths: [7], modulus: 'MOD10' };
  const faults = (change: object, kidAgreement: KidAgreement = agreement, bban = '2') =>
    kidFaults({ ...single, ...change } as Instruction, accountFinder([{ bban, kidAgreement }])).map(
      ({ path, reason }) => `${reason} ${path}`,
    );
  const structured = (reference: string, referenceType?: string) => ({
    remittanceInformationStructured: { reference, ...(referenceType === undefined ? {} : { referenceType }) },
  });
  const place = 'remittanceInformationStructured.reference';

  it.each<[string, object, string[]]>([
    ['is missing', {}, [`KID_MISSING ${place}`]],
    ['is right', structured('1234566'), []],
    ['is right as SCOR in small letters', structured('1234566', 'scor'), []],
    ['is wrong', structured('1234567'), [`KID_INVALID ${place}`]],
    ['is missing where the reference is another', structured('1234567', 'CINV'), [`KID_MISSING ${place}`]],
    [
      'is wrong in the second place',
      { remittanceInformationStructuredArray: [{ reference: '1234566' }, { reference: '1' }] },
      ['KID_INVALID remittanceInformationStructuredArray[1].reference'],
    ],
  ])('%s', (_, change, expected) => expect(faults(change)).toEqual(expected));

  it('is optional where the creditor requires none, but must be right when it is sent', () => {
    const loose = { ...agreement, required: false };
    expect([faults({}, loose), faults(structured('1'), loose)]).toEqual([[], [`KID_INVALID ${place}`]]);
  });

  it('is ignored for any other creditor, and names its entry in a bulk payment', () => {
    expect(faults({}, agreement, '3')).toEqual([]);
    const bulk = {
      debtorAccount: account('1'),
      payments: [{ ...single, creditorAccount: account('3') }, single],
    };
    expect(kidFaults(bulk, accountFinder([{ bban: '2', kidAgreement: agreement }]))).toEqual([
      {
        path: 'payments[1].remittanceInformationStructured.reference',
        reason: 'KID_MISSING',
        text: 'the creditor requires a KID in the structured remittance information',
      },
    ]);
    expect(kidFaults(bulk, accountFinder([]))).toEqual([]);
  });
});

describe('the identity of the PSU', () => {
  it('is read from the headers', () => {
    const headers: Record<string, string> = {
      'PSU-ID': 'ABC',
      'X-PSU-IDENTITY': '13039319955',
      'TPP-Session-ID': 's',
      'TPP-Redirect-URI': 'https://tpp.example/',
      'TPP-Redirect-Preferred': 'false',
      'TPP-Brand-Logging-Information': Buffer.from('Blåbær').toString('latin1'),
      'X-PSU-AuthMethod-Preferred': 'SMS',
      'PSU-Corporate-ID': 'c',
      'PSU-Context': 'CORPORATE',
      'PSU-Accept-Language': 'nb',
    };
    expect(readPsuRequest((name) => headers[name] ?? null)).toEqual({
      psuId: 'abc',
      identityNumber: '13039319955',
      sessionId: 's',
      redirectUri: 'https://tpp.example/',
      redirectPreferred: false,
      brand: 'Blåbær',
      authMethodPreferred: 'SMS',
      corporateId: 'c',
      context: 'CORPORATE',
      ipAddress: null,
      acceptLanguage: 'nb',
      notification: null,
    });
    // An empty header counts as absent, as for required headers.
    expect(readPsuRequest(() => '')).toEqual(readPsuRequest(() => null));
    expect(readPsuRequest((name) => (name === 'PSU-Context' ? 'PRIVATE' : null)).context).toBe('PRIVATE');
    expect(readPsuRequest(() => null)).toEqual({
      psuId: null,
      identityNumber: null,
      sessionId: null,
      redirectUri: null,
      redirectPreferred: null,
      brand: null,
      authMethodPreferred: null,
      corporateId: null,
      context: null,
      ipAddress: null,
      acceptLanguage: null,
      notification: null,
    });
  });
});

describe('a role', () => {
  const refusal = (roles: readonly string[] | null, needed: string | null) => {
    try {
      requireRole(roles, needed);
      return null;
    } catch (error) {
      return (error as { tppMessages: readonly { text?: string }[] }).tppMessages[0]?.text;
    }
  };
  it('is required where an operation needs one and the certificate names roles', () => {
    expect(refusal(['PSP_PI'], 'PSP_PI')).toBeNull();
    expect(refusal(['PSP_AI'], null)).toBeNull();
    expect(refusal(null, 'PSP_PI')).toBeNull();
    expect(refusal([], null)).toBeNull();
    expect(refusal(['PSP_AI', 'PSP_IC'], 'PSP_PI')).toBe(
      'this request requires the role PSP_PI; the certificate has PSP_AI, PSP_IC',
    );
    expect(refusal([], 'PSP_PI')).toBe('this request requires the role PSP_PI; the certificate has no role');
  });
});
