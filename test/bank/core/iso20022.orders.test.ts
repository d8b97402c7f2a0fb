import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notProvided } from '../../../src/bank/core/iso20022/entry-ids.ts';
import {
  firstDebtorName,
  referencesWithPaths,
  townOf,
  transfersWithPaths,
} from '../../../src/bank/core/iso20022/fields.ts';
import { readPath } from '../../../src/domain/fields/path.ts';
import type { AccountReference, Instruction, Transfer } from '../../../src/domain/payments/instruction.ts';
import { products } from '../../../src/domain/payments/products/list.ts';
import type { Fault } from '../../../src/domain/refusal.ts';
import { normaliseIban } from '../../../src/domain/values/account-numbers.ts';
import { cheapest } from '../../support/cost.ts';
import { rounds } from '../../support/nightly.ts';
import { legalBodies } from './legal-bodies.ts';
import { bulkOf, coreSide, exampleOf, messages, orderId, orderOf, profile, textsOf } from './messages.ts';

/** Fields without an element in an order count as absent. */
const given = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));

const account = ({ bban, iban, other, currency }: AccountReference) =>
  iban === undefined ? given({ bban, other, currency }) : { iban: normaliseIban(iban), currency };

const typeOf = (type = 'SCOR') => (/^(scor|cinv)$/i.test(type) ? type.toUpperCase() : type);

const creditor = (product: string, { creditorAccount, instructedAmount }: Transfer) =>
  account(
    profile.products[product]?.accountCurrency === 'BOTH'
      ? creditorAccount
      : { ...creditorAccount, currency: instructedAmount.currency },
  );

const expected = (product: string, instruction: Instruction) =>
  transfersWithPaths(instruction).map(({ fields }) => {
    const { creditorAddress: address, endToEndIdentification: end } = fields;
    const references = referencesWithPaths(fields).map(({ remittance }) =>
      given({ ...remittance, referenceType: typeOf(remittance.referenceType) }),
    );
    const { street, buildingNumber, postalCode, country } = address ?? {};
    return given({
      instructedAmount: fields.instructedAmount,
      creditorName: fields.creditorName,
      creditorAccount: creditor(product, fields),
      creditorAgent: fields.creditorAgent,
      creditorAddress:
        address && given({ street, buildingNumber, postalCode, city: townOf(address).town, country }),
      endToEndIdentification: end === notProvided ? undefined : end,
      ultimateDebtor: fields.ultimateDebtor,
      purposeCode: fields.purposeCode,
      regulatoryReportingCode: fields.regulatoryReportingCode,
      regulatoryReportingInformation: fields.regulatoryReportingInformation,
      remittanceInformationUnstructured: fields.remittanceInformationUnstructured,
      remittanceInformationStructuredArray: references.length === 0 ? undefined : references,
    });
  });

const written = (product: string, instruction: Instruction) =>
  messages.writeCreditTransfer(orderOf(product, instruction));

const sent = (product: string, instruction: Instruction) => {
  const read = coreSide.readOrder(written(product, instruction));
  return read?.kind === 'CREDIT_TRANSFER' ? read : null;
};

const at = (instruction: Instruction, path: string): unknown =>
  readPath(path).reduce<unknown>((value, step) => (value as Record<string, unknown>)?.[step], instruction);

/** Refusals beyond any schema: two numbers of one account, two names of one debtor, odd characters, an issuer. */
const ofOurs = /BBAN of the iban|one debtor|control characters|its issuer/;
/** Refusals of a missing field, or of a list that is too long. */
const ofNoText = /^must be present: an address needs a town$|^must have exactly one reference$/;

function isSent(product: string, instruction: Instruction): void {
  const read = sent(product, instruction);
  expect(read?.transfers).toEqual(expected(product, instruction));
  expect(read).toMatchObject({
    orderId,
    debtorAccount: account(instruction.debtorAccount),
    debtorName: firstDebtorName(instruction) ?? 'Kari Nordmann',
    executionDate: '2030-01-03',
  });
}

function isRefused(product: string, instruction: Instruction, faults: readonly Fault[]): void {
  for (const { path, text } of faults) {
    if (!ofNoText.test(text)) expect(at(instruction, path), path).toBeTypeOf('string');
    expect(text).toMatch(/^must /);
  }
  if (!faults.some(({ text }) => ofOurs.test(text))) expect(() => sent(product, instruction)).toThrow();
}

describe.each(products)('$code', (product) => {
  const numRuns = rounds(60, 500);

  it('every legal body that fits an order becomes one, and reads back as the same payment', () => {
    fc.assert(
      fc.property(legalBodies(product, true), (instruction) => {
        expect(messages.findFaults(product.code, instruction)).toEqual([]);
        isSent(product.code, instruction);
      }),
      { numRuns },
    );
  });

  it('every legal body becomes an order, or is refused with the path of the field', () => {
    fc.assert(
      fc.property(legalBodies(product, false), (instruction) => {
        const faults = messages.findFaults(product.code, instruction);
        if (faults.length === 0) isSent(product.code, instruction);
        else isRefused(product.code, instruction, faults);
      }),
      { numRuns },
    );
  });
});

describe('FORMAT_ERROR: what pain.001 cannot hold', () => {
  const address = { country: 'NO' };
  const single: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>])[] = [
    ['creditorAddress.buildingNumber', ...inAddress('buildingNumber', 16)],
    ['creditorAddress.postalCode', ...inAddress('postalCode', 16)],
    ['creditorAddress.city', ...inAddress('city', 35)],
    ['creditorAgent', { creditorAgent: 'DNBANOKK' }, { creditorAgent: 'DNBANOK' }],
    ['creditorName', { creditorName: 'a\tb\r\nc' }, { creditorName: 'a\u0001b' }],
    ['creditorName', { creditorName: 'a\ufffdb' }, { creditorName: 'a\uffffb' }],
    ['remittanceInformationStructuredArray[1].referenceIssuer', ...inReference('b', 'b\u001f')],
    [
      'creditorAccount.bban',
      {
        creditorAccount: { bban: '370400440532013000', iban: 'DE89 3704 0044 0532 0130 00', currency: 'NOK' },
      },
      {
        creditorAccount: { bban: '370400440532013001', iban: 'DE89 3704 0044 0532 0130 00', currency: 'NOK' },
      },
    ],
  ];

  function inAddress(name: string, most: number): [Record<string, unknown>, Record<string, unknown>] {
    const of = (length: number) => ({ creditorAddress: { ...address, [name]: '😀'.repeat(length) } });
    return [of(most), of(most + 1)];
  }

  function inReference(good: string, bad: string): [Record<string, unknown>, Record<string, unknown>] {
    const of = (referenceIssuer: string) => ({
      remittanceInformationUnstructured: undefined,
      remittanceInformationStructuredArray: [{ reference: '1' }, { reference: '2', referenceIssuer }],
    });
    return [of(good), of(bad)];
  }

  it.each(single)('%s', (path, good, bad) => {
    const takes = exampleOf('CBCT', good);
    expect(messages.findFaults('CBCT', takes)).toEqual([]);
    expect(sent('CBCT', takes)).not.toBeNull();
    expect(messages.findFaults('CBCT', exampleOf('CBCT', bad))).toEqual([{ path, text: expect.any(String) }]);
  });

  it('names the entry of a bulk payment, and says what a field may hold', () => {
    const bulk = bulkOf(3, { creditorAddress: { country: 'NO', townName: 'x'.repeat(36) } });
    expect(messages.findFaults('BULK_NDCT', bulk)).toEqual(
      [0, 1, 2].map((index) => ({
        path: `payments[${index}].creditorAddress.townName`,
        text: 'must have at most 35 characters',
      })),
    );
  });

  it('takes a card whose identification has 34 characters', () => {
    const card = (identification: string) =>
      exampleOf('INDCTS', {
        debtorAccount: {
          other: { identification, schemeNameProprietary: 'creditCardAccount' },
          currency: 'NOK',
        },
      });
    expect(messages.findFaults('INDCTS', card('4'.repeat(34)))).toEqual([]);
    expect(sent('INDCTS', card('4'.repeat(34)))?.debtorAccount.other?.identification).toHaveLength(34);
    expect(messages.findFaults('INDCTS', card('4'.repeat(35)))).toEqual([
      { path: 'debtorAccount.other.identification', text: 'must have at most 34 characters' },
    ]);
  });

  it('requires one debtor for all entries', () => {
    const bulk = exampleOf('BULK_NDCT') as Instruction & { payments: readonly object[] };
    const named = (...names: readonly string[]) =>
      exampleOf('BULK_NDCT', {
        payments: names.map((debtorName) => ({ ...bulk.payments[0], debtorName })),
      });
    expect(messages.findFaults('BULK_NDCT', named('Kari', '', 'Kari'))).toEqual([]);
    expect(sent('BULK_NDCT', named('', 'Ola', 'Ola'))?.debtorName).toBe('Ola');
    expect(messages.findFaults('BULK_NDCT', named('Kari', 'Ola', 'Kari')).map(({ path }) => path)).toEqual([
      'payments[1].debtorName',
    ]);
  });
});

describe('an order', () => {
  const xml = (code: string, change: Readonly<Record<string, unknown>>) =>
    Buffer.from(messages.writeCreditTransfer(orderOf(code, exampleOf(code, change))))
      .toString()
      .replaceAll(/>\s+</g, '><');
  const structured = (remittance: object) =>
    xml('NDCT', {
      remittanceInformationUnstructured: undefined,
      remittanceInformationStructured: remittance,
    });

  it('has a KID as a reference of the creditor, and an invoice as a document', () => {
    expect(structured({ reference: '1234567890128' })).toContain(
      '<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>1234567890128</Ref></CdtrRefInf></Strd>',
    );
    expect(
      structured({ reference: '4711', referenceType: 'CINV', referenceIssuer: 'BITS-EFAKTURA' }),
    ).toContain(
      '<Strd><RfrdDocInf><Tp><CdOrPrtry><Cd>CINV</Cd></CdOrPrtry><Issr>BITS-EFAKTURA</Issr></Tp><Nb>4711</Nb></RfrdDocInf></Strd>',
    );
    expect(structured({ reference: '4711', referenceType: 'RF' })).toContain('<Prtry>RF</Prtry>');
  });

  it('takes the choices of the bank from the profile', () => {
    expect(xml('INDCTS', {})).toContain('<LclInstrm><Cd>INST</Cd></LclInstrm>');
    expect(xml('SCT', {})).toMatch(/<SvcLvl><Cd>SEPA<.*<ChrgBr>SLEV</);
    expect(xml('CBCT', {})).toContain('<ChrgBr>SHAR</ChrgBr>');
    expect(xml('CBCT', {})).toContain(`<BICFI>${profile.bankBic}</BICFI>`);
  });

  it('marks a bulk payment of salaries alone, and hides each of them', () => {
    const bulk = (purposeCode: string) => written('BULK_NDCT', bulkOf(2, { purposeCode }));
    const marks = (order: Uint8Array) => [
      textsOf(order, 'BtchBookg'),
      /<CtgyPurp>\s*<Cd>SALA</.test(Buffer.from(order).toString()),
    ];
    expect(marks(bulk('SALA'))).toEqual([['true'], true]);
    expect(marks(bulk('PENS'))).toEqual([['false'], false]);
    expect(marks(written('NDCT', exampleOf('NDCT', { purposeCode: 'SALA' })))[1]).toBe(false);
  });

  it('sums its amounts across currencies, unless the sum is too long to write', () => {
    const bulk = bulkOf(1) as Instruction & { payments: readonly object[] };
    const sum = (...amounts: readonly (readonly [string, string])[]) =>
      textsOf(
        written(
          'BULK_NDCT',
          exampleOf('BULK_NDCT', {
            payments: amounts.map(([amount, currency]) => ({
              ...bulk.payments[0],
              instructedAmount: { amount, currency },
            })),
          }),
        ),
        'CtrlSum',
      );
    const twice = (text: string) => [text, text];
    expect(sum(['0.10', 'NOK'], ['0.20', 'SEK'], ['1', 'JPY'], ['0.005', 'KWD'])).toEqual(twice('1.305'));
    expect(sum(['999999999999999999', 'JPY'])).toEqual(twice('999999999999999999'));
    expect(sum(['999999999999999999', 'JPY'], ['1', 'JPY'])).toEqual([]);
  });

  it('is the same however often it is written, each entry with ids of its own', () => {
    const order = orderOf('BULK_NDCT', bulkOf(1_000));
    const [first, second] = [messages.writeCreditTransfer(order), messages.writeCreditTransfer(order)];
    expect(Buffer.compare(first, second)).toBe(0);
    const ids = [...textsOf(first, 'InstrId'), ...textsOf(first, 'UETR')];
    expect(new Set(ids).size).toBe(2_000);
  });

  it('is never refused because of the requester', () => {
    for (const [name, tppId] of [
      ['', ''],
      ['\u0000\ud800'.repeat(200), 'CN=\u0001'],
      ['😀'.repeat(200), 'x'.repeat(36)],
    ] as const) {
      const order = orderOf('NDCT', exampleOf('NDCT'), {
        initiatingParty: { name, tppId },
        debtorName: name,
      });
      expect(Buffer.from(messages.writeCreditTransfer(order)).toString()).not.toContain('<OrgId>');
    }
  });

  it('of a thousand entries takes less than half a second of a processor', () => {
    const order = orderOf('BULK_NDCT', bulkOf(1_000));
    expect(cheapest(() => messages.writeCreditTransfer(order), 400)).toBeLessThan(500);
  });

  it('that cannot be written is a defect', () => {
    const wrong = orderOf('NDCT', exampleOf('NDCT'), { orderId: 'no id' });
    expect(() => messages.writeCreditTransfer(wrong)).toThrow('pain.001.001.09 is not valid: MsgId (line 5)');
    expect(() => messages.writeCreditTransfer(orderOf('NEW', exampleOf('NDCT')))).toThrow('no product NEW');
  });
});

describe('a cancellation', () => {
  it('names the whole order that it cancels', () => {
    const cancels = orderOf('BULK_NDCT', bulkOf(3));
    const own = 'fedcba98765443218123456789abcdef';
    const bytes = messages.writeCancellation({ ...cancels, orderId: own, orderToCancel: cancels });
    expect(coreSide.readOrder(bytes)).toEqual({
      kind: 'CANCELLATION',
      orderId: own,
      cancelledOrderId: orderId,
    });
    const text = Buffer.from(bytes).toString();
    expect(text).toContain('<OrgnlPmtInfId>SALARY-2030-01</OrgnlPmtInfId>');
    expect(text).toContain('<NbOfTxs>3</NbOfTxs>');
  });
});
