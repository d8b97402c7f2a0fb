import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { diag } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { createEntryFinder, instructionIdOf, uetrOf } from '../../../src/bank/core/iso20022/entry-ids.ts';
import { loadMessages, maxReportBytes } from '../../../src/bank/core/iso20022/load-messages.ts';
import { readProfile } from '../../../src/bank/core/iso20022/profile.ts';
import { ownSchemaFolder } from '../../../src/bank/core/iso20022/schema-files.ts';
import { cheapest } from '../../support/cost.ts';
import { bulkOf, exampleOf, messages, orderId, orderOf, profile } from './messages.ts';
import { group, namespaces, payment, read, reported } from './written-reports.ts';

const attributes = (count: number): string =>
  Array.from({ length: count }, (_, index) => `a${index}=""`).join(' ');

describe('documents that are set aside', () => {
  const good = payment(group('<GrpSts>ACSC</GrpSts>'));
  const bomb = `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(1_000)}">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'b'.repeat(n + 1)} "${`&${n === 0 ? 'a' : 'b'.repeat(n)};`.repeat(20)}">`).join('')}]>`;

  it.each<readonly [string, string, string | RegExp, string | RegExp]>([
    ['more than 5 MiB', good.padEnd(maxReportBytes + 1), 'TOO_LARGE', /^5242881 bytes$/],
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
    [
      'another version',
      good.replace('.10"', '.12"'),
      'NAMESPACE',
      /neither pain\.002\.001\.10 nor camt\.029\.001\.09/,
    ],
    [
      'no namespace',
      good.replace(/ xmlns="[^"]+"/, ''),
      'NAMESPACE',
      /neither pain\.002\.001\.10 nor camt\.029\.001\.09/,
    ],
    [
      'an order of our own',
      Buffer.from(messages.writeCreditTransfer(orderOf('NDCT', exampleOf('NDCT')))).toString(),
      'NAMESPACE',
      /neither pain\.002\.001\.10 nor camt\.029\.001\.09/,
    ],
    ['a status that is too long', good.replace('ACSC', 'Kari Nordmann'), 'INVALID', 'GrpSts (line 1)'],
    [
      'an element at the wrong place',
      good.replace('<GrpSts>', '<TxSts>ACSC</TxSts><GrpSts>'),
      'INVALID',
      'TxSts (line 1)',
    ],
    ['another root', `<Report xmlns="${namespaces.payment}"/>`, 'INVALID', 'Report (line 1)'],
  ])('%s', (_, xml, unreadable, detail) => {
    expect(read(xml)).toEqual({
      unreadable,
      detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
    });
    expect(reported(good).orders[0]?.status?.code).toBe('ACSC');
  });

  it('include one with more elements than an order can have entries, before its faults grow costly', () => {
    const entries = (count: number) =>
      payment(
        `${group()}<OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId>${'<TxInfAndSts><TxSts/></TxInfAndSts>'.repeat(count)}</OrgnlPmtInfAndSts>`,
      );
    expect(read(entries(1_999))).toMatchObject({ unreadable: 'INVALID' });
    expect(read(entries(2_000))).toMatchObject({ unreadable: 'TOO_LARGE' });
    const full = entries(140_000);
    expect(full.length).toBeLessThan(maxReportBytes);
    expect(cheapest(() => read(full), 1_000)).toBeLessThan(3_000);
  });

  it.each([
    ['instructions between its elements', (bad: string) => '<?a?>'.repeat(4_000) + bad, ''],
    ['instructions before its root', (bad: string) => bad, '<?a?>'.repeat(4_001)],
    [
      'elements in all',
      (bad: string) => `${bad}<StsRsnInf>${'<AddtlInf/>'.repeat(1_900)}</StsRsnInf>`.repeat(42),
      '',
    ],
    ['attributes', (bad: string) => `<StsRsnInf ${attributes(80_000)}/>${bad}`, ''],
    [
      'comments in all',
      (bad: string) => bad + `<StsRsnInf>${'<!---->'.repeat(4_000)}</StsRsnInf>`.repeat(60),
      '',
    ],
  ])('include one with too many %s, before its faults grow costly', (_, inside, before) => {
    const bad = `<StsRsnInf>${'<AddtlInf/>'.repeat(1_500)}</StsRsnInf>`;
    const xml = payment(group(inside(bad))).replace('<Document', `${before}<Document`);
    expect(read(xml)).toMatchObject({ unreadable: 'TOO_LARGE' });
    expect(cheapest(() => read(xml), 1_000)).toBeLessThan(1_000);
  });

  it('do not include one that repeats all of a full order, on lines of its own', () => {
    const line = (xml: string) => xml.replaceAll(/<(?=\w)/g, '\n<').replaceAll(/(?<=<\/\w+>)<(?=\/)/g, '\n<');
    const repeated = line(`<OrgnlTxRef>${'<Dbtr><Nm>Kari</Nm></Dbtr>'.repeat(31)}</OrgnlTxRef>`);
    const entry = line('<TxInfAndSts><OrgnlEndToEndId>E</OrgnlEndToEndId><TxSts>ACSC</TxSts></TxInfAndSts>');
    const entries = entry.replace('</TxInfAndSts>', `${repeated}\n</TxInfAndSts>`).repeat(1_000);
    const xml = payment(
      `${group()}<OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId>${entries}</OrgnlPmtInfAndSts>`,
    );
    expect(xml.match(/<\w/g)?.length).toBeGreaterThan(65_000);
    expect(reported(xml).orders[0]?.entries).toHaveLength(1_000);
  });

  it('include any bytes, and nothing is thrown', () => {
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
        expect('report' in found || /^[A-Z_]+$/.test(found.unreadable)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

it('3,000 documents leak no memory', () => {
  const written = orderOf('NDCT', exampleOf('NDCT'));
  const xml = [
    payment(group('<GrpSts>ACSC</GrpSts>')),
    payment('<a/>'),
    '<a>',
    payment(group()).replace('.10"', '"'),
  ];
  const round = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      if (index % 10 === 0) messages.writeCreditTransfer(written);
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
  const find = createEntryFinder({ orderId, instruction: bulkOf(1_000) }, true);

  it('is found by its instruction id, else its UETR, else a unique end-to-end id', () => {
    for (const index of [0, 35, 36, 999]) {
      expect(find({ ...none, instructionId: instructionIdOf(orderId, index) })).toBe(index);
      expect(find({ ...none, uetr: uetrOf(orderId, index) })).toBe(index);
      expect(find({ ...none, endToEndId: `E${index}` })).toBe(index);
    }
    expect(find({ ...none, instructionId: instructionIdOf(orderId, 1_000), endToEndId: 'E1' })).toBeNull();
    expect(find({ ...none, uetr: uetrOf(orderId, 1_000) })).toBeNull();
    expect(find(none)).toBeNull();
    const alike = createEntryFinder(
      { orderId, instruction: bulkOf(2, { endToEndIdentification: 'E' }) },
      true,
    );
    expect(alike({ ...none, endToEndId: 'E' })).toBeNull();
  });

  it('of a single payment is the payment', () => {
    const single = createEntryFinder({ orderId, instruction: exampleOf('NDCT') }, true);
    expect(single(none)).toBe(0);
    expect(single({ ...none, endToEndId: 'NOTPROVIDED' })).toBe(0);
    expect(single({ ...none, endToEndId: 'another' })).toBeNull();
    expect(single({ ...none, uetr: uetrOf(orderId, 1) })).toBeNull();
  });

  it('of an order sent without a UETR is found although the bank has given one', () => {
    const find = messages.createEntryFinder({ orderId, product: 'SCT', instruction: exampleOf('SCT') });
    const uetr = uetrOf(orderId, 1);
    expect(find({ ...none, uetr })).toBe(0);
    expect(find({ ...none, uetr, endToEndId: 'NOTPROVIDED' })).toBe(0);
    expect(find({ ...none, uetr, endToEndId: 'another' })).toBeNull();
    // A previous release wrote a UETR.
    expect(find({ ...none, uetr: uetrOf(orderId, 0), endToEndId: 'another' })).toBe(0);
  });
});

describe('ISO_SCHEMA_DIR', () => {
  /** A folder with our order schema that limits the town to 10 characters, as a bank may. */
  function folder(): string {
    const made = mkdtempSync(join(tmpdir(), 'schemas-'));
    const own = readFileSync(join(ownSchemaFolder, 'pain.001.001.09.xsd'), 'utf8');
    const restricted = own
      .replace('name="TwnNm" type="Text35"', 'name="TwnNm" type="Text10"')
      .replaceAll('name="Ustrd" type="Text140"', 'name="Ustrd" type="Text35"');
    expect(restricted).not.toBe(own);
    writeFileSync(join(made, 'pain.001.001.09.xsd'), restricted);
    return made;
  }

  it('makes a creation refuse, with the path, a body that the published schema rejects', () => {
    const strict = loadMessages(profile, folder());
    const bulk = bulkOf(2, { creditorAddress: { country: 'NO', townName: 'Longyearbyen' } });
    expect(messages.findFaults('BULK_NDCT', bulk)).toEqual([]);
    expect(strict.findFaults('BULK_NDCT', bulk)).toEqual(
      [0, 1].map((index) => ({
        path: `payments[${index}].creditorAddress.townName`,
        text: "does not fit the bank's schema of pain.001.001.09, element TwnNm",
      })),
    );
    expect(() => strict.writeCreditTransfer(orderOf('BULK_NDCT', bulk))).toThrow('TwnNm');
    const words = exampleOf('NDCT', { remittanceInformationUnstructured: 'x'.repeat(36) });
    expect(strict.findFaults('NDCT', words).map(({ path }) => path)).toEqual([
      'remittanceInformationUnstructured',
    ]);
    expect(strict.findFaults('NDCT', exampleOf('NDCT'))).toEqual([]);
  });
});

describe('the profile', () => {
  it('names every product and the bank, or each fault with its path', () => {
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
    expect(readProfile('nowhere.json')).toEqual({ faults: ['nowhere.json: cannot be read'] });
    writeFileSync(path, '{');
    expect(readProfile(path)).toEqual({ faults: [`${path}: is not valid JSON`] });
  });
});
