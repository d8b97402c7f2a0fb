import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SigningCertificate } from '../../src/security/certificate.ts';
import { keyIdFault } from '../../src/security/checks.ts';
import {
  canonicalName,
  canonicalSubject,
  type DistinguishedName,
  type NameAttribute,
  parseName,
  reversedName,
} from '../../src/security/distinguished-name.ts';
import { anyText } from '../support/texts.ts';

const issuer: readonly NameAttribute[] = [
  { type: '2.5.4.6', value: 'NO' },
  { type: '2.5.4.10', value: 'Bank, "Føroya" & Co' },
  { type: '2.5.4.97', value: 'NTRNO-123456785' },
  { type: '1.2.840.113549.1.9.1', value: 'ca@bank.example' },
  { type: '2.5.4.3', value: 'Root+CA 1' },
];

const inParts = (attributes: readonly NameAttribute[]): DistinguishedName => attributes.map((one) => [one]);

function certificate(name: DistinguishedName = inParts(issuer)): SigningCertificate {
  const fields = {
    serial: '1a2b',
    issuerSpellings: [canonicalName(name), reversedName(name)],
    issuerText: 'the issuer',
    verifiedKeyIds: new Set(),
  };
  return fields as unknown as SigningCertificate;
}
const fits = (keyId: string, parts = issuer) => keyIdFault(keyId, certificate(inParts(parts))) === null;
const fitsName = (name: string) => fits(`SN=1A2B,CA=${name}`);

const plain = 'C=NO,O=Bank\\, \\"Føroya\\" & Co,2.5.4.97=NTRNO-123456785,E=ca@bank.example,CN=Root\\+CA 1';

describe('an issuer is recognised', () => {
  it.each([
    ['in the order of the certificate', plain],
    [
      'the other way round',
      'CN=Root\\+CA 1,E=ca@bank.example,2.5.4.97=NTRNO-123456785,O=Bank\\, \\"Føroya\\" & Co,C=NO',
    ],
    ['with spaces behind the commas', plain.replace(/(?<!\\),/g, ', ')],
    ['with spaces everywhere', plain.replace(/(?<!\\),/g, ' , ').replaceAll('=', ' = ')],
    ['with spaces as %20', plain.replaceAll(' ', '%20')],
    ['percent-encoded as a whole', encodeURIComponent(plain)],
    ['with escapes in hex', plain.replace('\\,', '\\2C').replaceAll('\\"', '\\22').replace('\\+', '\\2b')],
    ['with UTF-8 escaped in hex', plain.replace('ø', '\\C3\\B8')],
    ['with UTF-8 escaped in hex as OpenSSL writes it', plain.replace('ø', '\\xC3\\xB8')],
    [
      'with a quoted value',
      plain.replace('Bank\\, \\"Føroya\\" & Co', '\\"Bank, \\\\\\"Føroya\\\\\\" & Co\\"'),
    ],
    ['with a comma that nobody escaped', plain.replace('\\,', ',')],
    ['with a plus sign that nobody escaped', plain.replace('\\+', '+')],
    ['with quotes that nobody escaped', plain.replaceAll('\\"', '"')],
    ['with backslashes doubled for the quoted string', plain.replaceAll('\\', '\\\\')],
    ['by semicolons', plain.replace(/(?<!\\),/g, ';')],
    [
      'with attribute names in small letters',
      plain.replace('CN=', 'cn=').replace('O=', 'o=').replace('C=NO', 'c=NO'),
    ],
    ['with emailAddress', plain.replace('E=', 'emailAddress=')],
    ['with the identifier of emailAddress', plain.replace('E=', '1.2.840.113549.1.9.1=')],
    ['with organizationIdentifier', plain.replace('2.5.4.97', 'organizationIdentifier')],
    ['with OID.2.5.4.97', plain.replace('2.5.4.97', 'OID.2.5.4.97')],
    [
      'with a value as the hex of its DER',
      plain.replace('NTRNO-123456785', `#0c0f${Buffer.from('NTRNO-123456785').toString('hex')}`),
    ],
    ['with a value as a PrintableString in hex', plain.replace('=NO', '=#13024E4F')],
    ['with other letter case in values', plain.toLowerCase().replace('e=ca', 'E=ca')],
    ['with runs of spaces in values', plain.replace('Root\\+CA 1', 'Root\\+CA   1')],
    [
      'between slashes, as OpenSSL prints it',
      '/C=NO/O=Bank, "Føroya" & Co/2.5.4.97=NTRNO-123456785/E=ca@bank.example/CN=Root+CA 1',
    ],
  ])('%s', (_, name) => {
    expect(keyIdFault(`SN=1A2B,CA=${name}`, certificate())).toBeNull();
  });

  it('with slashes inside its values', () => {
    const parts = [
      { type: '2.5.4.10', value: 'Bank A/S' },
      { type: '2.5.4.3', value: 'CA' },
    ];
    expect(fits('SN=1A2B,CA=O=Bank A/S,CN=CA', parts)).toBe(true);
    expect(fits('SN=1A2B,CA=/O=Bank A/S/CN=CA', parts)).toBe(true);
  });

  it('with its own percent signs', () => {
    const parts = [{ type: '2.5.4.3', value: '100%20 CA' }];
    expect(fits('SN=1A2B,CA=CN=100%20 CA', parts)).toBe(true);
    expect(fits('SN=1A2B,CA=CN=100%2520%20CA', parts)).toBe(true);
  });
});

describe('an attribute type', () => {
  it.each(
    Object.entries({
      '2.5.4.3': 'CN COMMONNAME',
      '2.5.4.4': 'SN SURNAME',
      '2.5.4.5': 'SERIALNUMBER',
      '2.5.4.6': 'C COUNTRY COUNTRYNAME',
      '2.5.4.7': 'L LOCALITY LOCALITYNAME',
      '2.5.4.8': 'S ST STATE STATEORPROVINCENAME',
      '2.5.4.9': 'STREET STREETADDRESS',
      '2.5.4.10': 'O ORGANIZATION ORGANIZATIONNAME',
      '2.5.4.11': 'OU ORGANIZATIONALUNIT ORGANIZATIONALUNITNAME',
      '2.5.4.12': 'T TITLE',
      '2.5.4.13': 'DESCRIPTION',
      '2.5.4.15': 'BUSINESSCATEGORY',
      '2.5.4.17': 'POSTALCODE',
      '2.5.4.20': 'TELEPHONENUMBER',
      '2.5.4.41': 'NAME',
      '2.5.4.42': 'G GN GIVENNAME',
      '2.5.4.43': 'I INITIALS',
      '2.5.4.44': 'GENERATION GENERATIONQUALIFIER',
      '2.5.4.46': 'DNQ DNQUALIFIER',
      '2.5.4.65': 'PSEUDONYM',
      '2.5.4.97': 'ORGANIZATIONIDENTIFIER ORGANISATIONIDENTIFIER ORGID',
      '0.9.2342.19200300.100.1.1': 'UID USERID',
      '0.9.2342.19200300.100.1.25': 'DC DOMAINCOMPONENT',
      '1.2.840.113549.1.9.1': 'E EMAIL EMAILADDRESS',
      '1.3.6.1.4.1.311.60.2.1.1': 'JURISDICTIONL JURISDICTIONLOCALITYNAME',
      '1.3.6.1.4.1.311.60.2.1.2': 'JURISDICTIONST JURISDICTIONSTATEORPROVINCENAME',
      '1.3.6.1.4.1.311.60.2.1.3': 'JURISDICTIONC JURISDICTIONCOUNTRYNAME',
    }),
  )('%s is the same by each of its names: %s', (type, names) => {
    const [byNumber] = parseName(`${type}=value`) ?? [];
    for (const name of names.split(' ')) {
      expect(parseName(`${name}=value`)).toEqual([byNumber]);
      expect(parseName(`${name.toLowerCase()}=value`)).toEqual([byNumber]);
    }
  });
});

it('a name has no attributes of white space, and an unknown type belongs to the value before it', () => {
  expect(parseName('CN=a, ,O=b')).toEqual(parseName('CN=a,O=b'));
  for (const value of ['a,Os', 'a,x2.5.4.10=b', 'a,2.5.4.10x=b'])
    expect(parseName(`CN=${value}`)).toEqual([[{ type: '2.5.4.3', value }]]);
});

describe('an escaped character', () => {
  const read = (text: string) =>
    parseName(text)
      ?.flat()
      .map(({ type, value }) => `${type} ${value}`);
  it.each([
    ['CN=a\\,O=b', ['2.5.4.3 a,O=b']],
    ['CN=a\\+O=b', ['2.5.4.3 a+O=b']],
    ['CN=a\\;O=b', ['2.5.4.3 a;O=b']],
    ['CN=a\\\\,O=b', ['2.5.4.3 a\\', '2.5.4.10 b']],
    ['CN=\\"a,O=b', ['2.5.4.3 "a', '2.5.4.10 b']],
    ['CN="a,O=b"', ['2.5.4.3 a,O=b']],
    ['/CN=a\\/O=b', ['2.5.4.3 a/O=b']],
  ])('is part of the value: %s', (text, attributes) => {
    expect(read(text)).toEqual(attributes);
  });
});

describe('an issuer is not recognised', () => {
  it.each([
    ['with all attributes in one part', plain.replace(/(?<!\\),/g, '+')],
    [
      'with two parts exchanged',
      plain.replace('C=NO,O=Bank\\, \\"Føroya\\" & Co', 'O=Bank\\, \\"Føroya\\" & Co,C=NO'),
    ],
    ['with its parts turned round at one place', plain.replace(/^(.*?),(2\.5\.4\.97.*)$/, '$2,$1')],
    ['with a part in front by a plus sign', `L=x+${plain}`],
    ['with a plus sign in front of all', `+${plain},L=x`],
    ['with a value longer than any name has', `${plain}${'x'.repeat(2_000)}`],
    ['with a part too few', plain.replace('C=NO,', '')],
    ['with a part too many', `${plain},OU=x`],
    ['with a part twice', `${plain},C=NO`],
    ['with another value', plain.replace('NTRNO-123456785', 'NTRNO-123456784')],
    ['with a value under another attribute', plain.replace('C=NO', 'L=NO')],
    ['with an attribute of no known name', plain.replace('C=NO', 'XX=NO')],
    ['with superscript digits', plain.replace('CA 1', 'CA ¹')],
    ['as plain text', 'Root CA'],
    ['when empty', ''],
    ['when it is one separator', ','],
    ['when quotes never end', plain.replace('O=', 'O="')],
  ])('%s', (_, name) => {
    expect(fitsName(name)).toBe(false);
  });

  it('when one value poses as two attributes', () => {
    const two = [
      { type: '2.5.4.3', value: 'a' },
      { type: '2.5.4.10', value: 'b' },
    ];
    const one = [{ type: '2.5.4.3', value: 'a,2.5.4.10=b' }];
    expect(canonicalName(inParts(two))).not.toBe(canonicalName(inParts(one)));
    expect(canonicalSubject(inParts(two))).not.toBe(canonicalSubject(inParts(one)));
  });

  it('when one value poses as two attributes of one part', () => {
    const two = [
      [
        { type: '2.5.4.3', value: 'a' },
        { type: '2.5.4.10', value: 'b' },
      ],
    ];
    const one = [[{ type: '2.5.4.3', value: 'a+2.5.4.10=b' }]];
    expect(canonicalName(two)).not.toBe(canonicalName(one));
  });
});

describe('an issuer with several attributes in one part', () => {
  const parts: DistinguishedName = [
    [{ type: '2.5.4.6', value: 'NO' }],
    [
      { type: '2.5.4.10', value: 'Bank' },
      { type: '2.5.4.97', value: 'NTRNO-1' },
    ],
    [{ type: '2.5.4.3', value: 'CA' }],
  ];
  const judged = (written: string) => keyIdFault(`SN=1A2B,CA=${written}`, certificate(parts)) === null;

  it.each([
    'C=NO,O=Bank+2.5.4.97=NTRNO-1,CN=CA',
    'C=NO,2.5.4.97=NTRNO-1 + O=Bank,CN=CA',
    'CN=CA,O=Bank+2.5.4.97=NTRNO-1,C=NO',
    '/C=NO/O=Bank+2.5.4.97=NTRNO-1/CN=CA',
  ])('is recognised as %s', (written) => {
    expect(judged(written)).toBe(true);
  });

  it.each([
    'C=NO,O=Bank,2.5.4.97=NTRNO-1,CN=CA',
    'C=NO+O=Bank+2.5.4.97=NTRNO-1,CN=CA',
    'O=Bank+2.5.4.97=NTRNO-1,C=NO,CN=CA',
  ])('is not recognised as %s', (written) => {
    expect(judged(written)).toBe(false);
  });
});

describe('a serial number', () => {
  it.each(['1A2B', '1a2b', '001A2B', '0x1a2b', '1A:2B', '1A 2B', ' 1A2B '])(
    'is recognised as %j',
    (serial) => {
      expect(fits(`SN=${serial},CA=${plain}`)).toBe(true);
    },
  );

  it.each(['1A2C', '', '0x', '6699', '1A2B0', '-1A2B', '1A2B.'])('is not recognised as %j', (serial) => {
    expect(fits(`SN=${serial},CA=${plain}`)).toBe(false);
  });

  it('is not recognised in 5,000 digits', () => {
    expect(fits(`SN=${'f'.repeat(5_000)},CA=${plain}`)).toBe(false);
  });

  it.each([`CA=${plain},SN=1A2B`, `SN=1A2B;CA=${plain}`, `1A2B,${plain}`, 'SN=1A2B', 'Test', ''])(
    'and issuer must be in order: %j is refused',
    (keyId) => {
      expect(fits(keyId)).toBe(false);
    },
  );
});

const value = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => text.trim() !== '');
const name = fc.array(fc.record({ type: fc.constantFrom('2.5.4.3', '2.5.4.10', '1.2.3.4'), value }), {
  minLength: 1,
  maxLength: 4,
});
/** RFC 4514, 2.4, to the letter. */
function write(parts: readonly NameAttribute[]): string {
  return parts
    .map(
      ({ type, value: text }) =>
        `${type}=${text.replace(/["+,;<>\\#= %/\n]/g, (c) => `\\${Buffer.from(c).toString('hex')}`)}`,
    )
    .join(',');
}

describe('any name', () => {
  it('is read back from its form by RFC 4514', () => {
    fc.assert(
      fc.property(name, (parts) => {
        expect(canonicalName(parseName(write(parts)) ?? [])).toBe(canonicalName(inParts(parts)));
      }),
    );
  });

  it('never throws, however it is written', () => {
    fc.assert(fc.property(anyText(), (text) => void fits(`SN=1A2B,CA=${text}`)));
  });
});
