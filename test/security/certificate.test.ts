import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { describe, expect, it } from 'vitest';
import {
  createAuthority,
  type IssueOptions,
  type KeyAndCertificate,
} from '../../packages/toolkit/src/certificates.ts';
import { createTrustStore, TrustError } from '../../src/security/trust.ts';
import { extension, invalidCertificate as invalid, name, nothing, outcomeOf, remade, tlv } from './encode.ts';
import {
  authority,
  certificateHeader,
  day,
  days,
  demands,
  guardWith,
  issue,
  now,
  otherAuthority,
  otherKeyPem,
  outcome,
  pem,
  request,
  tpp,
} from './support.ts';

const guard = guardWith();
const judge = (header: string, by = guard) =>
  outcome(() => by.verify(request({ headers: { 'tpp-signature-certificate': header } }), demands));
const judgeIssued = (options: Partial<IssueOptions>, by = guard) =>
  outcome(() => by.verify(request({ identity: issue(options) }), demands));
const expired = '401 CERTIFICATE_EXPIRED TPP-Signature-Certificate';

const der = new X509Certificate(tpp.certificatePem).raw;
const line = der.toString('base64');
const lines = tpp.certificatePem.trim();
const flat = lines.replaceAll('\n', '');

describe('a certificate header is read', () => {
  it.each([
    ['as Base64 of the DER', line],
    ['without padding', line.replace(/=+$/, '')],
    ['as PEM without its line breaks', flat],
    ['as PEM with spaces for line breaks', lines.replaceAll('\n', ' ')],
    ['as PEM with tabs for line breaks', lines.replaceAll('\n', '\t')],
    ['as PEM with \\n written out', lines.replaceAll('\n', '\\n')],
    ['as PEM, percent-encoded', encodeURIComponent(lines)],
    ['as PEM with CRLF, percent-encoded', encodeURIComponent(lines.replaceAll('\n', '\r\n'))],
    ['as PEM, encoded as forms are', new URLSearchParams({ a: lines }).toString().slice(2)],
    ['as PEM with its line breaks alone encoded', lines.replaceAll('\n', '%0A')],
    ['without BEGIN and END, with spaces', line.replace(/.{64}/g, '$& ')],
    ['without BEGIN and END, percent-encoded', encodeURIComponent(line)],
  ])('%s', (_, header) => {
    expect(judge(header)).toBe('accepted');
  });
});

describe('401 CERTIFICATE_INVALID: a certificate header is refused', () => {
  it.each([
    ['as rubbish', 'rubbish'],
    ['as Base64 of rubbish', Buffer.from('rubbish').toString('base64')],
    ['with garbage in the Base64', `*${line}`],
    ['with text before the certificate', `x${flat}`],
    ['with text behind the certificate', `${flat}x`],
    ['with BEGIN alone', flat.replace('-----END CERTIFICATE-----', '')],
    ['with END alone', flat.replace('-----BEGIN CERTIFICATE-----', '')],
    ['with BEGIN and END exchanged', `-----END CERTIFICATE-----${line}-----BEGIN CERTIFICATE-----`],
    ['as another kind of PEM', flat.replaceAll('CERTIFICATE', 'PUBLIC KEY')],
    ['cut short', line.slice(0, -8)],
    ['with bytes behind the DER', Buffer.concat([der, Buffer.from([0])]).toString('base64')],
    ['with a second certificate', Buffer.concat([der, der]).toString('base64')],
    ['as PEM in Base64', Buffer.from(lines).toString('base64')],
    ['in URL-safe Base64', line.replaceAll('+', '-').replaceAll('/', '_')],
    ['in hex', der.toString('hex')],
    ['with broken percent-encoding', `${encodeURIComponent(lines)}%`],
    ['sent twice', `${line}, ${line}`],
  ])('%s', (_, header) => {
    expect(judge(header)).toBe(invalid);
  });
});

describe('401: the chain', () => {
  it('of another CA is refused, of the same name too', () => {
    for (const commonName of ['Test CA', 'Other CA'])
      expect(judgeIssued({ authority: otherAuthority(commonName) })).toBe(invalid);
  });

  it('of a certificate that another key has signed in the name of the CA is refused', () => {
    expect(outcomeOf(remade({ signer: { privateKeyPem: otherKeyPem } }))).toBe(invalid);
  });

  it('of a self-signed certificate is refused', () => {
    const identity = otherAuthority('First TPP AS');
    expect(outcome(() => guard.verify(request({ identity }), demands))).toBe(invalid);
  });

  it('through a TPP that acts as a CA is refused', () => {
    expect(judgeIssued({ authority: tpp })).toBe(invalid);
  });

  it('leads to any of several anchors, also to those of one name', () => {
    const other = otherAuthority('Test CA');
    const many = guardWith({
      trust: createTrustStore([`${authority.certificatePem}\n${other.certificatePem}`]),
    });
    for (const each of [authority, other]) expect(judgeIssued({ authority: each }, many)).toBe('accepted');
  });

  it('leads to an intermediate CA when that is the anchor', () => {
    const intermediate = issue({
      isAuthority: true,
      commonName: 'Issuing CA',
      digitalSignature: null,
      roles: null,
    });
    const trust = createTrustStore([intermediate.certificatePem]);
    expect(judgeIssued({ authority: intermediate }, guardWith({ trust }))).toBe('accepted');
    expect(judgeIssued({ authority: intermediate })).toBe(invalid);
  });
});

describe('401: the dates', () => {
  it.each([
    ['not yet valid', days(1, 9), invalid],
    ['expired', days(-9, -1), expired],
    ['valid from this second', days(0, 9), 'accepted'],
    ['valid to this second', days(-9, 0), 'accepted'],
  ])('of a certificate: %s', (_, dates, expected) => {
    expect(judgeIssued(dates)).toBe(expected);
  });

  /** What one guard says of one request so many days from now. */
  function onDays(identity: KeyAndCertificate, offsets: readonly number[], options = {}): string[] {
    let clock = now;
    const moving = guardWith({ now: () => clock, maxAgeSeconds: 10_000 * 86_400, ...options });
    const sent = request({ identity });
    return offsets.map((offset) => {
      clock = now + offset * day;
      return outcome(() => moving.verify(sent, demands));
    });
  }

  it('are checked on every request, for cached certificates too', () => {
    expect(onDays(issue(days(-1, 30)), [0, 30, 31, -2, 0])).toEqual([
      'accepted',
      'accepted',
      expired,
      invalid,
      'accepted',
    ]);
  });

  it('of the CA count as well', () => {
    const short = createAuthority({ commonName: 'Short CA', ...days(-1, 10), privateKeyPem: otherKeyPem });
    const identity = issue({ authority: short, ...days(-5, 100) });
    const trust = createTrustStore([short.certificatePem]);
    const justAfter = 1 / day;
    expect(onDays(identity, [-1, 10, 10 + justAfter, -1 - justAfter, 0], { trust })).toEqual([
      'accepted',
      'accepted',
      expired,
      invalid,
      'accepted',
    ]);
  });

  it('of a renewed CA serve certificates of the old one', () => {
    const old = createAuthority({ commonName: 'Long CA', ...days(-100, -1), privateKeyPem: otherKeyPem });
    const renewed = createAuthority({
      commonName: 'Long CA',
      ...days(-2, 100),
      privateKeyPem: old.privateKeyPem,
    });
    const trust = createTrustStore([old.certificatePem, renewed.certificatePem]);
    expect(judgeIssued({ authority: old, ...days(-5, 50) }, guardWith({ trust }))).toBe('accepted');
    const late = guardWith({ trust: createTrustStore([old.certificatePem]) });
    expect(judgeIssued({ authority: old, ...days(-5, 50) }, late)).toBe(expired);
    const tooEarly = createAuthority({
      commonName: 'Long CA',
      ...days(2, 100),
      privateKeyPem: old.privateKeyPem,
    });
    const early = guardWith({ trust: createTrustStore([old.certificatePem, tooEarly.certificatePem]) });
    expect(judgeIssued({ authority: old, ...days(-5, 50) }, early)).toBe(invalid);
  });
});

describe('401 CERTIFICATE_INVALID: fitness', () => {
  it.each<[string, Partial<IssueOptions>]>([
    ['RSA of 1024 bits', { keyBits: 1_024 }],
    ['the certificate of a CA', { isAuthority: true }],
  ])('%s is refused', (_, options) => {
    expect(judgeIssued(options)).toBe(invalid);
  });

  it.each<[string, Partial<IssueOptions>]>([
    ['RSA of 3072 bits', { keyBits: 3_072 }],
    ['no key usage at all', { digitalSignature: null }],
  ])('%s is accepted', (_, options) => {
    expect(judgeIssued(options)).toBe('accepted');
  });

  it.each([
    ['an EC key', spki(generateKeyPairSync('ec', { namedCurve: 'P-256' }))],
    ['an Ed25519 key', spki(generateKeyPairSync('ed25519'))],
    ['an RSA key for PSS alone', spki(generateKeyPairSync('rsa-pss', { modulusLength: 2_048 }))],
  ])('%s is refused', (_, key) => {
    expect(outcomeOf(remade({ key }))).toBe(invalid);
  });

  it('an unknown critical extension is refused, another one is not', () => {
    const added = (critical: boolean) => remade({ added: [extension('1.2.3.4', nothing, critical)] });
    expect([added(false), added(true)].map((identity) => outcomeOf(identity))).toEqual(['accepted', invalid]);
  });

  it('a repeated extension is refused', () => {
    const unknown = extension('1.2.3.4', nothing);
    expect(outcomeOf(remade({ added: [unknown, unknown] }))).toBe(invalid);
  });

  it('a name with control characters is refused', () => {
    expect(judgeIssued({ organizationIdentifier: 'PSDNO\u0000FSA' })).toBe(invalid);
    expect(judgeIssued({ organizationName: 'A\nB' })).toBe(invalid);
  });
});

describe('names', () => {
  it('are read from strings of any type', () => {
    const utf16 = Buffer.from('Ærø', 'utf16le').swap16();
    const subject = name(['2.5.4.97', tlv(0x13, Buffer.from('PSDNO-FSA-7'))], ['2.5.4.10', tlv(0x1e, utf16)]);
    const caller = guard.verify(request({ identity: remade({ subject }) }), demands);
    expect(caller).toMatchObject({ tppId: 'PSDNO-FSA-7', name: 'Ærø' });
  });
});

describe('roles', () => {
  it.each([
    ['each', ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC']],
    ['one', ['PSP_PI']],
  ] as const)('are read: %s', (_, roles) => {
    expect(guard.verify(request({ identity: issue({ roles }) }), demands).roles).toEqual(roles);
  });

  it('are null without the PSD2 statement', () => {
    expect(guard.verify(request({ identity: issue({ roles: null }) }), demands).roles).toBeNull();
  });
});

describe('trust anchors', () => {
  it.each([
    ['no certificate at all', 'nothing here'],
    ['a certificate that cannot be read', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
    ['a certificate that is no CA', tpp.certificatePem],
    ['a CA beside one that is none', `${authority.certificatePem}${tpp.certificatePem}`],
  ])('with %s stop the start in one line', (_, text) => {
    expect(() => createTrustStore([text])).toThrow(TrustError);
    expect(() => createTrustStore([text])).toThrow(/^[^\n]+\.$/);
  });

  const constrained = (...extensions: readonly object[]) => {
    const certificate = forge.pki.certificateFromPem(authority.certificatePem);
    certificate.setExtensions([...certificate.extensions, ...extensions]);
    certificate.sign(forge.pki.privateKeyFromPem(authority.privateKeyPem), forge.md.sha256.create());
    return forge.pki.certificateToPem(certificate);
  };
  const empty = forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.SEQUENCE, true, []);
  const withId = (id: string, critical: boolean) => ({ id, critical, value: empty });

  it.each([
    ['name constraints', [withId('2.5.29.30', true)], /name constraints/],
    ['name constraints that are not critical', [withId('2.5.29.30', false)], /name constraints/],
    ['a critical constraint on policies', [withId('2.5.29.36', true)], /critical extension 2\.5\.29\.36/],
    ['an unknown critical extension', [withId('1.2.3.4', true)], /critical extension 1\.2\.3\.4/],
    [
      'purposes without signing',
      [{ name: 'extKeyUsage', serverAuth: true }],
      /without a purpose for signing/,
    ],
  ])('with rules that are not applied here, %s, stop the start by their names', (_, extensions, text) => {
    const anchors = `${authority.certificatePem}${constrained(...extensions)}`;
    expect(() => createTrustStore([anchors])).toThrow(TrustError);
    expect(() => createTrustStore([anchors])).toThrow(/^[^\n]*CN=Test CA[^\n]*\.$/);
    expect(() => createTrustStore([anchors])).toThrow(text);
  });

  it('may have known extensions, and others that are not critical', () => {
    const known = constrained(withId('1.2.3.4', false), { name: 'extKeyUsage', emailProtection: true });
    expect(() => createTrustStore([known])).not.toThrow();
  });

  it('may have text around them', () => {
    expect(() => createTrustStore([`# the CA\n${authority.certificatePem}\n# end`])).not.toThrow();
    expect(certificateHeader(pem(der))).toBe(line);
  });
});

function spki({ publicKey }: { readonly publicKey: KeyObject }): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' });
}
