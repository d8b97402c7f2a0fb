import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadMessages } from '../../../src/bank/core/iso20022/load-messages.ts';
import type { Messages } from '../../../src/bank/core/iso20022/messages.ts';
import type { ProductProfile } from '../../../src/bank/core/iso20022/profile.ts';
import { readProfile } from '../../../src/bank/core/iso20022/profile.ts';
import { ownSchemaFolder } from '../../../src/bank/core/iso20022/schema-files.ts';
import { type CoreFiles, openCore } from '../../../src/bank/core/open.ts';
import type { CallSettings } from '../../../src/bank/remote-calls/settings.ts';
import { bulkOf, coreSide, exampleOf, orderOf, profile } from './messages.ts';

type Change = Partial<ProductProfile>;

const changed = (code: string, change: Change) => ({
  ...profile,
  products: { ...profile.products, [code]: { ...profile.products[code], ...change } as ProductProfile },
});

const loaded = (code: string, change: Change, schemaFolder: string | null = null): Messages =>
  loadMessages(changed(code, change), schemaFolder);

function folderWith(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'product-'));
  writeFileSync(join(folder, name), text);
  return folder;
}

const general = 'pain.001.001.09.xsd';
const ours = readFileSync(join(ownSchemaFolder, general), 'utf8');
/** Our order schema with texts of at most 35 characters, as a bank may restrict it. */
const restricted = ours.replace('name="Ustrd" type="Text140"', 'name="Ustrd" type="Text35"');
const long = { remittanceInformationUnstructured: 'x'.repeat(36) };

describe('an order is written as the profile of its product says', () => {
  const written = (change: Change, fields: object = {}) => {
    const messages = loaded('NDCT', change);
    const bytes = messages.writeCreditTransfer(orderOf('NDCT', exampleOf('NDCT', { ...fields })));
    return { xml: Buffer.from(bytes).toString(), read: coreSide.readOrder(bytes) };
  };

  it('with a UETR and the currencies of both accounts, or without', () => {
    const usual = written({});
    expect(usual.xml.match(/<Ccy>NOK</g)).toHaveLength(2);
    expect(usual.xml).toContain('<UETR>');
    const without = written({ uetr: false, accountCurrency: 'NONE' });
    expect(without.xml).not.toMatch(/<UETR>|<Ccy>/);
    expect(without.read).toMatchObject({ debtorAccount: { currency: 'NOK' } });
    expect(written({ accountCurrency: 'DEBTOR' }).xml.match(/<Ccy>NOK</g)).toHaveLength(1);
  });

  it('with the BIC of the bank, or with none provided', () => {
    const agent = /<DbtrAgt>.*<\/DbtrAgt>/s;
    const inside = (change: Change) => agent.exec(written(change).xml.replace(/\s/g, ''))?.[0];
    const around = (id: string) => `<DbtrAgt><FinInstnId>${id}</FinInstnId></DbtrAgt>`;
    expect(inside({})).toBe(around(`<BICFI>${profile.bankBic}</BICFI>`));
    expect(inside({ debtorAgent: 'NOTPROVIDED' })).toBe(around('<Othr><Id>NOTPROVIDED</Id></Othr>'));
  });

  it('with names in the Latin letters of SEPA, where the bank takes no others', () => {
    const messages = loaded('NDCT', { characters: 'LATIN', nameLength: 70 });
    const name = (text: string) => {
      const order = orderOf('NDCT', exampleOf('NDCT'), {
        initiatingParty: { name: text, tppId: 'A' },
        debtorName: text,
      });
      const xml = Buffer.from(messages.writeCreditTransfer(order)).toString();
      return ['InitgPty', 'Dbtr'].map(
        (party) => new RegExp(`<${party}>\\s*<Nm>([^<]*)<`).exec(xml)?.[1] ?? null,
      );
    };
    expect(name('Bjørn Åse Müller & Æsop, Łódź')).toEqual(
      Array.from({ length: 2 }, () => 'Bjorn Ase Muller . AEsop, Lodz'),
    );
    expect(name('æ'.repeat(70))).toEqual(Array.from({ length: 2 }, () => 'ae'.repeat(35)));
    expect(name('')).toEqual([null, '-']);
  });
});

describe('a payment that the profile of its product excludes is refused', () => {
  it.each<readonly [string, string, Change, object, object]>([
    ['creditorName', 'NDCT', { characters: 'LATIN' }, { creditorName: 'Kari' }, { creditorName: 'Bjørn' }],
    [
      'payments[0].instructedAmount.amount',
      'BULK_NDCT',
      { maxAmount: '10' },
      { payments: [entry({ instructedAmount: { amount: '10.00', currency: 'NOK' } })] },
      { payments: [entry({ instructedAmount: { amount: '10.01', currency: 'NOK' } })] },
    ],
    [
      'paymentInformationId',
      'BULK_NDCT',
      { references: 'LATIN' },
      { paymentInformationId: 'a/b' },
      { paymentInformationId: 'a/' },
    ],
    [
      'payments[0].endToEndIdentification',
      'BULK_NDCT',
      { references: 'LATIN' },
      { payments: [entry({ endToEndIdentification: 'a' })] },
      { payments: [entry({ endToEndIdentification: '_' })] },
    ],
  ])('%s of %s with %j', (path, code, change, good, bad) => {
    const messages = loaded(code, change);
    expect(messages.findFaults(code, exampleOf(code, { ...good }))).toEqual([]);
    const faults = messages.findFaults(code, exampleOf(code, { ...bad }));
    expect(faults).toEqual([{ path, text: expect.stringMatching(/^must /) }]);
  });

  function entry(change: Readonly<Record<string, unknown>>): object {
    const [first] = (bulkOf(1, change) as unknown as { payments: readonly object[] }).payments;
    return first ?? {};
  }
});

describe('the schema of a product', () => {
  it('validates only the orders of that product', () => {
    const messages = loaded('NDCT', { schema: 'own.xsd' }, folderWith('own.xsd', restricted));
    expect(messages.findFaults('NDCT', exampleOf('NDCT', long))).toEqual([
      { path: 'remittanceInformationUnstructured', text: expect.stringContaining('element Ustrd') },
    ]);
    expect(() => messages.writeCreditTransfer(orderOf('NDCT', exampleOf('NDCT', long)))).toThrow('Ustrd');
    expect(messages.findFaults('CBCT', exampleOf('CBCT', long))).toEqual([]);
  });

  it('replaces the published schema, which still validates the other products', () => {
    const folder = folderWith(general, restricted);
    const both = (code: string, change: Change) =>
      loaded(code, change, folder).findFaults(code, exampleOf(code, long)).length;
    expect(both('NDCT', {})).toBe(1);
    expect(both('SCT', {})).toBe(1);
    writeFileSync(join(folder, 'own.xsd'), ours);
    expect(both('NDCT', { schema: 'own.xsd' })).toBe(0);
  });

  it('applies together with our schema of the same name', () => {
    const folder = folderWith('pain.001.001.09.sepa.xsd', restricted);
    const messages = loaded('SCT', {}, folder);
    const paths = (fields: object) =>
      messages.findFaults('SCT', exampleOf('SCT', { ...fields })).map(({ path }) => path);
    expect(paths(long)).toEqual(['remittanceInformationUnstructured']);
    const written = loaded('SCT', { uetr: true }, folder);
    expect(() => written.writeCreditTransfer(orderOf('SCT', exampleOf('SCT')))).toThrow('UETR');
  });
});

describe('a start', () => {
  const faultsOf = (code: string, change: Change, schemaFolder: string | null = null) => {
    const path = join(folderWith('profile.json', JSON.stringify(changed(code, change))), 'profile.json');
    return faultsOfStart({ profileFile: path, schemaFolder }).map((fault) =>
      fault.replace(`ISO_PROFILE, ${path}: `, ''),
    );
  };
  const faultsOfStart = (files: Partial<CoreFiles>): readonly string[] => {
    const noFiles = { ordersFolder: null, profileFile: null, schemaFolder: null };
    const parts = {} as Parameters<typeof openCore>[2];
    const opened = openCore({} as CallSettings, { ...noFiles, ...files }, parts);
    return 'faults' in opened ? opened.faults : [];
  };

  it('is refused with a file of a schema that is none', () => {
    const folder = folderWith(general, '<broken');
    expect(faultsOfStart({ schemaFolder: folder })).toEqual([
      `ISO_SCHEMA_DIR: ${join(folder, general)} is not an XML schema that the service can read`,
    ]);
  });

  it('is refused where a schema of the profile is in neither folder', () => {
    expect(faultsOf('NDCT', { schema: 'own.xsd' })).toEqual([
      `products.NDCT.schema: there is no own.xsd in ${ownSchemaFolder}`,
    ]);
    const folder = folderWith(general, restricted);
    expect(faultsOf('NDCT', { schema: 'own.xsd' }, folder)).toEqual([
      `products.NDCT.schema: there is no own.xsd in ${ownSchemaFolder} or ${folder}`,
    ]);
  });

  it('is refused where no order of a product could be sent', () => {
    expect(faultsOf('SCT', { uetr: true })).toEqual([
      "products.SCT: the example does not fit the bank's schema of pain.001.001.09, element UETR",
    ]);
    expect(faultsOf('SCT', { serviceLevel: 'NURG' })).toHaveLength(1);
  });

  it('accepts a profile without such settings, and writes as before', () => {
    const usual = { serviceLevel: 'NURG', chargeBearer: 'SLEV', batchBooking: false };
    const products = Object.fromEntries(Object.keys(profile.products).map((code) => [code, usual]));
    const text = JSON.stringify({ bankBic: 'PSDBNOKK', products });
    const read = readProfile(join(folderWith('profile.json', text), 'profile.json'));
    expect('profile' in read && read.profile.products.SCT).toEqual({
      ...usual,
      uetr: true,
      accountCurrency: 'BOTH',
      debtorAgent: 'BIC',
      nameLength: 140,
      characters: 'ANY',
      references: 'ANY',
      remittance: 'ANY',
      address: 'ANY',
    });
  });

  it.each<readonly [string, object]>([
    ['uetr', { uetr: 'no' }],
    ['nameLength', { nameLength: 69 }],
    ['maxAmount', { maxAmount: '-1' }],
    ['schema', { schema: '../own.xsd' }],
    ['address', { address: 'HYBRID' }],
  ])('names a wrong field of the profile: %s', (field, wrong) => {
    const text = JSON.stringify(changed('SCT', wrong as Change));
    const read = readProfile(join(folderWith('profile.json', text), 'profile.json'));
    expect('faults' in read && read.faults).toEqual([expect.stringContaining(`products.SCT.${field}: `)]);
  });
});
