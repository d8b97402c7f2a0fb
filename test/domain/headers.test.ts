import { describe, expect, it } from 'vitest';
import { knownFixes, requestedFixes } from '../../src/domain/accept-fix.ts';
import {
  alwaysRequiredHeaders,
  faultsOfMissingHeaders,
  type HeaderColumn,
  headerFaults,
  headerTable,
  requestIdFault,
  transportHeaders,
} from '../../src/domain/headers.ts';
import { cheapest } from '../support/cost.ts';

const columns = ['BASKET', 'SANDBOX_WRITE', 'OTHER', 'PERIODIC', 'SINGLE', 'BULK'] as const;
const cells: Readonly<Record<string, string>> = {
  'x-accept-fix': 'R--RRO',
  'X-Request-ID': 'RRRRRR',
  Date: 'RRRRRR',
  'TPP-Session-ID': 'R--RRR',
  'TPP-Redirect-URI': 'R--RRR',
  'TPP-Notification-URI': '---OOO',
  'TPP-Notification-Content-Preferred': '---OOO',
  'TPP-Redirect-Preferred': 'O--OOO',
  'TPP-Brand-Logging-Information': '----O-',
  Digest: '-R-RRR',
  'TPP-Signature-Certificate': 'RRRRRR',
  Signature: 'RRRRRR',
  'PSU-ID': 'R--RRR',
  'X-PSU-IDENTITY': '---OOO',
  'X-PSU-AuthMethod-Preferred': '---OOO',
  'PSU-Corporate-ID': 'O--OOO',
  'PSU-Context': 'O--OOO',
  'PSU-IP-Address': 'R--RRR',
  'PSU-IP-Port': 'O--OOO',
  'PSU-User-Agent': 'O--OOO',
  'PSU-Accept': 'O--OOO',
  'PSU-Accept-Charset': 'O--OOO',
  'PSU-Accept-Encoding': 'O--OOO',
  'PSU-Accept-Language': 'O--OOO',
  'PSU-HTTP-Method': 'O--OOO',
  'PSU-Device-ID': 'O--OOO',
  'PSU-Geo-Location': 'O--OOO',
};

it('the table has these rows and cells', () => {
  const table = headerTable.map((row) => [row.name, columns.map((column) => row.columns[column]).join('')]);
  expect(table).toEqual(Object.entries(cells));
});

it('some are required for every operation, and some belong to the transport', () => {
  const signed = ['X-Request-ID', 'Date', 'TPP-Signature-Certificate', 'Signature'];
  expect(alwaysRequiredHeaders).toEqual(signed);
  expect([...transportHeaders].sort()).toEqual([...signed, 'Digest', 'x-accept-fix'].sort());
});

describe('a header', () => {
  const spec = (name: string) => headerTable.find((row) => row.name === name);
  const printable = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength, pattern: '^[ -~]+$' });
  const printableText = (most: number) => `must be 1 to ${most} printable ASCII characters`;
  const codes = (...values: string[]) => ({ type: 'string', enum: values });
  it.each<[string, object, string, string]>([
    ['X-Request-ID', printable(64), 'x'.repeat(65), printableText(64)],
    ['TPP-Session-ID', printable(256), 'å', printableText(256)],
    ['PSU-IP-Address', printable(64), '', printableText(64)],
    ['PSU-Corporate-ID', printable(140), 'x'.repeat(141), printableText(140)],
    [
      'TPP-Redirect-URI',
      { type: 'string', format: 'uri', maxLength: 2048 },
      'ftp://x',
      'must be an absolute https URI',
    ],
    ['TPP-Redirect-Preferred', codes('true', 'false'), 'no', 'must be true or false'],
    [
      'TPP-Brand-Logging-Information',
      { type: 'string', maxLength: 140 },
      'x'.repeat(141),
      'must have at most 140 characters',
    ],
    [
      'X-PSU-AuthMethod-Preferred',
      { type: 'string', maxLength: 64 },
      'x'.repeat(65),
      'must have at most 64 characters',
    ],
    ['PSU-ID', { type: 'string', format: 'uuid' }, 'me', 'must be a UUID'],
    ['PSU-Device-ID', { type: 'string', format: 'uuid' }, 'me', 'must be a UUID'],
    ['X-PSU-IDENTITY', { type: 'string', pattern: '^\\d{11}$' }, '1', 'must be 11 digits'],
    ['PSU-Context', codes('PRIVATE', 'CORPORATE'), 'BOTH', 'must be PRIVATE or CORPORATE'],
    [
      'PSU-HTTP-Method',
      codes('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
      'get',
      'must be one of GET, POST, PUT, PATCH, DELETE',
    ],
  ])('%s', (name, schema, bad, text) => {
    expect(spec(name)?.schema).toEqual(schema);
    expect(spec(name)?.fault(bad, { sandbox: true })).toBe(text);
  });

  it.each<[string, readonly string[]]>([
    ['X-Request-ID', ['x', '~ !', 'x'.repeat(64)]],
    ['TPP-Session-ID', ['x'.repeat(256)]],
    ['TPP-Redirect-URI', ['https://tpp.example/']],
    ['TPP-Redirect-Preferred', ['true', 'false']],
    ['TPP-Brand-Logging-Information', ['', 'x'.repeat(140)]],
    ['PSU-ID', ['9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11', '9B2C1AD4-6F0E-4C39-A6D3-0A3C2A7D2F11']],
    ['X-PSU-IDENTITY', ['13039319955']],
    ['X-PSU-AuthMethod-Preferred', ['x'.repeat(64)]],
    ['PSU-Context', ['PRIVATE', 'CORPORATE']],
    ['PSU-Corporate-ID', ['x'.repeat(140)]],
    ['PSU-IP-Address', ['::1']],
    ['PSU-HTTP-Method', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']],
  ])('%s takes what it should', (name, values) => {
    for (const value of values) expect(spec(name)?.fault(value, { sandbox: false })).toBeNull();
  });

  it.each([
    ['TPP-Brand-Logging-Information', 140],
    ['X-PSU-AuthMethod-Preferred', 64],
  ])('%s has at most %i characters, not bytes, in UTF-8 and ISO-8859-1', (name, most) => {
    const inUtf8 = (text: string) => Buffer.from(text).toString('latin1');
    const faultOf = (value: string) => spec(name)?.fault(value, { sandbox: false });
    for (const taken of [inUtf8('å'.repeat(most)), inUtf8('😀'.repeat(most)), 'å'.repeat(most)])
      expect(faultOf(taken)).toBeNull();
    for (const refused of [inUtf8('å'.repeat(most + 1)), inUtf8('😀'.repeat(most + 1)), 'å'.repeat(most + 1)])
      expect(faultOf(refused)).toBe(`must have at most ${most} characters`);
  });

  it('with any other name is free text', () => {
    for (const name of [
      'x-accept-fix',
      'Date',
      'Digest',
      'Signature',
      'PSU-IP-Port',
      'PSU-Accept',
      'PSU-Geo-Location',
    ]) {
      expect(spec(name)?.schema).toEqual({ type: 'string' });
      expect(spec(name)?.fault('\u00ff '.repeat(9_000), { sandbox: false })).toBeNull();
    }
  });

  it('X-Request-ID is also checked on its own', () => {
    expect([requestIdFault('x'.repeat(64)), requestIdFault('')]).toEqual([null, printableText(64)]);
  });

  it('that was sent twice says so, if each of its values is right', () => {
    const id = '4b3c0d6e-5f70-4a5b-8c7d-112233445566';
    const received = 'the bank received 2 values, joined by commas';
    expect(requestIdFault(`${id}, ${id}`)).toBe(`${printableText(64)}; ${received}`);
    expect(spec('PSU-ID')?.fault(`${id}, ${id}`, { sandbox: true })).toBe(`must be a UUID; ${received}`);
    expect(spec('PSU-ID')?.fault(`${id}, x`, { sandbox: true })).toBe('must be a UUID');
  });
});

describe('header faults', () => {
  const faults = (
    headers: Record<string, string>,
    column: HeaderColumn,
    demands: Partial<Parameters<typeof headerFaults>[2]> = {},
  ) =>
    headerFaults((name) => headers[name] ?? null, column, { sandbox: true, ...demands }).map(
      ({ path, text }) => `${path}: ${text}`,
    );
  const signed = { 'X-Request-ID': '1', Date: 'x', 'TPP-Signature-Certificate': 'x', Signature: 'x' };

  it('are those of the rows that are not left out, and of further required headers', () => {
    expect(faults(signed, 'OTHER')).toEqual([]);
    expect(faults({}, 'OTHER', { uncheckedHeaders: new Set(Object.keys(signed)) })).toEqual([]);
    const withoutPsuId = { uncheckedHeaders: new Set(['PSU-ID']) };
    expect(faults({ ...signed, 'PSU-ID': 'me' }, 'OTHER', withoutPsuId)).toEqual([]);
    expect(faults(signed, 'OTHER', { alsoRequired: ['Digest'] })).toEqual([
      'Digest: the header Digest is required',
    ]);
    expect(faults({ ...signed, 'PSU-Context': 'CORPORATE' }, 'OTHER')).toEqual([
      'PSU-Corporate-ID: the header PSU-Corporate-ID is required for a corporate PSU',
    ]);
    expect(faults({ ...signed, 'PSU-Context': 'PRIVATE' }, 'OTHER')).toEqual([]);
  });

  it('of http on a loopback host depend on whether this is a sandbox', () => {
    const headers = { ...signed, 'TPP-Redirect-URI': 'http://localhost/' };
    expect(faults(headers, 'OTHER')).toEqual([]);
    expect(faults(headers, 'OTHER', { sandbox: false })).toEqual(['TPP-Redirect-URI: must be https']);
  });

  it('of names are reported only where the names are required', () => {
    const read = (name: string) => ({ a: '1', b: '' })[name] ?? null;
    expect(faultsOfMissingHeaders(read, ['a', 'b', 'c'])).toEqual(
      ['b', 'c'].map((path) => ({
        path,
        text: `the header ${path} is required`,
        reason: 'HTTP_HEADER_REQUIRED',
      })),
    );
  });

  it('of Signature say that an Authorization header does not replace it', () => {
    const text = 'the header Signature is required; Authorization does not replace it here';
    const read = (name: string) => (name === 'Authorization' ? 'Bearer x' : null);
    expect(faultsOfMissingHeaders(read, ['Signature'])).toMatchObject([{ text }]);
    expect(headerFaults(read, 'OTHER', { sandbox: true })).toContainEqual(expect.objectContaining({ text }));
  });
});

it('x-accept-fix has five values', () => {
  expect(knownFixes).toEqual([
    'amount-as-string',
    'longer-name',
    'longer-names',
    'cash-account-type-iso',
    'cardaccount-switch-originalamount-and-transactionamount',
  ]);
});

describe('x-accept-fix', () => {
  it('says what to send when it is missing', () => {
    expect(faultsOfMissingHeaders(() => null, ['x-accept-fix', 'Date']).map(({ text }) => text)).toEqual([
      'the header x-accept-fix is required: send amount-as-string, which changes nothing',
      'the header Date is required',
    ]);
  });

  it.each<[string | null, string[]]>([
    [null, []],
    ['', []],
    [' , ,""', []],
    ['amount-as-string', ['amount-as-string']],
    ['a,b , c', ['a', 'b', 'c']],
    ['"a", "b"', ['a', 'b']],
    ['""a"",b"', ['a', 'b']],
    ['"a', ['a']],
    ['a"b', ['a"b']],
    ['" a "', ['a']],
    ['"""', []],
    ['a, "b" ,""c"", " d "', ['a', 'b', 'c', 'd']],
  ])('%s yields its values, without quotes and outer spaces', (value, values) => {
    expect(requestedFixes(value)).toEqual(values);
  });

  it.each([`x${'"'.repeat(16_000)}x`, ',"'.repeat(8_000), '" '.repeat(8_000), ' '.repeat(16_000)])(
    'of 16 KiB takes no time: %.3s',
    (value) => {
      expect(cheapest(() => requestedFixes(value), 50)).toBeLessThan(50);
    },
  );
});
