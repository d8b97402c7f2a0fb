import { describe, expect, it } from 'vitest';
import { createAuthority, type KeyAndCertificate } from '../../packages/toolkit/src/certificates.ts';
import { createTrustStore } from '../../src/security/trust.ts';
import { otherKey } from '../support/keys.ts';
import {
  extension,
  integer,
  invalidCertificate,
  name,
  nothing,
  oid,
  outcomeOf,
  remade,
  sequence,
  set,
  tlv,
  utf8,
} from './encode.ts';
import { authority, days, guardWith, issue, refusalOf, request } from './support.ts';

const organizationIdentifier = '2.5.4.97';
const organizationName = '2.5.4.10';
const commonName = '2.5.4.3';
const guard = guardWith();
const callerOf = (identity: Parameters<typeof outcomeOf>[0]) =>
  guard.verify(request({ identity }), { digestRequired: true });

const withIdentifier = (...values: readonly (string | Uint8Array)[]) =>
  remade({
    subject: name(
      [organizationName, 'First TPP AS'],
      ...values.map((value): [string, string | Uint8Array] => [organizationIdentifier, value]),
      [commonName, 'seal'],
    ),
  });
const text = (tag: number, value: string) => tlv(tag, Buffer.from(value, 'latin1'));

describe('an organizationIdentifier', () => {
  it.each([
    ['as ETSI writes it', 'PSDNO-FSA-1'],
    ['of one character', '1'],
    ['with an equals sign after a short number', '1=a'],
    ['with the form of a subject after its beginning', 'PSD2.5.4.10=a'],
    ['of 100 characters', 'x'.repeat(100)],
    [
      'of every visible character of ASCII',
      Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).join(''),
    ],
  ])('%s names the TPP', (_, identifier) => {
    expect(callerOf(withIdentifier(identifier)).tppId).toBe(identifier);
  });

  it.each([
    ['UTF8String', 0x0c, 'PSDNO-FSA-1'],
    ['PrintableString', 0x13, 'PSDNO-FSA-1'],
    ['TeletexString', 0x14, 'PSDNO-FSA-1'],
    ['IA5String', 0x16, 'PSDNO-FSA-1'],
    ['BMPString', 0x1e, [...'PSDNO-FSA-1'].map((letter) => `\0${letter}`).join('')],
    ['UniversalString', 0x1c, [...'PSDNO-FSA-1'].map((letter) => `\0\0\0${letter}`).join('')],
  ])('is read as %s', (_, tag, bytes) => {
    expect(callerOf(withIdentifier(text(tag, bytes))).tppId).toBe('PSDNO-FSA-1');
  });

  it.each([
    ['empty', ''],
    ['of 101 characters', 'x'.repeat(101)],
    ['of 6,000 letters', 'x'.repeat(6_000)],
    ['in the form of a subject', '2.5.4.10=a'],
    ['in the form of a subject with a long number', '12.5=a'],
    ['with a blank in front', ' PSDNO-FSA-1'],
    ['with a blank behind', 'PSDNO-FSA-1 '],
    ['with a blank inside', 'PSDNO FSA-1'],
    ['with a tab', 'PSDNO-FSA-1\t'],
    ['with a line feed behind', 'PSDNO-FSA-1\n'],
    ['with NUL', 'PSDNO-FSA-1\0'],
    ['with a no-break space', '\u00a0PSDNO-FSA-1'],
    ['with a byte order mark', '\ufeffPSDNO-FSA-1'],
    ['with a line separator', 'PSDNO-FSA-1\u2028'],
    ['with a zero-width space', 'PSDNO-FSA-1\u200b'],
    ['in letters of full width', 'ＰＳＤＮＯ-FSA-1'],
    ['with a Cyrillic letter', 'PSDNО-FSA-1'],
  ])('%s is refused', (_, identifier) => {
    expect(outcomeOf(withIdentifier(identifier))).toBe(invalidCertificate);
  });

  it.each([
    ['a SEQUENCE', sequence(utf8('PSDNO-FSA-1'))],
    ['a SET', set(utf8('PSDNO-FSA-1'))],
    ['a NULL', nothing],
    ['a number', integer(7)],
    ['an OCTET STRING', text(0x04, 'PSDNO-FSA-1')],
    ['a string in parts', tlv(0x2c, utf8('PSDNO-FSA-1'))],
    ['bytes that are no UTF-8', text(0x0c, 'PSDNO-\xff')],
    ['half of a BMPString', text(0x1e, '\0P\0')],
    ['half of a surrogate pair', text(0x1e, '\xd8\x00')],
    ['a UniversalString beyond Unicode', text(0x1c, '\0\x11\0\0')],
  ])('that is %s is refused, without a fallback to the subject', (_, value) => {
    expect(outcomeOf(withIdentifier(value))).toBe(invalidCertificate);
  });

  it.each([
    ['two of them', ['PSDNO-FSA-1', 'PSDNO-FSA-2']],
    ['the same one twice', ['PSDNO-FSA-1', 'PSDNO-FSA-1']],
    ['an empty one in front', ['', 'PSDNO-FSA-1']],
  ])('%s are refused', (_, identifiers) => {
    expect(outcomeOf(withIdentifier(...identifiers))).toBe(invalidCertificate);
  });

  it('names one TPP under every CA', () => {
    const trust = createTrustStore([authority, other].map(({ certificatePem }) => certificatePem));
    const idUnder = (issuer: KeyAndCertificate) =>
      guardWith({ trust }).verify(request({ identity: issue({ authority: issuer }) }), {
        digestRequired: true,
      }).tppId;
    expect([authority, other].map(idUnder)).toEqual(['PSDNO-FSA-1', 'PSDNO-FSA-1']);
  });

  it('a repeated one in one part of the name is refused', () => {
    const pair = (value: string) => sequence(oid(organizationIdentifier), utf8(value));
    const subject = sequence(set(pair('PSDNO-FSA-1'), pair('PSDNO-FSA-2')));
    expect(outcomeOf(remade({ subject }))).toBe(invalidCertificate);
  });
});

/** Three CAs need three keys: shared ones repeat. */
const namesake = createAuthority({
  commonName: 'Test CA',
  ...days(-10, 100),
  privateKeyPem: otherKey(authority.privateKeyPem),
});
const other = createAuthority({ commonName: 'Other CA', ...days(-10, 100) });

describe('a TPP without organizationIdentifier', () => {
  const subjectOf = (...attributes: readonly [string, string][]) => remade({ subject: name(...attributes) });

  it('never has the name of a TPP with one', () => {
    const silent = subjectOf([organizationName, 'Acme'], [commonName, 'seal']);
    const { tppId } = callerOf(silent);
    // The id that the other would need; a CA that certifies such an identifier is not trusted.
    expect(outcomeOf(withIdentifier(tppId))).toBe(invalidCertificate);
    expect(tppId).toBe('2.5.4.10=acme,2.5.4.3=seal');
  });

  it('is another TPP under another CA, even with the same CA name; a renewed CA changes nothing', () => {
    const renewed = createAuthority({
      commonName: 'Other CA',
      ...days(-1, 900),
      privateKeyPem: other.privateKeyPem,
    });
    const silent = (issuer: KeyAndCertificate) =>
      issue({ authority: issuer, organizationIdentifier: null, organizationName: 'Acme' });
    const identify = (issuer: KeyAndCertificate, ...anchors: readonly KeyAndCertificate[]) => {
      const trust = createTrustStore(
        anchors.map(({ certificatePem }) => certificatePem),
        authority.certificatePem,
      );
      return guardWith({ trust }).verify(request({ identity: silent(issuer) }), { digestRequired: true })
        .tppId;
    };
    const all = [authority, namesake, other];
    const ids = all.map((issuer) => identify(issuer, ...all));
    expect(new Set(ids).size).toBe(3);
    expect(ids[0]).toBe('2.5.4.10=acme,2.5.4.3=seal,2.5.4.6=no');
    expect(identify(renewed, authority, renewed)).toBe(ids[2]);
    // No organizationIdentifier equals it either.
    for (const tppId of ids) expect(outcomeOf(withIdentifier(tppId))).toBe(invalidCertificate);
  });

  it('has an id of at most 500 bytes', () => {
    const beside = '2.5.4.10='.length;
    const longest = 'é'.repeat((500 - beside - 1) / 2);
    expect(callerOf(subjectOf([organizationName, `x${longest}`])).tppId).toHaveLength(
      beside + 1 + longest.length,
    );
    expect(outcomeOf(subjectOf([organizationName, `xx${longest}`]))).toBe(invalidCertificate);
  });

  it.each([
    ['nothing', name()],
    ['a value that is no string', name([organizationName, sequence()])],
    ['bytes that are no UTF-8', name([organizationName, text(0x0c, '\xff')])],
    ['a name of 3,000 letters', name([organizationName, 'x'.repeat(3_000)])],
  ])('whose subject holds %s is refused', (_, subject) => {
    expect(outcomeOf(remade({ subject }))).toBe(invalidCertificate);
  });
});

describe('a subject', () => {
  it.each([
    ['organizationName', organizationName],
    ['commonName', commonName],
    ['countryName', '2.5.4.6'],
    ['serialNumber', '2.5.4.5'],
  ])('with two of %s is refused', (_, type) => {
    const subject = name([type, 'A'], [organizationIdentifier, 'PSDNO-FSA-1'], [type, 'B']);
    expect(outcomeOf(remade({ subject }))).toBe(invalidCertificate);
  });

  it('may have several units and domain components', () => {
    const units: [string, string][] = ['2.5.4.11', '0.9.2342.19200300.100.1.25'].flatMap((type) => [
      [type, 'a'],
      [type, 'b'],
    ]);
    const subject = name(...units, [organizationIdentifier, 'PSDNO-FSA-1']);
    expect(outcomeOf(remade({ subject }))).toBe('accepted');
  });

  it('that changes the writing direction is refused', () => {
    expect(outcomeOf(remade({ subject: name([organizationName, 'A\u202eB']) }))).toBe(invalidCertificate);
    expect(outcomeOf(remade({ subject: name([organizationName, 'A\u2028B']) }))).toBe(invalidCertificate);
    expect(outcomeOf(withIdentifier('PSDNO-FSA-1'))).toBe('accepted');
    const subject = name([organizationIdentifier, 'PSDNO-FSA-1'], [commonName, 'A\u202eB']);
    expect(outcomeOf(remade({ subject }))).toBe(invalidCertificate);
  });

  it.each<[string, readonly [string, string][]]>([
    [
      'Acme AS',
      [
        [organizationName, ' Acme AS '],
        [commonName, 'seal'],
      ],
    ],
    [
      'seal',
      [
        [organizationName, ' '],
        [commonName, ' seal '],
      ],
    ],
    ['seal', [[commonName, 'seal']]],
    [
      'PSDNO-FSA-1',
      [
        [organizationName, ' '],
        [commonName, ' '],
      ],
    ],
    ['PSDNO-FSA-1', []],
  ])('shows the TPP as %s', (shown, attributes) => {
    const subject = name(...attributes, [organizationIdentifier, 'PSDNO-FSA-1']);
    expect(callerOf(remade({ subject })).name).toBe(shown);
  });
});

describe('the PSD2 statement', () => {
  const statement = (...roles: readonly number[]) => {
    const listed = roles.map((role) => sequence(oid(`0.4.0.19495.1.${role}`), utf8('PSP')));
    return sequence(
      oid('0.4.0.19495.2'),
      sequence(sequence(...listed), utf8('Finanstilsynet'), utf8('NO-FSA')),
    );
  };
  const withStatements = (value: Uint8Array) => remade({ added: [extension('1.3.6.1.5.5.7.1.3', value)] });
  const statements = (...all: readonly Uint8Array[]) => withStatements(sequence(...all));
  const textOf = (identity: KeyAndCertificate) => refusalOf(() => callerOf(identity))?.tppMessages[0]?.text;

  it('may appear once', () => {
    expect(callerOf(statements(statement(2))).roles).toEqual(['PSP_PI']);
    expect(outcomeOf(statements(statement(3), statement(2)))).toBe(invalidCertificate);
    expect(outcomeOf(statements(statement(2), statement(2)))).toBe(invalidCertificate);
  });

  it.each([
    ['without roles', sequence(oid('0.4.0.19495.2'))],
    ['with a text for roles', sequence(oid('0.4.0.19495.2'), utf8('PSP_PI'))],
    ['with a role that is a text', sequence(oid('0.4.0.19495.2'), sequence(sequence(utf8('PSP_PI'))))],
    ['with a role that is no pair', sequence(oid('0.4.0.19495.2'), sequence(sequence(sequence())))],
  ])('%s is refused, and named', (_, broken) => {
    expect(outcomeOf(statements(broken))).toBe(invalidCertificate);
    expect(textOf(statements(broken))).toBe(
      'the PSD2 statement (0.4.0.19495.2 in the qcStatements) of the certificate does not follow ETSI TS 119 495',
    );
  });

  it('is one, in readable qcStatements, else the fault is named', () => {
    for (const identity of [statements(utf8('PSP_PI')), withStatements(utf8('x'))])
      expect(textOf(identity)).toBe('the qcStatements of the certificate cannot be read');
    expect(textOf(statements(statement(2), statement(2)))).toBe('the certificate has two PSD2 statements');
  });
});

describe('the domains of a certificate', () => {
  const dns = (value: string) => text(0x82, value);
  const withNames = (cn: string, ...names: readonly Uint8Array[]) =>
    remade({
      subject: name([organizationName, 'organization.example'], [commonName, cn]),
      added: [extension('2.5.29.17', sequence(...names))],
    });

  it('are the CN of its subject and each dNSName, in lower case, wildcards among them', () => {
    const identity = withNames(
      'TPP.example',
      dns('*.Fintech.example'),
      dns('tpp.example'),
      dns('a.b-c.example'),
      dns('a.1.example2'),
      dns('a.3example'),
    );
    expect(callerOf(identity).domains).toEqual([
      ...['tpp.example', '*.fintech.example', 'a.b-c.example'],
      ...['a.1.example2', 'a.3example'],
    ]);
  });

  it('are no addresses, single labels, inner wildcards and other names', () => {
    const names = [
      '10.0.0.1',
      'a.example.10',
      'localhost',
      '*',
      '*.',
      'a.*.example',
      'a b.example',
      'x..example',
      '',
    ].map(dns);
    const others = [text(0x81, 'mail.example'), text(0x86, 'uri.example'), tlv(0x87, integer(1))];
    expect(callerOf(withNames('First TPP AS QSeal', ...names, ...others)).domains).toEqual([]);
  });

  it('do not include a CN whose lower case alone is a domain', () => {
    expect(callerOf(withNames('\u212aari.example')).domains).toEqual([]);
  });

  it('of a subjectAltName with more than 256 names are those of the CN', () => {
    const names = Array.from({ length: 257 }, () => dns('a.example'));
    expect(callerOf(withNames('tpp.example', ...names.slice(1))).domains).toEqual([
      'tpp.example',
      'a.example',
    ]);
    expect(callerOf(withNames('tpp.example', ...names)).domains).toEqual(['tpp.example']);
  });
});
