import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadMessages } from '../../../src/bank/core/iso20022/load-messages.ts';
import type { CreditTransferOrder } from '../../../src/bank/core/iso20022/messages.ts';
import type { ProductProfile } from '../../../src/bank/core/iso20022/profile.ts';
import { namespaceOf } from '../../../src/bank/core/iso20022/read-report.ts';
import { readXml } from '../../../src/bank/core/iso20022/xml.ts';
import type { Instruction } from '../../../src/domain/payments/instruction.ts';
import { sepa } from '../../../src/domain/payments/products/sepa.ts';
import { rounds } from '../../support/nightly.ts';
import { legalBodies } from './legal-bodies.ts';
import { bulkOf, coreSide, exampleOf, messages, orderOf, profile } from './messages.ts';
import { violations } from './sepa-restrictions.ts';

/** Elements of the sent order against the EPC restrictions. */
function refusedOf(instruction: Instruction, change: Partial<CreditTransferOrder> = {}): readonly string[] {
  const bytes = messages.writeCreditTransfer(orderOf('SCT', instruction, change));
  return readXml(bytes, (document) => {
    expect(document.namespace).toBe(namespaceOf('pain.001.001.09'));
    const [message] = document.root().children;
    return message ? violations(message) : ['empty'];
  });
}

describe('a SEPA order', () => {
  it('of the product’s example is valid by the EPC’s restrictions', () => {
    expect(refusedOf(exampleOf('SCT'))).toEqual([]);
  });

  it.each([true, false])(
    'of random content is valid by them, or is refused at creation (within bounds: %s)',
    (fits) => {
      fc.assert(
        fc.property(legalBodies(sepa, fits), (instruction) => {
          if (messages.findFaults('SCT', instruction).length === 0)
            expect(refusedOf(instruction)).toEqual([]);
        }),
        { numRuns: rounds(100, 500) },
      );
    },
  );

  it('is valid by them for any requester and any name of the debtor', () => {
    for (const name of ['', 'Ø'.repeat(140), 'x'.repeat(71), '\u0000', '😀'.repeat(200)]) {
      for (const tppId of ['PSDNO-FSA-1', 'CN=a tpp, O=Tøpp', '/a', 'a//b', 'a/', 'x'.repeat(36), '']) {
        const change = { initiatingParty: { name, tppId }, debtorName: name };
        expect(refusedOf(exampleOf('SCT'), change)).toEqual([]);
      }
    }
  });

  it('keeps the currency of the account that pays, which may have several', () => {
    const read = coreSide.readOrder(messages.writeCreditTransfer(orderOf('SCT', exampleOf('SCT'))));
    expect(read).toMatchObject({ debtorAccount: { iban: 'NO0995360573002', currency: 'NOK' } });
  });
});

describe('FORMAT_ERROR for a SEPA payment', () => {
  const one = { remittanceInformationUnstructured: undefined };
  const structured = (remittance: object) => ({
    ...one,
    remittanceInformationStructured: { reference: '4711', ...remittance },
  });
  const several = (...references: readonly string[]) => ({
    ...one,
    remittanceInformationStructuredArray: references.map((reference) => ({ reference })),
  });
  const address = (fields: object) => ({ creditorAddress: { country: 'DE', ...fields } });
  const amount = (text: string) => ({ instructedAmount: { amount: text, currency: 'EUR' } });

  it.each<readonly [string, object, object]>([
    ['instructedAmount.amount', amount('999999999.99'), amount('1000000000.00')],
    ['creditorAddress.city', address({ city: 'Bonn' }), address({ street: 'Am Hof', city: '' })],
    ['endToEndIdentification', { endToEndIdentification: 'a/b' }, { endToEndIdentification: 'a//b' }],
    ['endToEndIdentification', { endToEndIdentification: "?:().,'+- 1" }, { endToEndIdentification: '/a' }],
    ['endToEndIdentification', { endToEndIdentification: 'a' }, { endToEndIdentification: 'a/' }],
    ['endToEndIdentification', { endToEndIdentification: 'o' }, { endToEndIdentification: 'ø' }],
    ['remittanceInformationStructured.referenceType', structured({}), structured({ referenceType: 'CINV' })],
    [
      'remittanceInformationStructured.referenceType',
      structured({ referenceType: 'scor' }),
      structured({ referenceType: 'RF' }),
    ],
    ['remittanceInformationStructured.reference', structured({}), structured({ reference: '_' })],
    [
      'remittanceInformationStructured.reference',
      structured({ reference: 'RF18539007547034', referenceIssuer: 'ISO' }),
      structured({ referenceIssuer: 'ISO' }),
    ],
    ['remittanceInformationStructuredArray', several('1'), several('1', '2')],
  ])('%s', (path, good, bad) => {
    const taken = exampleOf('SCT', { ...good });
    expect(messages.findFaults('SCT', taken)).toEqual([]);
    expect(refusedOf(taken)).toEqual([]);
    const refused = messages.findFaults('SCT', exampleOf('SCT', { ...bad }));
    expect(refused).toEqual([{ path, text: expect.stringMatching(/^must /) }]);
  });

  it('names a missing town as the product names it', () => {
    const withTown = (code: string) => ({ ...profile.products[code], address: 'TOWN' }) as ProductProfile;
    const products = { ...profile.products, NDCT: withTown('NDCT'), BULK_NDCT: withTown('BULK_NDCT') };
    const { findFaults } = loadMessages({ ...profile, products }, null);
    const pathsOf = (code: string, body: Instruction) => findFaults(code, body).map(({ path }) => path);
    expect(pathsOf('NDCT', exampleOf('NDCT', address({})))).toEqual(['creditorAddress.city']);
    expect(pathsOf('BULK_NDCT', bulkOf(1, address({})))).toEqual(['payments[0].creditorAddress.townName']);
  });

  it('does not apply to other products', () => {
    const cinv = structured({ referenceType: 'CINV' });
    for (const change of [amount('1000000000.00'), address({}), { endToEndIdentification: '/ø/' }, cinv])
      expect(messages.findFaults('CBCT', exampleOf('CBCT', { ...change }))).toEqual([]);
  });
});

describe('the schema of SEPA orders', () => {
  /** A SEPA order written by the profile with these changes, validated by our SEPA schema. */
  function judged(change: object, fields: object): string {
    const SCT = { ...profile.products.SCT, ...change } as ProductProfile;
    const products = { ...profile.products, SCT };
    const changed = loadMessages({ ...profile, products }, null);
    try {
      changed.writeCreditTransfer(
        orderOf('SCT', exampleOf('SCT', { ...fields }), {
          initiatingParty: { name: 'x'.repeat(140), tppId: '/' },
        }),
      );
      return 'valid';
    } catch (error) {
      return String(error);
    }
  }

  it.each<readonly [string, object, object]>([
    ['valid', {}, {}],
    ['valid', { debtorAgent: 'NOTPROVIDED' }, {}],
    ['valid', { accountCurrency: 'NONE' }, {}],
    ['valid', { localInstrument: { code: 'INST' } }, {}],
    ['UETR', { uetr: true }, {}],
    ['Ccy', { accountCurrency: 'BOTH' }, {}],
    ['Nm', { nameLength: 140 }, {}],
    ['Id', { references: 'ANY' }, {}],
    ['Cd', { serviceLevel: 'NURG' }, {}],
    ['ChrgBr', { chargeBearer: 'SHAR' }, {}],
    ['InstdAmt', {}, { instructedAmount: { amount: '1000000000.00', currency: 'EUR' } }],
    ['Ctry', {}, { creditorAddress: { country: 'DE' } }],
    ['EndToEndId', {}, { endToEndIdentification: '//' }],
    [
      'RfrdDocInf',
      {},
      {
        remittanceInformationUnstructured: undefined,
        remittanceInformationStructured: { reference: '1', referenceType: 'CINV' },
      },
    ],
  ])('%s: the profile with %j, a payment with %j', (outcome, change, fields) => {
    expect(judged(change, fields)).toMatch(outcome === 'valid' ? /^valid$/ : new RegExp(`: ${outcome} `));
  });
});
