/** Reports in ISO 20022: read where they are valid, else kept aside for a reason that has a name. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { diag } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { entryFinder, instructionIdOf, uetrOf } from '../../../src/bank/core/iso20022/entry-ids.ts';
import { isoFolder, loadMessages, reportBytesAtMost } from '../../../src/bank/core/iso20022/load-messages.ts';
import { readProfile } from '../../../src/bank/core/iso20022/profile.ts';
import type {
  EntryReport,
  OrderReport,
  Report,
  ReportedStatus,
} from '../../../src/domain/payments/reports/report.ts';
import { cheapest } from '../../support/cost.ts';
import { bulkOf, coreSide, exampleOf, messages, orderId, orderOf, profile } from './messages.ts';

const namespaces = {
  payment: 'urn:iso:std:iso:20022:tech:xsd:pain.002.001.10',
  cancellation: 'urn:iso:std:iso:20022:tech:xsd:camt.029.001.09',
};
const read = (xml: string) => messages.readReport(Buffer.from(xml));
const reported = (xml: string) => {
  const found = read(xml);
  if ('aside' in found) throw new Error(`${found.aside}: ${found.detail}`);
  return found.report;
};

const header = '<GrpHdr><MsgId>M1</MsgId><CreDtTm>2030-01-02T03:04:05+01:00</CreDtTm></GrpHdr>';
const original = `<OrgnlMsgId>${orderId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>`;
const payment = (inside: string, open = `<Document xmlns="${namespaces.payment}">`) =>
  `<?xml version="1.0" encoding="UTF-8"?>${open}<CstmrPmtStsRpt>${header}${inside}</CstmrPmtStsRpt></Document>`;
const group = (inside = '') => `<OrgnlGrpInfAndSts>${original}${inside}</OrgnlGrpInfAndSts>`;
const cancellation = (inside: string) =>
  `<Document xmlns="${namespaces.cancellation}"><RsltnOfInvstgtn><Assgnmt><Id>M2</Id><Assgnr/><Assgne/><CreDtTm>2030-01-02T03:04:05</CreDtTm></Assgnmt>${inside}</RsltnOfInvstgtn></Document>`;

const code = fc.string({ unit: fc.constantFrom(...'ACSPJRT<&'), minLength: 1, maxLength: 4 });
const words = fc.string({ unit: fc.constantFrom(...'abc æ<&'), maxLength: 100 }).map((text) => text.trim());
const status: fc.Arbitrary<ReportedStatus> = fc.record({
  code,
  reason: fc.option(fc.record({ code: fc.option(code, { nil: null }), text: words }), { nil: null }),
});
const entry: fc.Arbitrary<EntryReport> = fc.nat(999).chain((index) =>
  fc.record({
    names: fc.record({
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
const about = { messageId: 'M1', createdAt: '2030-01-02T03:04:05Z' };

describe('a report', () => {
  it('of payments is read as it was written', () => {
    fc.assert(
      fc.property(order, fc.constantFrom('PAYMENT', 'CANCELLATION'), (one, of) => {
        const report: Report = { ...about, kind: 'PAYMENT', about: of, orders: [one] };
        expect(messages.readReport(coreSide.paymentReport(report))).toEqual({ report });
      }),
    );
  });

  it('of cancellations is read as it was written', () => {
    const given = order.filter((one) => one.status !== null);
    const each = { minLength: 1, maxLength: 3, selector: (one: OrderReport) => one.orderId };
    fc.assert(
      fc.property(fc.uniqueArray(given, each), (orders) => {
        const report: Report = { ...about, kind: 'CANCELLATION', about: 'CANCELLATION', orders };
        expect(messages.readReport(coreSide.cancellationReport(report, 'CNCL'))).toEqual({ report });
      }),
    );
  });

  it('may hold what nothing is read of, comments, CDATA and another prefix', () => {
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

  it('is read beyond processing instructions and comments, wherever they stand', () => {
    const entry = '<TxInfAndSts><OrgnlInstrId>I</OrgnlInstrId><TxSts>ACSC</TxSts></TxInfAndSts>';
    const blocks = `<OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId>${entry}</OrgnlPmtInfAndSts>`;
    const plain = payment(group('<GrpSts>ACTC</GrpSts>') + blocks);
    const expected = reported(plain);
    expect(expected.orders[0]?.entries).toHaveLength(1);
    for (const between of ['<?page 1?>', '<!-- one -->', '<?a?><?b c="d"?>'])
      expect(reported(plain.replaceAll(/(?<!\?)>(?=<)|(?<=\w)(?=<\/)/g, `$&${between}`))).toEqual(expected);
  });

  it('says of an order what its payment information says, before what the message says', () => {
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

  it('is about what the name of the original message says, in whatever version', () => {
    const of = (name: string) =>
      reported(payment(group('<GrpSts>RJCT</GrpSts>')).replace('pain.001.001.09', name)).about;
    expect(
      ['pain.001.001.03', 'PAIN.001', 'camt.055.001.08', 'camt.055', 'pacs.008', 'NOTPROVIDED'].map(of),
    ).toEqual(['PAYMENT', 'PAYMENT', 'CANCELLATION', 'CANCELLATION', null, null]);
  });

  it('of several payment informations is one of each, with the status of the message where it has none', () => {
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
      entries.map(({ names, status: own }) => `${names.instructionId} ${own.code}`),
    ]);
    expect(codes).toEqual([
      ['A', 'ACCP', ['1 ACSC', '2 ACSP', '4 RJCT']],
      ['B', 'PART', ['3 ACSC']],
    ]);
  });

  it('of a cancellation in several parts is one, each part of which decides the entries that it names', () => {
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
        entries.map(({ names, status: own }) => `${names.instructionId} ${own.code}`),
      ]),
    ).toEqual([['C', 'PECR', ['1 ACCR', '2 RJCR']]]);
  });

  it('of a cancellation names what it is about in one of four ways', () => {
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

describe('kept aside', () => {
  const good = payment(group('<GrpSts>ACSC</GrpSts>'));
  const bomb = `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(1_000)}">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'b'.repeat(n + 1)} "${`&${n === 0 ? 'a' : 'b'.repeat(n)};`.repeat(20)}">`).join('')}]>`;

  it.each<readonly [string, string, string | RegExp, string | RegExp]>([
    ['more than 5 MiB', good.padEnd(reportBytesAtMost + 1), 'TOO_LARGE', /^5242881 bytes$/],
    ['a DOCTYPE', good.replace('<Document', '<!DOCTYPE Document><Document'), 'DOCTYPE', 'line 1'],
    [
      'an entity of a file',
      good
        .replace('<Document', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document')
        .replace('ACSC', '&x;'),
      'DOCTYPE',
      /line/,
    ],
    [
      'entities without bound',
      good.replace('<Document', `${bomb}<Document`).replace('<GrpSts>', '<GrpSts x="&bbbbbbbbb;">'),
      'DOCTYPE',
      /line/,
    ],
    ['no XML', 'a report', 'NOT_XML', 'line 1'],
    ['nothing', '', 'NOT_XML', /line/],
    ['a control character', good.replace('ACSC', '\u0001'), 'NOT_XML', 'line 1'],
    ['an end that is missing', good.slice(0, -3), 'NOT_XML', 'line 1'],
    ['elements within elements', `${'<a>'.repeat(3_000)}${'</a>'.repeat(3_000)}`, 'NOT_XML', /line/],
    ['another version', good.replace('.10"', '.12"'), 'NAMESPACE', /none of/],
    ['no namespace', good.replace(/ xmlns="[^"]+"/, ''), 'NAMESPACE', /none of/],
    [
      'an order of our own',
      Buffer.from(messages.creditTransfer(orderOf('NDCT', exampleOf('NDCT')))).toString(),
      'NAMESPACE',
      /none of/,
    ],
    ['a status that is too long', good.replace('ACSC', 'Kari Nordmann'), 'INVALID', 'GrpSts (line 1)'],
    [
      'an element at the wrong place',
      good.replace('<GrpSts>', '<TxSts>ACSC</TxSts><GrpSts>'),
      'INVALID',
      'TxSts (line 1)',
    ],
    ['another root', `<Report xmlns="${namespaces.payment}"/>`, 'INVALID', 'Report (line 1)'],
  ])('%s', (_, xml, aside, detail) => {
    expect(read(xml)).toEqual({
      aside,
      detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
    });
    expect(reported(good).orders[0]?.status?.code).toBe('ACSC');
  });

  it('are more elements in one than an order can have entries, before each of their faults costs more than the last', () => {
    const entries = (count: number) =>
      payment(
        `${group()}<OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId>${'<TxInfAndSts><TxSts/></TxInfAndSts>'.repeat(count)}</OrgnlPmtInfAndSts>`,
      );
    expect(read(entries(1_999))).toMatchObject({ aside: 'INVALID' });
    expect(read(entries(2_000))).toMatchObject({ aside: 'TOO_LARGE' });
    const full = entries(140_000);
    expect(full.length).toBeLessThan(reportBytesAtMost);
    expect(cheapest(() => read(full), 1_000)).toBeLessThan(3_000);
  });

  it('are bytes of any kind, and nothing is thrown', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .tuple(fc.nat(good.length), fc.uint8Array({ maxLength: 4 }))
        .map(([at, put]) =>
          Buffer.concat([Buffer.from(good.slice(0, at)), put, Buffer.from(good.slice(at + put.length))]),
        ),
    );
    fc.assert(
      fc.property(bytes, (all) => {
        const found = messages.readReport(all);
        expect('report' in found || /^[A-Z_]+$/.test(found.aside)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

it('3,000 documents leave no memory behind', () => {
  const written = orderOf('NDCT', exampleOf('NDCT'));
  const xml = [
    payment(group('<GrpSts>ACSC</GrpSts>')),
    payment('<a/>'),
    '<a>',
    payment(group()).replace('.10"', '"'),
  ];
  const round = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      if (index % 10 === 0) messages.creditTransfer(written);
      read(xml[index % xml.length] ?? '');
    }
  };
  diag.configure({ enabled: true });
  try {
    round(300);
    const { external } = process.memoryUsage();
    round(3_000);
    expect(diag.report()).toEqual({});
    expect(process.memoryUsage().external - external).toBeLessThan(2 * 1024 * 1024);
  } finally {
    diag.configure({ enabled: false });
  }
});

describe('the entry that a report names', () => {
  const none = { instructionId: null, uetr: null, endToEndId: null };
  const find = entryFinder({ orderId, instruction: bulkOf(1_000) });

  it('is found by its instruction id, else its UETR, else an end-to-end id that no other has', () => {
    for (const index of [0, 35, 36, 999]) {
      expect(find({ ...none, instructionId: instructionIdOf(orderId, index) })).toBe(index);
      expect(find({ ...none, uetr: uetrOf(orderId, index) })).toBe(index);
      expect(find({ ...none, endToEndId: `E${index}` })).toBe(index);
    }
    expect(find({ ...none, instructionId: instructionIdOf(orderId, 1_000), endToEndId: 'E1' })).toBeNull();
    expect(find({ ...none, uetr: uetrOf(orderId, 1_000) })).toBeNull();
    expect(find(none)).toBeNull();
    const alike = entryFinder({ orderId, instruction: bulkOf(2, { endToEndIdentification: 'E' }) });
    expect(alike({ ...none, endToEndId: 'E' })).toBeNull();
  });

  it('of a single payment is the payment', () => {
    const single = entryFinder({ orderId, instruction: exampleOf('NDCT') });
    expect(single(none)).toBe(0);
    expect(single({ ...none, endToEndId: 'NOTPROVIDED' })).toBe(0);
    expect(single({ ...none, endToEndId: 'another' })).toBeNull();
  });
});

describe('ISO_SCHEMA_DIR', () => {
  /** A folder with our schema of orders in which the town may have 10 characters, as a bank may restrict it. */
  function folder(): string {
    const made = mkdtempSync(join(tmpdir(), 'schemas-'));
    const own = readFileSync(join(isoFolder, 'pain.001.001.09.xsd'), 'utf8');
    const restricted = own
      .replace('name="TwnNm" type="Text35"', 'name="TwnNm" type="Text10"')
      .replaceAll('name="Ustrd" type="Text140"', 'name="Ustrd" type="Text35"');
    expect(restricted).not.toBe(own);
    writeFileSync(join(made, 'pain.001.001.09.xsd'), restricted);
    return made;
  }

  it('refuses at creation, with the path, what a published schema does not take', async () => {
    const strict = await loadMessages({ profile, schemaFolder: folder() });
    const bulk = bulkOf(2, { creditorAddress: { country: 'NO', townName: 'Longyearbyen' } });
    expect(messages.faults('BULK_NDCT', bulk)).toEqual([]);
    expect(strict.faults('BULK_NDCT', bulk)).toEqual(
      [0, 1].map((index) => ({
        path: `payments[${index}].creditorAddress.townName`,
        text: "is not taken by the bank's schema of pain.001.001.09, element TwnNm",
      })),
    );
    expect(() => strict.creditTransfer(orderOf('BULK_NDCT', bulk))).toThrow('TwnNm');
    const words = exampleOf('NDCT', { remittanceInformationUnstructured: 'x'.repeat(36) });
    expect(strict.faults('NDCT', words).map(({ path }) => path)).toEqual([
      'remittanceInformationUnstructured',
    ]);
    expect(strict.faults('NDCT', exampleOf('NDCT'))).toEqual([]);
  });
});

describe('the profile', () => {
  it('names every product and the bank, or every fault with its path', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'profile-')), 'profile.json');
    const { NDCT: _, ...others } = profile.products;
    writeFileSync(
      path,
      JSON.stringify({ ...profile, bankBic: 'no BIC', products: { ...others, SCT: { chargeBearer: 'ME' } } }),
    );
    const found = readProfile(path);
    const faults = 'faults' in found ? found.faults.join('\n') : '';
    expect(faults).toMatch(/bankBic: must be a BIC/);
    expect(faults).toMatch(/products\.NDCT: /);
    expect(faults).toMatch(/products\.SCT\.chargeBearer: /);
    expect(readProfile('nowhere.json')).toEqual({ faults: ['nowhere.json: cannot be read as JSON'] });
  });
});
