import { describe, expect, it } from 'vitest';
import { redirectUriFault } from '../../src/domain/authorisations/redirect-uri.ts';
import { type HeaderColumn, headerFaults } from '../../src/domain/headers.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { create, faultsOf, freshPsu, pathOf, productOf, warningsOf } from '../support/payments.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();

const everywhere = ['X-Request-ID', 'Date', 'TPP-Signature-Certificate', 'Signature'];
const forPsu = ['TPP-Session-ID', 'TPP-Redirect-URI', 'PSU-ID', 'PSU-IP-Address'];
/** The R cells of the table; `Date` belongs to the signature. */
const required: Readonly<Record<HeaderColumn, readonly string[]>> = {
  BASKET: [...everywhere, ...forPsu, 'x-accept-fix'],
  SANDBOX_WRITE: [...everywhere, 'Digest'],
  OTHER: everywhere,
  PERIODIC: [...everywhere, ...forPsu, 'x-accept-fix', 'Digest'],
  SINGLE: [...everywhere, ...forPsu, 'x-accept-fix', 'Digest'],
  BULK: [...everywhere, ...forPsu, 'Digest'],
};
const good: Readonly<Record<string, string>> = {
  'x-accept-fix': 'amount-as-string',
  'X-Request-ID': 'any id',
  Date: 'x',
  'TPP-Session-ID': 's',
  'TPP-Redirect-URI': 'https://tpp.example/',
  Digest: 'x',
  'TPP-Signature-Certificate': 'x',
  Signature: 'x',
  'PSU-ID': '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11',
  'PSU-IP-Address': '192.0.2.7',
};
const reader = (headers: Readonly<Record<string, string>>) => {
  const kept = new Headers(headers);
  return (name: string) => kept.get(name);
};
const faults = (headers: Readonly<Record<string, string>>, column: HeaderColumn, sandbox = true) =>
  headerFaults(reader(headers), column, { sandbox }).map(
    ({ path, reason }) => `${reason ?? 'FORMAT_ERROR'} ${path}`,
  );
const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));

describe.each(Object.entries(required) as [HeaderColumn, readonly string[]][])(
  'column %s',
  (column, names) => {
    it('400: each missing required header is named alone', () => {
      expect(faults(good, column)).toEqual([]);
      for (const name of Object.keys(good)) {
        expect(faults(without(name), column), name).toEqual(
          names.includes(name) ? [`HTTP_HEADER_REQUIRED ${name}`] : [],
        );
        expect(faults({ ...good, [name]: '' }, column), `${name} empty`).toEqual(
          names.includes(name) ? [`HTTP_HEADER_REQUIRED ${name}`] : [],
        );
      }
    });
    it('400: all missing headers are named together', () => {
      expect(faults({}, column).sort()).toEqual(names.map((name) => `HTTP_HEADER_REQUIRED ${name}`).sort());
    });
  },
);

describe.each([
  ['PERIODIC_NDCT', 'PERIODIC'],
  ['INDCTS', 'SINGLE'],
  ['NDCT', 'SINGLE'],
  ['NCBCT', 'SINGLE'],
  ['CBCT', 'SINGLE'],
  ['SCT', 'SINGLE'],
  ['BULK_NDCT', 'BULK'],
] as const)('400 through the door: %s, column %s', (code, column) => {
  const product = productOf(code);
  it('names each missing header, alone and together', async () => {
    for (const name of required[column]) {
      const answer = await create(tpp, product, product.example, { headers: { [name]: null } });
      expect([name, answer.status, faultsOf(answer.json.tppMessages)]).toEqual([
        name,
        400,
        [`HTTP_HEADER_REQUIRED ${name}`],
      ]);
      expect(answer.json.code).toBe('HTTP_HEADER_REQUIRED');
    }
    const all = Object.fromEntries(required[column].map((name) => [name, null]));
    const answer = await create(tpp, product, product.example, { headers: all });
    expect(faultsOf(answer.json.tppMessages)).toEqual(
      required[column].map((name) => `HTTP_HEADER_REQUIRED ${name}`).sort(),
    );
    expect(answer.headers.get('x-request-id')).toBeNull();
  });
});

describe('the form of a header', () => {
  const uuid = '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11';
  it.each<[string, readonly string[], readonly string[]]>([
    [
      'X-Request-ID',
      ['1', uuid, uuid.toUpperCase(), 'a b', 'x'.repeat(64), '!~'],
      ['x'.repeat(65), 'å', 'a\tb'],
    ],
    ['TPP-Session-ID', ['s', 'x'.repeat(256)], ['x'.repeat(257), 'ø']],
    [
      'PSU-ID',
      [uuid, uuid.toUpperCase()],
      ['1', `${uuid}0`, uuid.replaceAll('-', ''), `{${uuid}}`, 'zb2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11'],
    ],
    ['X-PSU-IDENTITY', ['13039319955'], ['1303931995', '130393199555', '1303931995a', '13039 319955']],
    ['PSU-Context', ['PRIVATE'], ['private', 'BOTH', 'PRIVATE,CORPORATE']],
    ['PSU-HTTP-Method', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], ['get', 'HEAD', 'TRACE']],
    ['PSU-Device-ID', [uuid], ['device']],
    ['TPP-Redirect-Preferred', ['true', 'false'], ['TRUE', '1', 'no']],
    ['PSU-IP-Address', ['192.0.2.7', '2001:db8::1'], ['x'.repeat(65), 'é']],
    ['PSU-IP-Port', ['443', ''], []],
    ['PSU-User-Agent', ['Mozilla/5.0'], []],
    ['PSU-Accept', ['text/html'], []],
    ['PSU-Accept-Charset', ['utf-8'], []],
    ['PSU-Accept-Encoding', ['gzip'], []],
    ['PSU-Accept-Language', ['nb-NO,nb;q=0.9'], []],
    ['PSU-Geo-Location', ['GEO:52.506931;13.144558'], []],
    ['PSU-Corporate-ID', ['agreement-1'], ['x'.repeat(141)]],
    ['X-PSU-AuthMethod-Preferred', ['BANKID'], ['x'.repeat(65)]],
    ['TPP-Brand-Logging-Information', ['Brand', 'æøå'], ['x'.repeat(141)]],
    ['x-accept-fix', ['amount-as-string', 'whatever', '"amount-as-string", longer-name'], []],
  ])('%s', (name, taken, refused) => {
    for (const column of ['PERIODIC', 'SINGLE', 'BULK'] as const) {
      for (const value of taken) expect(faults({ ...good, [name]: value }, column), value).toEqual([]);
      for (const value of refused)
        expect(faults({ ...good, [name]: value }, column), value).toEqual([`FORMAT_ERROR ${name}`]);
    }
  });

  it('400: malformed headers are named together, after the missing ones', async () => {
    const product = productOf('INDCTS');
    const headers = {
      'psu-id': 'me',
      'psu-context': 'BOTH',
      'tpp-redirect-uri': 'http://tpp.example',
      'psu-ip-address': null,
    };
    const answer = await create(tpp, product, product.example, { headers });
    expect([answer.status, answer.json.code]).toEqual([400, 'HTTP_HEADER_REQUIRED']);
    expect(faultsOf(answer.json.tppMessages)).toEqual([
      'FORMAT_ERROR PSU-Context',
      'FORMAT_ERROR PSU-ID',
      'FORMAT_ERROR TPP-Redirect-URI',
      'HTTP_HEADER_REQUIRED PSU-IP-Address',
    ]);
  });

  it('400: headers are checked before the signature and the body', async () => {
    const product = productOf('INDCTS');
    const answer = await create(
      tpp,
      product,
      { nothing: true },
      { headers: { 'psu-id': null, signature: null } },
    );
    expect(faultsOf(answer.json.tppMessages)).toEqual([
      'HTTP_HEADER_REQUIRED PSU-ID',
      'HTTP_HEADER_REQUIRED Signature',
    ]);
  });
});

describe('the identity of the PSU', () => {
  const product = productOf('INDCTS');
  it.each(['PERIODIC', 'SINGLE', 'BULK'] as const)(
    'column %s: X-PSU-IDENTITY can replace PSU-ID',
    (column) => {
      expect(faults({ ...without('PSU-ID'), 'X-PSU-IDENTITY': '13039319955' }, column)).toEqual([]);
      expect(faults({ ...without('PSU-ID'), 'X-PSU-IDENTITY': '' }, column)).toEqual([
        'HTTP_HEADER_REQUIRED PSU-ID',
      ]);
    },
  );
  it('column B: it cannot, for the table does not list it there', () => {
    expect(faults({ ...without('PSU-ID'), 'X-PSU-IDENTITY': '13039319955' }, 'BASKET')).toEqual([
      'HTTP_HEADER_REQUIRED PSU-ID',
    ]);
  });
  it('201: with X-PSU-IDENTITY alone', async () => {
    const answer = await create(tpp, product, product.example, {
      headers: { 'psu-id': null, 'x-psu-identity': '13039319955' },
    });
    expect(answer.status, answer.text).toBe(201);
  });
  it('400: PSU-Context CORPORATE without PSU-Corporate-ID; 201 with it', async () => {
    const headers = { 'psu-context': 'CORPORATE' };
    const refused = await create(tpp, product, product.example, { headers });
    expect([refused.status, faultsOf(refused.json.tppMessages)]).toEqual([
      400,
      ['HTTP_HEADER_REQUIRED PSU-Corporate-ID'],
    ]);
    const made = await create(tpp, product, product.example, {
      headers: { ...headers, 'psu-corporate-id': '18129215603' },
    });
    expect([made.status, made.json.tppMessages], made.text).toEqual([201, undefined]);
  });
});

describe('x-accept-fix', () => {
  const product = productOf('INDCTS');
  it.each<[string, readonly string[]]>([
    ['amount-as-string', []],
    ['"amount-as-string"', []],
    ['longer-name, longer-names ,cash-account-type-iso', []],
    ['"cardaccount-switch-originalamount-and-transactionamount", "amount-as-string"', []],
    ['"longer-name,amount-as-string"', []],
    [',', []],
    ['something-new', ['x-accept-fix']],
    ['amount-as-string, "something-new"', ['x-accept-fix']],
    ['AMOUNT-AS-STRING', ['x-accept-fix']],
  ])('201: %s', async (value, warned) => {
    const made = await create(tpp, product, product.example, { headers: { 'x-accept-fix': value } });
    expect([made.status, warningsOf(made.json.tppMessages)]).toEqual([201, warned]);
  });
  it('with an unknown value draws the warning in a read too, if its response has a place for it', async () => {
    const { json } = await create(tpp, product, product.example);
    const path = `${pathOf(product)}/${json.paymentId}`;
    const headers = { 'x-accept-fix': 'something-new' };
    const status = await tpp.rest('GET', `${path}/status?foo=1`, { headers });
    expect(warningsOf(status.json.tppMessages)).toEqual(['foo', 'x-accept-fix']);
    const details = await tpp.rest('GET', `${path}?foo=1`, { headers });
    expect([details.status, details.json.tppMessages]).toEqual([200, undefined]);
  });
  it('is optional only for a bulk payment', async () => {
    const bulk = productOf('BULK_NDCT');
    const headers = { ...freshPsu(), 'x-accept-fix': null };
    expect((await tpp.rest('POST', pathOf(bulk), { body: bulk.example, headers })).status).toBe(201);
  });
});

describe('TPP-Redirect-URI', () => {
  const long = (length: number) =>
    `https://tpp.example/${'x'.repeat(length - 'https://tpp.example/'.length)}`;
  it.each<[string, 'always' | 'sandbox' | 'never']>([
    ['https://tpp.example', 'always'],
    ['HTTPS://TPP.EXAMPLE/', 'always'],
    ['https://tpp.example/back?state=1&x=%C3%A5', 'always'],
    ['https://tpp.example:8443/a@b?c=d@e', 'always'],
    ['https://localhost/cb', 'always'],
    ['https://[2001:db8::1]/cb', 'always'],
    [long(2048), 'always'],
    [long(2049), 'never'],
    ['http://localhost/cb', 'sandbox'],
    ['http://localhost:3000/cb', 'sandbox'],
    ['http://127.0.0.1:3000/cb', 'sandbox'],
    ['http://[::1]:3000/cb', 'sandbox'],
    ['http://tpp.example/', 'never'],
    ['http://localhost.evil.example/', 'never'],
    ['http://127.0.0.1.evil.example/', 'never'],
    ['http://evil.example/localhost', 'never'],
    ['https://user@tpp.example/', 'never'],
    ['https://user:secret@tpp.example/', 'never'],
    ['https://@tpp.example/', 'never'],
    ['https://:@tpp.example/', 'never'],
    ['http://localhost@evil.example/', 'never'],
    ['https://tpp.example/#part', 'never'],
    ['https://tpp.example/#', 'never'],
    ['javascript:alert(1)', 'never'],
    ['JavaScript://tpp.example/%0aalert(1)', 'never'],
    ['data:text/html,x', 'never'],
    ['ftp://tpp.example/', 'never'],
    ['tpp-app://callback', 'never'],
    ['//tpp.example/', 'never'],
    ['/relative', 'never'],
    ['relative', 'never'],
    ['https:tpp.example', 'never'],
    ['https:/tpp.example', 'never'],
    ['https:///tpp.example', 'never'],
    ['https:\\\\tpp.example', 'never'],
    ['https://tpp.example\\@evil.example/', 'never'],
    ['https://tpp.example/å', 'never'],
    ['https://tpp.example/a b', 'never'],
    ['https://tpp.example/"x"', 'never'],
    ['https://tpp.example/<x>', 'never'],
    ['https://tpp.example:99999/', 'never'],
    ['https://', 'never'],
    ['https://?', 'never'],
    ['', 'never'],
  ])('%s: %s', async (uri, when) => {
    expect(redirectUriFault(uri, { sandbox: true }) === null, 'in a sandbox').toBe(when !== 'never');
    expect(redirectUriFault(uri, { sandbox: false }) === null, 'outside').toBe(when === 'always');
  });
});
