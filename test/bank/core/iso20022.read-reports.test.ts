import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instructionIdOf, uetrOf } from '../../../src/bank/core/iso20022/entry-ids.ts';
import type {
  EntryReport,
  OrderReport,
  Report,
  ReportedStatus,
} from '../../../src/domain/payments/reports/report.ts';
import { coreSide, messages, orderId } from './messages.ts';
import { cancellation, group, namespaces, original, payment, reported } from './written-reports.ts';

const code = fc.string({ unit: fc.constantFrom(...'ACSPJRT<&'), minLength: 1, maxLength: 4 });
const words = fc.string({ unit: fc.constantFrom(...'abc æ<&'), maxLength: 100 }).map((text) => text.trim());
const status: fc.Arbitrary<ReportedStatus> = fc.record({
  code,
  reason: fc.option(fc.record({ code: fc.option(code, { nil: null }), text: words }), { nil: null }),
});
const entry: fc.Arbitrary<EntryReport> = fc.nat(999).chain((index) =>
  fc.record({
    ids: fc.record({
      instructionId: fc.constantFrom(null, instructionIdOf(orderId, index)),
      endToEndId: fc.constantFrom(null, `E${index}`),
      uetr: fc.constantFrom(null, uetrOf(orderId, index)),
    }),
    status,
  }),
);
const order = fc.record({
  orderId: fc.constantFrom(orderId, 'an id of somebody else', 'another one'),
  informationId: fc.constant(null),
  status: fc.option(status, { nil: null }),
  entries: fc.array(entry, { maxLength: 4 }),
});
const about = { messageId: 'M1', createdAt: '2030-01-02T03:04:05Z', hasPartWithoutOrder: false };

describe('a report', () => {
  it('of payments is read as it was written', () => {
    fc.assert(
      fc.property(order, fc.constantFrom('PAYMENT', 'CANCELLATION'), (one, of) => {
        const report: Report = { ...about, about: of, orders: [one] };
        expect(messages.readReport(coreSide.writePaymentReport(report))).toEqual({ report });
      }),
    );
  });

  it('of cancellations is read as it was written', () => {
    const given = order.filter((one) => one.status !== null);
    const each = { minLength: 1, maxLength: 3, selector: (one: OrderReport) => one.orderId };
    fc.assert(
      fc.property(fc.uniqueArray(given, each), (orders) => {
        const report: Report = { ...about, about: 'CANCELLATION', orders };
        expect(messages.readReport(coreSide.writeCancellationReport(report, 'CNCL'))).toEqual({ report });
      }),
    );
  });

  it('may hold unused elements, comments, CDATA and another prefix', () => {
    const { orders } = reported(
      payment(
        `${group('<OrgnlNbOfTxs>1</OrgnlNbOfTxs><NbOfTxsPerSts><DtldNbOfTxs>1</DtldNbOfTxs><DtldSts>ACSC</DtldSts></NbOfTxsPerSts>')}
         <OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId><!-- one --><TxInfAndSts><TxSts><![CDATA[AC]]>SC</TxSts>
         <OrgnlTxRef><Amt><InstdAmt Ccy="NOK">1</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts></OrgnlPmtInfAndSts>`,
      ),
    );
    expect(orders[0]?.entries[0]?.status.code).toBe('ACSC');
    const prefixed = payment(group('<GrpSts>ACSC</GrpSts>'), '<Document>')
      .replaceAll('</', '</i:')
      .replaceAll(/<(?=[A-Z])/g, '<i:')
      .replace('<i:Document>', `<i:Document xmlns:i="${namespaces.payment}">`);
    expect(reported(prefixed).orders[0]?.status?.code).toBe('ACSC');
  });

  it.each(['UTF-16', 'utf-16le', 'ISO-8859-1', 'windows-1252', 'UCS-4', 'x-unknown'])(
    'is read as the text that it is, though it declares %s',
    (encoding) => {
      const group_ = '<GrpSts>RJCT</GrpSts><StsRsnInf><AddtlInf>Beløpet er for høyt</AddtlInf></StsRsnInf>';
      const xml = payment(group(group_)).replace('UTF-8', encoding);
      expect(xml).toContain(encoding);
      expect(reported(xml).orders[0]?.status).toEqual({
        code: 'RJCT',
        reason: { code: null, text: 'Beløpet er for høyt' },
      });
    },
  );

  it('is read past processing instructions and comments in any place', () => {
    const entry = '<TxInfAndSts><OrgnlInstrId>I</OrgnlInstrId><TxSts>ACSC</TxSts></TxInfAndSts>';
    const blocks = `<OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId>${entry}</OrgnlPmtInfAndSts>`;
    const plain = payment(group('<GrpSts>ACTC</GrpSts>') + blocks);
    const expected = reported(plain);
    expect(expected.orders[0]?.entries).toHaveLength(1);
    for (const between of ['<?page 1?>', '<!-- one -->', '<?a?><?b c="d"?>'])
      expect(reported(plain.replaceAll(/(?<!\?)>(?=<)|(?<=\w)(?=<\/)/g, `$&${between}`))).toEqual(expected);
  });

  it('takes the status of an order from its payment information before the message', () => {
    const xml = payment(
      `${group('<GrpSts>ACTC</GrpSts>')}<OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts>
       <StsRsnInf><Rsn><Prtry>Own word</Prtry></Rsn><AddtlInf>one</AddtlInf><AddtlInf>two</AddtlInf></StsRsnInf>
       <TxInfAndSts><OrgnlInstrId>without a status</OrgnlInstrId></TxInfAndSts></OrgnlPmtInfAndSts>`,
    );
    expect(reported(xml).orders).toEqual([
      {
        orderId,
        informationId: null,
        status: { code: 'RJCT', reason: { code: 'Own word', text: 'one two' } },
        entries: [],
      },
    ]);
  });

  it.each([
    [
      'of the message, if its payment information has the same status without one',
      'RJCT',
      ['DU01'],
      '',
      'DU01',
    ],
    ['of its payment information before that of the message', 'RJCT', ['DU01'], 'AC04', 'AC04'],
    ['of the message only with the status of the message', 'ACTC', ['NARR'], '', null],
    ['that names a duplicate before any other', 'RJCT', ['NARR', 'DU01', 'AC04'], '', 'DU01'],
  ])('has the reason %s', (_, code, reasons, own, expected) => {
    const reasonOf = (one: string) => `<StsRsnInf><Rsn><Cd>${one}</Cd></Rsn></StsRsnInf>`;
    const block = `<OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts>
      ${own === '' ? '' : reasonOf(own)}</OrgnlPmtInfAndSts>`;
    const xml = payment(group(`<GrpSts>${code}</GrpSts>${reasons.map(reasonOf).join('')}`) + block);
    const [order] = reported(xml).orders;
    expect([order?.status?.code, order?.status?.reason?.code ?? null]).toEqual(['RJCT', expected]);
  });

  it('has the reason of a later payment information of its order if the first has none', () => {
    const block = (reason: string) =>
      `<OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts>${reason}</OrgnlPmtInfAndSts>`;
    const xml = payment(group() + block('') + block('<StsRsnInf><Rsn><Cd>DU01</Cd></Rsn></StsRsnInf>'));
    expect(reported(xml).orders.map(({ status: of }) => of?.reason?.code)).toEqual(['DU01']);
  });

  it('is about the original message that it names, in any version', () => {
    const of = (name: string) =>
      reported(payment(group('<GrpSts>RJCT</GrpSts>')).replace('pain.001.001.09', name)).about;
    expect(
      ['pain.001.001.03', 'PAIN.001', 'camt.055.001.08', 'camt.055', 'pacs.008', 'NOTPROVIDED'].map(of),
    ).toEqual(['PAYMENT', 'PAYMENT', 'CANCELLATION', 'CANCELLATION', null, null]);
  });

  it('with several payment informations is one report each, with the status of the message where one is missing', () => {
    const block = (id: string, inside: string) =>
      `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId>${inside}</OrgnlPmtInfAndSts>`;
    const entry = (id: string, status = '') =>
      `<TxInfAndSts><OrgnlInstrId>${id}</OrgnlInstrId>${status}</TxInfAndSts>`;
    const xml = payment(
      group('<GrpSts>PART</GrpSts>') +
        block('A', `<PmtInfSts>ACSC</PmtInfSts>${entry('1')}${entry('2', '<TxSts>ACSP</TxSts>')}`) +
        block('B', entry('3', '<TxSts>ACSC</TxSts>')) +
        block('A', `<PmtInfSts>RJCT</PmtInfSts>${entry('4')}`) +
        block('A', '<PmtInfSts>ACCP</PmtInfSts>'),
    );
    const codes = reported(xml).orders.map(({ informationId, status: of, entries }) => [
      informationId,
      of?.code,
      entries.map(({ ids, status: own }) => `${ids.instructionId} ${own.code}`),
    ]);
    expect(codes).toEqual([
      ['A', 'ACCP', ['1 ACSC', '2 ACSP', '4 RJCT']],
      ['B', 'PART', ['3 ACSC']],
    ]);
  });

  it('of a cancellation in several parts is one report, each part deciding the entries that it names', () => {
    const part = (status: string, id: string) =>
      `<OrgnlPmtInfAndSts><OrgnlPmtInfCxlId>C</OrgnlPmtInfCxlId><OrgnlPmtInfId>P</OrgnlPmtInfId><PmtInfCxlSts>${status}</PmtInfCxlSts>
       <TxInfAndSts><OrgnlInstrId>${id}</OrgnlInstrId></TxInfAndSts></OrgnlPmtInfAndSts>`;
    const xml = cancellation(
      `<Sts><Conf>PECR</Conf></Sts><CxlDtls>${part('ACCR', '1')}</CxlDtls><CxlDtls>${part('RJCR', '2')}</CxlDtls>`,
    );
    expect(
      reported(xml).orders.map(({ orderId: id, status: of, entries }) => [
        id,
        of?.code,
        entries.map(({ ids, status: own }) => `${ids.instructionId} ${own.code}`),
      ]),
    ).toEqual([['C', 'PECR', ['1 ACCR', '2 RJCR']]]);
  });

  it('of a cancellation names its subject in one of four ways', () => {
    const conclusion = '<Sts><Conf>RJCR</Conf></Sts>';
    const ids = (inside: string) =>
      reported(cancellation(inside)).orders.map((one) => [one.orderId, one.status?.code]);
    expect(ids(`<RslvdCase><Id>C</Id><Cretr/></RslvdCase>${conclusion}`)).toEqual([['C', 'RJCR']]);
    expect(ids(conclusion)).toEqual([]);
    const details = (inside: string) => `${conclusion}<CxlDtls>${inside}</CxlDtls>`;
    expect(
      ids(details(`<OrgnlGrpInfAndSts>${original}<GrpCxlSts>ACCR</GrpCxlSts></OrgnlGrpInfAndSts>`)),
    ).toEqual([[orderId, 'ACCR']]);
    expect(
      ids(
        details(
          `<OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId><OrgnlGrpInf>${original}</OrgnlGrpInf></OrgnlPmtInfAndSts>`,
        ),
      ),
    ).toEqual([[orderId, 'RJCR']]);
  });
});
