import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAuthority } from '../../packages/toolkit/src/certificates.ts';
import { readFields } from '../../src/security/certificate-fields.ts';
import { canonicalName } from '../../src/security/distinguished-name.ts';
import { type Revocations, readRevocations } from '../../src/security/revocation.ts';
import { createTrustStore, TrustError, type TrustStore } from '../../src/security/trust.ts';
import {
  algorithms,
  bits,
  extension,
  generalizedTime,
  integer,
  invalidCertificate,
  nothing,
  pss,
  pssByDefault,
  remade,
  sequence,
  tlv,
  utcTime,
} from './encode.ts';
import { entry, type ListSketch, listPem, revocationList, serialOf } from './revocation-lists.ts';
import {
  authority,
  day,
  days,
  demands,
  guardWith,
  issue,
  now,
  otherAuthority,
  otherKeyPem,
  outcome,
  refusalOf,
  replaceableTrust,
  request,
  tpp,
} from './support.ts';

const trust = createTrustStore([authority.certificatePem]);
const revoked = issue({ organizationIdentifier: 'PSDNO-FSA-REVOKED' });
const stranger = otherAuthority('Stranger');
const judged = (identity: typeof tpp, file: Buffer, options: Parameters<typeof guardWith>[0] = {}) => {
  const revocations = readRevocations(file, options.trust ?? trust);
  return outcome(() => guardWith({ ...options, revocations }).verify(request({ identity }), demands));
};
const faultOf = (file: Buffer): string => {
  try {
    readRevocations(file, trust);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(TrustError);
    return (error as Error).message;
  }
};

describe('a revoked certificate is refused, and no other', () => {
  const der = revocationList({ revoked: [revoked] });
  it.each([
    ['in DER', der],
    ['in PEM', Buffer.from(listPem(der))],
    ['in PEM with text around and CRLF', Buffer.from(`list\n${listPem(der)}end`.replaceAll('\n', '\r\n'))],
    ['in PEM after a text that begins with 0', Buffer.from(`0 ${listPem(der)}`)],
    ['in PEM after a text beyond ASCII', Buffer.from(`Å ${listPem(der)}`)],
    ['of PEM beside a certificate', Buffer.from(authority.certificatePem + listPem(der))],
    ['signed by RSASSA-PSS', revocationList({ revoked: [revoked], algorithm: pss('sha256') })],
    ['signed with SHA-512', revocationList({ revoked: [revoked], algorithm: algorithms.sha512 })],
    [
      'with a number that is not critical',
      revocationList({ revoked: [revoked], extensions: [extension('2.5.29.20', integer(7))] }),
    ],
    [
      'with a reason',
      revocationList({
        entries: [
          entry(
            serialOf(revoked),
            utcTime('260601000000Z'),
            sequence(extension('2.5.29.21', tlv(0x0a, Buffer.from([1])))),
          ),
        ],
      }),
    ],
    [
      'with a date to come',
      revocationList({ entries: [entry(serialOf(revoked), generalizedTime('20600101000000Z'))] }),
    ],
    ['with others', revocationList({ revoked: [issue(), revoked, issue()] })],
  ])('by a list %s', (_, file) => {
    expect(judged(revoked, file)).toBe(invalidCertificate);
    expect(judged(tpp, file)).toBe('accepted');
  });

  it('by any of several lists', () => {
    const other = otherAuthority('Other CA');
    const both = createTrustStore([authority.certificatePem, other.certificatePem]);
    const theirs = issue({ authority: other });
    const lists = [der, revocationList({ issuer: other, revoked: [theirs] })];
    for (const file of [Buffer.concat(lists), Buffer.from(lists.map(listPem).join('\n'))]) {
      for (const one of [revoked, theirs])
        expect(judged(one, file, { trust: both })).toBe(invalidCertificate);
      expect(judged(tpp, file, { trust: both })).toBe('accepted');
      expect(judged(issue({ authority: other }), file, { trust: both })).toBe('accepted');
    }
  });

  it('by the newest of two lists with one scope, in either order', () => {
    const older = revocationList({ thisUpdate: utcTime('260601000000Z') });
    for (const lists of [
      [older, der],
      [der, older],
    ])
      expect(judged(revoked, Buffer.concat(lists))).toBe(invalidCertificate);
  });

  it('by either of two lists with a scope of their own', () => {
    const point = (uri: string) =>
      extension('2.5.29.28', sequence(tlv(0xa0, tlv(0xa0, tlv(0x86, Buffer.from(uri))))), true);
    const parts = ['http://a', 'http://b'].map((uri, at) =>
      revocationList({ revoked: at === 0 ? [revoked] : [], extensions: [point(uri)] }),
    );
    expect(judged(revoked, Buffer.concat(parts))).toBe(invalidCertificate);
    expect(judged(tpp, Buffer.concat(parts))).toBe('accepted');
  });

  it.each([
    ['users, not of CAs', tlv(0x81, Buffer.from([0xff]))],
    ['CAs, not of users', tlv(0x82, Buffer.from([0xff]))],
    ['others as well, which it says not', tlv(0x84, Buffer.from([0]))],
    [
      'others as well, which an empty value says not',
      Buffer.concat([tlv(0x84), tlv(0x82, Buffer.from([0xff]))]),
    ],
    ['whatever six parts say', Buffer.concat(Array(6).fill(tlv(0x81)))],
    ['attributes as well, which it says not', tlv(0x85, Buffer.from([0]))],
  ])('by a list of the certificates of %s', (_, part) => {
    const extensions = [extension('2.5.29.28', sequence(part), true)];
    expect(judged(revoked, revocationList({ revoked: [revoked], extensions }))).toBe(invalidCertificate);
  });

  it('when the same number of another CA is not on a list', () => {
    const other = otherAuthority('Other CA');
    const twin = issue({ authority: other, serialNumber: serialOf(revoked).toString(16) });
    const both = createTrustStore([authority.certificatePem, other.certificatePem]);
    expect(judged(twin, der, { trust: both })).toBe('accepted');
  });

  it('when another anchor has revoked its issuer', () => {
    const issuing = issue({
      isAuthority: true,
      commonName: 'Issuing CA',
      digitalSignature: null,
      roles: null,
    });
    const both = createTrustStore([authority.certificatePem, issuing.certificatePem]);
    const leaf = issue({ authority: issuing });
    const without = revocationList({ revoked: [] });
    expect(judged(leaf, without, { trust: both })).toBe('accepted');
    expect(judged(leaf, revocationList({ revoked: [issuing] }), { trust: both })).toBe(invalidCertificate);
  });

  it('when its issuer has revoked the only CA of its name and key that has not expired', () => {
    const caOf = (from: number, to: number) =>
      createAuthority({ commonName: 'Long CA', ...days(from, to), privateKeyPem: otherKeyPem });
    const [old, renewed] = [caOf(-100, -1), caOf(-2, 100)];
    const both = createTrustStore([old.certificatePem, renewed.certificatePem]);
    const leaf = issue({ authority: renewed });
    const judgedBy = (...list: readonly (typeof tpp)[]) =>
      judged(leaf, revocationList({ issuer: renewed, revoked: list }), { trust: both });
    expect([judgedBy(), judgedBy(old), judgedBy(renewed)]).toEqual([
      'accepted',
      'accepted',
      invalidCertificate,
    ]);
  });

  it('by a list from OpenSSL, signed with ECDSA', () => {
    const { faultOf } = readRevocations(Buffer.from(ofOpenSsl), createTrustStore([ofOpenSsl]));
    const issuer = { issuer: '2.5.4.6=no,2.5.4.10=test,2.5.4.3=ec ca', issuerKeyDigests: [] };
    const faults = ['0a0b0c', '7f', '0a0b0d'].map((serial) => faultOf({ ...issuer, serial }, now));
    expect(faults).toEqual(['has been revoked', 'has been revoked', null]);
  });
});

/** As release 1.0.0 stores it with a token. */
const idWithoutKey = ({ certificatePem }: typeof tpp) =>
  `${new X509Certificate(certificatePem).serialNumber.toLowerCase()} 2.5.4.6=no,2.5.4.10=psd2 bank sandbox,2.5.4.3=test ca`;

describe('two trusted CAs of one name, each with its key,', () => {
  const second = otherAuthority('Test CA');
  const both = createTrustStore([authority.certificatePem, second.certificatePem]);
  const twin = issue({ authority: second, serialNumber: serialOf(revoked).toString(16) });
  const ofFirst = revocationList({ revoked: [revoked] });
  const newer = { thisUpdate: utcTime('260614120000Z') };
  const ofSecond = revocationList({ issuer: second, ...newer });
  const judgedBy = (...lists: readonly Buffer[]) =>
    [revoked, twin].map((identity) => judged(identity, Buffer.concat(lists), { trust: both }));

  it('each revoke their own certificates alone, whichever list is newer', () => {
    expect(judgedBy(ofFirst, ofSecond)).toEqual([invalidCertificate, 'accepted']);
    expect(judgedBy(ofSecond, ofFirst)).toEqual([invalidCertificate, 'accepted']);
    const olderOfSecond = revocationList({ issuer: second, thisUpdate: utcTime('260601000000Z') });
    expect(judgedBy(ofFirst, olderOfSecond)).toEqual([invalidCertificate, 'accepted']);
  });

  it('each have the newest of their own lists', () => {
    expect(judgedBy(ofFirst, revocationList(newer), ofSecond)).toEqual(['accepted', 'accepted']);
    const revokesTwin = revocationList({
      issuer: second,
      revoked: [twin],
      thisUpdate: utcTime('260614130000Z'),
    });
    expect(judgedBy(ofSecond, ofFirst, revokesTwin)).toEqual([invalidCertificate, invalidCertificate]);
  });

  it('share one list while only one of them signs lists', () => {
    const byTheNewKey = revocationList({ issuer: second, revoked: [revoked] });
    expect(judgedBy(byTheNewKey)).toEqual([invalidCertificate, invalidCertificate]);
  });

  it('do not refuse certificates because the list of the other one is out of date', () => {
    const outOfDate = revocationList({ nextUpdate: utcTime('260615110000Z') });
    expect(judgedBy(outOfDate, ofSecond)).toEqual([invalidCertificate, 'accepted']);
  });

  it('end the sessions of their own revoked certificates alone', () => {
    let file = Buffer.concat([revocationList(), ofSecond]);
    const revocations: Revocations = {
      faultOf: (issued, at) => readRevocations(file, both).faultOf(issued, at),
      validUntil: () => readRevocations(file, both).validUntil(),
    };
    const guard = guardWith({ trust: both, revocations });
    const callers = [revoked, twin].map((identity) => guard.verify(request({ identity }), demands));
    expect(callers.map(guard.isInForce)).toEqual([true, true]);
    file = Buffer.concat([ofFirst, ofSecond]);
    expect(callers.map(guard.isInForce)).toEqual([false, true]);
  });

  it('end the sessions of the one that is removed', () => {
    const live = replaceableTrust(both);
    const guard = guardWith({ trust: live });
    const callers = [revoked, twin].map((identity) => guard.verify(request({ identity }), demands));
    live.replace(createTrustStore([second.certificatePem]));
    expect(callers.map(guard.isInForce)).toEqual([false, true]);
    live.replace(createTrustStore([authority.certificatePem]));
    expect(callers.map(guard.isInForce)).toEqual([true, false]);
  });

  it('keep a token that the previous release stored without the key, until either has revoked its certificate', () => {
    const certificate = idWithoutKey(twin);
    const inForce = (trust: TrustStore, ...lists: readonly Buffer[]) => {
      const revocations = readRevocations(Buffer.concat(lists), both);
      return guardWith({ trust, revocations }).isInForce({ certificate });
    };
    const one = createTrustStore([second.certificatePem]);
    expect([both, one].map((trust) => inForce(trust, ofSecond))).toEqual([true, true]);
    expect([both, one].map((trust) => inForce(trust, ofFirst, ofSecond))).toEqual([false, true]);
    expect(inForce(createTrustStore([stranger.certificatePem]), ofSecond)).toBe(false);
  });
});

it('a token of the own CA of a sandbox stays in force at the previous release', () => {
  const { certificate } = guardWith().verify(request(), demands);
  expect(certificate).toBe(idWithoutKey(tpp));
});

it('several lists are valid until the first of them ends', () => {
  const other = otherAuthority('Other CA');
  const both = createTrustStore([authority.certificatePem, other.certificatePem]);
  const lists = [revocationList(), revocationList({ issuer: other, nextUpdate: utcTime('260701000000Z') })];
  for (const file of [Buffer.concat(lists), Buffer.concat(lists.toReversed())])
    expect(readRevocations(file, both).validUntil()).toBe(Date.UTC(2026, 6, 1));
});

describe('an expired list', () => {
  const file = revocationList({ revoked: [revoked], nextUpdate: utcTime('260615120000Z') });
  const at = (identity: typeof tpp, offset: number) =>
    judged(identity, file, { now: () => now + offset * 1_000 });

  it('applies to its last second, then stops every certificate of its issuer', () => {
    expect(at(tpp, 0)).toBe('accepted');
    expect(at(tpp, 1)).toBe(invalidCertificate);
    expect([at(revoked, 0), at(revoked, 1)]).toEqual([invalidCertificate, invalidCertificate]);
  });

  it('is replaced by a newer one in the same file', () => {
    const newer = revocationList({ revoked: [revoked], thisUpdate: utcTime('260615000000Z') });
    const later = { now: () => now + 60_000 };
    expect(judged(tpp, Buffer.concat([file, newer]), later)).toBe('accepted');
    expect(judged(revoked, Buffer.concat([newer, file]), later)).toBe(invalidCertificate);
  });

  it('does not affect certificates of another CA', () => {
    const other = otherAuthority('Other CA');
    const both = createTrustStore([authority.certificatePem, other.certificatePem]);
    const options = { trust: both, now: () => now + 60_000 };
    expect(judged(issue({ authority: other }), file, options)).toBe('accepted');
  });
});

describe('a CA outside its dates', () => {
  const short = createAuthority({ commonName: 'Short CA', ...days(-1, 10), privateKeyPem: otherKeyPem });
  const trust = createTrustStore([short.certificatePem]);
  const fresh = { issuer: short, nextUpdate: utcTime('300101000000Z') };
  const [leaf, bad] = [issue({ authority: short, ...days(-5, 100) }), issue({ authority: short })];
  const guardOn = (offset: number) =>
    guardWith({
      trust,
      now: () => now + offset * day,
      maxAgeSeconds: 1e9,
      revocations: readRevocations(revocationList({ ...fresh, revoked: [bad] }), trust),
    });
  const textsOn = (offset: number, identity: typeof tpp) =>
    refusalOf(() => guardOn(offset).verify(request({ identity }), demands))?.tppMessages.map(
      ({ text }) => text,
    );

  it('is named once, as expired or as not valid yet, and a revoked certificate besides', () => {
    const [expired, early] = ['has expired', 'is not valid yet'].map(
      (fault) => `the issuer of the certificate ${fault}`,
    );
    expect(textsOn(0, leaf)).toBeUndefined();
    expect(textsOn(11, leaf)).toEqual([expired]);
    expect(textsOn(-2, leaf)).toEqual([early]);
    expect(textsOn(11, bad)).toEqual([expired, 'the certificate has been revoked']);
  });

  it('ends sessions also without a list', () => {
    const guardWithoutList = (offset: number) => guardWith({ trust, now: () => now + offset * day });
    const caller = guardWithoutList(0).verify(request({ identity: leaf }), demands);
    expect([0, 11, -2].map((offset) => guardWithoutList(offset).isInForce(caller))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('ends sessions and names no TPP for the request log', () => {
    const caller = guardOn(0).verify(request({ identity: leaf }), demands);
    const { headers } = request({ identity: leaf });
    const on = (offset: number) => [
      guardOn(offset).isInForce(caller),
      guardOn(offset).tppOfCertificate(headers, false),
    ];
    expect([on(0), on(11), on(-2)]).toEqual([
      [true, expect.any(String)],
      [false, null],
      [false, null],
    ]);
  });
});

describe('an unusable list is refused with a reason', () => {
  const notSigned = 'list 1 is not signed by a trust anchor';
  const unreadable = 'list 1 cannot be read';
  const noList = 'it does not contain certificate revocation lists in PEM or DER';
  const impostor = otherAuthority('Test CA');
  const sketches: readonly [string, ListSketch, string][] = [
    ['signed by another key under the name of the CA', { signer: impostor }, notSigned],
    ['of a CA that is no anchor', { issuer: stranger }, notSigned],
    [
      'signed with SHA-1',
      { algorithm: algorithms.sha1 },
      'list 1 must be signed with SHA-256, SHA-384 or SHA-512',
    ],
    [
      'signed with SHA-1 by default',
      { algorithm: pssByDefault },
      'list 1 must be signed with SHA-256, SHA-384 or SHA-512',
    ],
    ['of version 1', { version: integer(0) }, 'list 1 is not of version 2'],
    ['without version', { version: Buffer.alloc(0) }, unreadable],
    ['without nextUpdate', { nextUpdate: null, revoked: [revoked] }, unreadable],
    ['with a nextUpdate that cannot be read', { nextUpdate: utcTime('hello') }, unreadable],
    ['with a nextUpdate of the year 0049', { nextUpdate: generalizedTime('00490101000000Z') }, unreadable],
    ['with a thisUpdate that cannot be read', { thisUpdate: utcTime('261301000000Z') }, unreadable],
    [
      'with an entry whose date cannot be read',
      { entries: [entry(1n, utcTime('260230000000Z'))] },
      unreadable,
    ],
    ['with an entry without a date', { entries: [sequence(integer(1))] }, unreadable],
    ['with an entry that is no entry', { entries: [nothing] }, unreadable],
    [
      'with a negative number',
      { entries: [sequence(tlv(2, Buffer.from([0x80])), utcTime('260601000000Z'))] },
      unreadable,
    ],
    [
      'with eight parts',
      { nextUpdate: Buffer.concat([utcTime('260715000000Z'), nothing, nothing]), revoked: [revoked] },
      unreadable,
    ],
    [
      'with four parts in an entry',
      { entries: [entry(1n, utcTime('260601000000Z'), sequence(), nothing)] },
      unreadable,
    ],
    [
      'with seven parts in its scope',
      { extensions: [extension('2.5.29.28', sequence(...Array(7).fill(tlv(0x81))), true)] },
      unreadable,
    ],
    [
      'of changes alone',
      { extensions: [extension('2.5.29.27', integer(1), true)] },
      'list 1 has the critical extension 2.5.29.27',
    ],
    [
      'with an unknown critical extension',
      { extensions: [extension('1.2.3', nothing, true)] },
      'list 1 has the critical extension 1.2.3',
    ],
    [
      'of the certificates of other CAs',
      { extensions: [extension('2.5.29.28', sequence(tlv(0x84, Buffer.from([0xff]))), true)] },
      'list 1 does not list all certificates of its issuer',
    ],
    [
      'of attributes alone',
      { extensions: [extension('2.5.29.28', sequence(tlv(0x85, Buffer.from([0xff]))), true)] },
      'list 1 does not list all certificates of its issuer',
    ],
    [
      'of some reasons alone',
      { extensions: [extension('2.5.29.28', sequence(tlv(0x83, Buffer.from([1, 2]))), true)] },
      'list 1 does not list all certificates of its issuer',
    ],
    [
      'with an entry of another CA',
      { entries: [entry(1n, utcTime('260601000000Z'), sequence(extension('2.5.29.29', nothing, true)))] },
      'list 1 has an entry with the critical extension 2.5.29.29',
    ],
  ];

  it.each(sketches)('%s', (_, sketch, expected) => {
    expect(faultOf(revocationList(sketch))).toBe(expected);
  });

  const der = revocationList({ revoked: [revoked] });
  it.each([
    ['nothing', Buffer.alloc(0), 'it contains no certificate revocation list'],
    ['a text', Buffer.from('hello'), 'it contains no certificate revocation list'],
    ['a certificate', Buffer.from(authority.certificatePem), 'it contains no certificate revocation list'],
    ['UTF-16', Buffer.from(`\ufeff${listPem(der)}`, 'utf16le'), 'it is written in UTF-16; save it as UTF-8'],
    ['DER cut short', der.subarray(0, -1), noList],
    ['DER and more', Buffer.concat([der, Buffer.from([0])]), noList],
    ['PEM that does not end', Buffer.from(listPem(der).replace(/-----END.*/s, '')), noList],
    ['PEM of no Base64', Buffer.from(listPem(der).replace('M', '*')), noList],
    [
      'a list with a bad one behind it',
      Buffer.concat([der, revocationList({ algorithm: algorithms.sha1 })]),
      'list 2 must be signed with SHA-256, SHA-384 or SHA-512',
    ],
  ])('%s', (_, file, expected) => {
    expect(faultOf(file)).toBe(expected);
  });

  it('when its CA may not sign lists', () => {
    const usage = extension('2.5.29.15', bits(Buffer.from([0x04]), 2), true);
    const silent = remade({ added: [usage] }, authority);
    const only = createTrustStore([silent.certificatePem]);
    expect(() => readRevocations(der, only)).toThrow('list 1 is not signed by a trust anchor');
  });

  it('after a change of any byte', () => {
    for (let at = 0; at < der.length; at += 1) {
      const changed = Buffer.from(der);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(faultOf(changed), `byte ${at}`).not.toBe('');
    }
  });
});

/** A CA and its list, made with `openssl req -x509` and `openssl ca -gencrl`. */
const ofOpenSsl = `-----BEGIN CERTIFICATE-----
MIIBnTCCAUSgAwIBAgIUeJnlDSUubAhOlreuP4S6l601QW8wCgYIKoZIzj0EAwIw
LDELMAkGA1UEBhMCTk8xDTALBgNVBAoMBFRlc3QxDjAMBgNVBAMMBUVDIENBMCAX
DTI2MTEyMTIxMDYwNFoYDzIwNTEwNzEzMjEwNjA0WjAsMQswCQYDVQQGEwJOTzEN
MAsGA1UECgwEVGVzdDEOMAwGA1UEAwwFRUMgQ0EwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATvRXj1od5ER6lGSOPmbGGVUYnC6U/sD2Os4EV4trHKxwLvmDmuq3nE
SQVbh3UHKLnZM3W2/qKHKrw5Tw/bKFvFo0IwQDAPBgNVHRMBAf8EBTADAQH/MA4G
A1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQUrmLWuAdBbpnhD8SooClesKGwryUwCgYI
KoZIzj0EAwIDRwAwRAIgMWeHQ8RmGIjpnPFSEFoP5FDDcY0mgXL7bwIlcMcU0IsC
IB+Ph0VO0sHMZj32wQK7Z81tp5V+aCHQlRbD3LOjTWeR
-----END CERTIFICATE-----
-----BEGIN X509 CRL-----
MIIBQjCB6AIBATAKBggqhkjOPQQDAjAsMQswCQYDVQQGEwJOTzENMAsGA1UECgwE
VGVzdDEOMAwGA1UEAwwFRUMgQ0EXDTI2MTEyMTIxMDYwNFoYDzIwNTEwNzEzMjEw
NjA0WjBYMDICAX8XDTI2MDYwMjAwMDAwMFowHjAKBgNVHRUEAwoBBjAQBgNVHRcE
CQYHKoZIzjgCATAiAgMKCwwXDTI2MDYwMTAwMDAwMFowDDAKBgNVHRUEAwoBAaAv
MC0wHwYDVR0jBBgwFoAUrmLWuAdBbpnhD8SooClesKGwryUwCgYDVR0UBAMCAQEw
CgYIKoZIzj0EAwIDSQAwRgIhAIpS9ySIypjBsAkrVzuCkuQJfRNIUWBpCVU6URDw
PP0+AiEAzaeANET0rVI0v5kbuBs4B1kaSatIEgA60unu44IyiWE=
-----END X509 CRL-----
`;

it('a CA without key usage may sign lists, one that leaves out that usage may not', () => {
  const signsLists = ({ certificatePem }: { readonly certificatePem: string }) => {
    const { subject } = readFields(new X509Certificate(certificatePem).raw);
    return createTrustStore([certificatePem])
      .findByName(canonicalName(subject))
      .map((anchor) => anchor.signsLists);
  };
  expect(signsLists(issue({ isAuthority: true, digitalSignature: null, roles: null }))).toEqual([true]);
  const certificatesAlone = extension('2.5.29.15', bits(Buffer.from([0x04]), 2));
  expect(signsLists(remade({ added: [certificatesAlone] }, authority))).toEqual([false]);
});

it('a CA that the anchors have several times is one anchor', () => {
  const { certificatePem } = issue({ isAuthority: true, digitalSignature: null, roles: null });
  const { subject } = readFields(new X509Certificate(certificatePem).raw);
  const trust = createTrustStore([certificatePem.repeat(5_000), certificatePem]);
  expect(trust.findByName(canonicalName(subject))).toHaveLength(1);
});
