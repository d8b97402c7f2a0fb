import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { describe, expect, it } from 'vitest';
import { createAuthority, type IssueOptions } from '../../packages/toolkit/src/certificates.ts';
import { createTrustStore, TrustError } from '../../src/security/trust.ts';
import {
  authority,
  certificateHeader,
  day,
  days,
  demands,
  guardWith,
  issue,
  now,
  otherKeyPem,
  outcome,
  pem,
  reissue,
  request,
  tpp,
} from './support.ts';

const guard = guardWith();
const judge = (header: string, by = guard) =>
  outcome(() => by.verify(request({ headers: { 'tpp-signature-certificate': header } }), demands));
const judgeIssued = (options: Partial<IssueOptions>, by = guard) =>
  outcome(() => by.verify(request({ identity: issue(options) }), demands));
const judgePem = (certificatePem: string) =>
  outcome(() => guard.verify(request({ identity: { ...tpp, certificatePem } }), demands));
const invalid = '401 CERTIFICATE_INVALID TPP-Signature-Certificate';
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
    const names = { commonName: 'Test CA', ...days(-10, 100), privateKeyPem: otherKeyPem };
    expect(judgeIssued({ authority: createAuthority(names) })).toBe(invalid);
    expect(judgeIssued({ authority: createAuthority({ ...names, commonName: 'Other' }) })).toBe(invalid);
  });

  it('of a self-signed certificate is refused', () => {
    const self = createAuthority({
      commonName: 'First TPP AS',
      ...days(-1, 100),
      privateKeyPem: otherKeyPem,
    });
    expect(outcome(() => guard.verify(request({ identity: self }), demands))).toBe(invalid);
  });

  it('through a TPP that acts as a CA is refused', () => {
    expect(judgeIssued({ authority: tpp })).toBe(invalid);
  });

  it('leads to any of several anchors, also to those of one name', () => {
    const other = createAuthority({ commonName: 'Test CA', ...days(-10, 100), privateKeyPem: otherKeyPem });
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

  it('are checked on every request, for cached certificates too', () => {
    let clock = now;
    const moving = guardWith({ now: () => clock, maxAgeSeconds: 10_000 * 86_400 });
    const sent = request({ identity: issue(days(-1, 30)) });
    const at = (days: number) => {
      clock = now + days * day;
      return outcome(() => moving.verify(sent, demands));
    };
    expect([at(0), at(30), at(31), at(-2), at(0)]).toEqual([
      'accepted',
      'accepted',
      expired,
      invalid,
      'accepted',
    ]);
  });

  it('of the CA count as well', () => {
    let clock = now;
    const short = createAuthority({ commonName: 'Short CA', ...days(-1, 10), privateKeyPem: otherKeyPem });
    const moving = guardWith({
      now: () => clock,
      maxAgeSeconds: 10_000 * 86_400,
      trust: createTrustStore([short.certificatePem]),
    });
    const sent = request({ identity: issue({ authority: short, ...days(-5, 100) }) });
    const at = (days: number) => {
      clock = now + days * day;
      return outcome(() => moving.verify(sent, demands));
    };
    expect([at(0), at(11), at(-2), at(0)]).toEqual(['accepted', expired, invalid, 'accepted']);
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
  });
});

describe('401 CERTIFICATE_INVALID: fitness', () => {
  it.each<[string, Partial<IssueOptions>]>([
    ['RSA of 1024 bits', { keyBits: 1_024 }],
    ['RSA of 2040 bits', { keyBits: 2_040 }],
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
    const changed = reissue(tpp.certificatePem, (body) => body.splice(6, 1, forge.asn1.fromDer(key)));
    expect(judgePem(changed)).toBe(invalid);
  });

  it('an RSA key above 8192 bits, or with the exponent 1, is refused', () => {
    const modulus = (bits: number) => `00${'c7'.repeat(bits / 8)}`;
    for (const [bits, exponent] of [
      [8_200, 65_537],
      [2_048, 1],
    ] as const) {
      const key = forge.pki.setRsaPublicKey(
        new forge.jsbn.BigInteger(modulus(bits), 16),
        new forge.jsbn.BigInteger(`${exponent}`),
      );
      const changed = reissue(tpp.certificatePem, (body) =>
        body.splice(6, 1, forge.pki.publicKeyToAsn1(key)),
      );
      expect(judgePem(changed), `${bits} ${exponent}`).toBe(invalid);
    }
  });

  it('a negative serial number is refused', () => {
    const changed = reissue(
      tpp.certificatePem,
      (body) => void Object.assign(body[1] ?? {}, { value: '\x81' }),
    );
    expect(judgePem(changed)).toBe(invalid);
  });

  it('an unknown critical extension is refused, another one is not', () => {
    const added = (critical: boolean) =>
      reissue(tpp.certificatePem, (body) => extensions(body).push(extension('1.2.3.4', critical)));
    expect(judgePem(added(false))).toBe('accepted');
    expect(judgePem(added(true))).toBe(invalid);
  });

  it('a repeated extension is refused', () => {
    const doubled = reissue(tpp.certificatePem, (body) =>
      extensions(body).push(extension('1.2.3.4', false), extension('1.2.3.4', false)),
    );
    expect(judgePem(doubled)).toBe(invalid);
  });

  it('a name with control characters is refused', () => {
    expect(judgeIssued({ organizationIdentifier: 'PSDNO\u0000FSA' })).toBe(invalid);
    expect(judgeIssued({ organizationName: 'A\nB' })).toBe(invalid);
  });
});

describe('names', () => {
  it('are read in every string type', () => {
    const written = reissue(tpp.certificatePem, (body) => {
      const { asn1 } = forge;
      const name = (type: string, tag: number, value: string) =>
        sequenceOf(
          asn1.Type.SET,
          sequenceOf(
            asn1.Type.SEQUENCE,
            leaf(asn1.Type.OID, asn1.oidToDer(type).getBytes()),
            leaf(tag, value),
          ),
        );
      body.splice(
        5,
        1,
        sequenceOf(
          asn1.Type.SEQUENCE,
          name('2.5.4.97', asn1.Type.PRINTABLESTRING, 'PSDNO-FSA-7'),
          name('2.5.4.10', asn1.Type.BMPSTRING, 'Ærø'),
        ),
      );
    });
    const caller = guard.verify(request({ identity: { ...tpp, certificatePem: written } }), demands);
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
  const nothing = forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.SEQUENCE, true, []);
  const extension = (id: string, critical: boolean) => ({ id, critical, value: nothing });

  it.each([
    ['name constraints', [extension('2.5.29.30', true)], /name constraints/],
    ['name constraints that are not critical', [extension('2.5.29.30', false)], /name constraints/],
    ['a critical constraint on policies', [extension('2.5.29.36', true)], /critical extension 2\.5\.29\.36/],
    ['an unknown critical extension', [extension('1.2.3.4', true)], /critical extension 1\.2\.3\.4/],
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
    const known = constrained(extension('1.2.3.4', false), { name: 'extKeyUsage', emailProtection: true });
    expect(() => createTrustStore([known])).not.toThrow();
  });

  it('may have text around them', () => {
    expect(() => createTrustStore([`# the CA\n${authority.certificatePem}\n# end`])).not.toThrow();
    expect(certificateHeader(pem(der))).toBe(line);
  });
});

function spki({ publicKey }: { publicKey: import('node:crypto').KeyObject }): string {
  return publicKey.export({ type: 'spki', format: 'der' }).toString('latin1');
}

function leaf(type: number, value: string): forge.asn1.Asn1 {
  return forge.asn1.create(forge.asn1.Class.UNIVERSAL, type, false, value);
}

function sequenceOf(type: number, ...parts: forge.asn1.Asn1[]): forge.asn1.Asn1 {
  return forge.asn1.create(forge.asn1.Class.UNIVERSAL, type, true, parts);
}

function extension(oid: string, critical: boolean): forge.asn1.Asn1 {
  const { Type } = forge.asn1;
  return sequenceOf(
    Type.SEQUENCE,
    leaf(Type.OID, forge.asn1.oidToDer(oid).getBytes()),
    ...(critical ? [leaf(Type.BOOLEAN, '\xff')] : []),
    leaf(Type.OCTETSTRING, '\x05\x00'),
  );
}

function extensions(body: forge.asn1.Asn1[]): forge.asn1.Asn1[] {
  const [list] = (body.at(-1)?.value ?? []) as forge.asn1.Asn1[];
  return (list?.value ?? []) as forge.asn1.Asn1[];
}
