import { createPublicKey, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createGuard } from '../../../src/security/guard.ts';
import { readSignature } from '../../../src/security/signature.ts';
import { createTrustStore } from '../../../src/security/trust.ts';
import { otherKey, sharedKey } from '../../../test/support/keys.ts';
import { createAuthority, issueCertificate } from '../src/certificates.ts';
import { instantPath, instantPayment, singleScaHeaders } from '../src/payments.ts';
import { keyIdOf, signRequest } from '../src/sign.ts';

const now = new Date('2026-06-15T12:00:00Z');
const dates = { notBefore: new Date('2026-06-01T00:00:00Z'), notAfter: new Date('2027-06-01T00:00:00Z') };
const privateKeyPem = sharedKey();
const authority = createAuthority({ commonName: 'Føroya "CA", A/S', ...dates, privateKeyPem });
const identity = issueCertificate({
  authority,
  organizationIdentifier: 'PSDNO-FSA-1',
  organizationName: 'Ærlig TPP, AS',
  commonName: 'seal',
  roles: ['PSP_PI'],
  ...dates,
  privateKeyPem,
});
const url = `http://localhost:4000${instantPath}?allowLogicalDuplicate=true`;
const body = JSON.stringify(instantPayment({}, now));
const psu = { psuId: '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11', returnTo: 'https://tpp.example/return' };
const request = { method: 'POST', url, headers: singleScaHeaders(psu), body };

/** The guard of the bank, written independently of the toolkit. */
const guard = createGuard({
  trust: createTrustStore([authority.certificatePem]),
  now: () => now.getTime(),
  maxAgeSeconds: 300,
  explain: true,
});
const admit = (headers: Headers, sent: { method: string; body: string | null } = request) =>
  guard.verify(
    {
      method: sent.method,
      target: `${new URL(url).pathname}${new URL(url).search}`,
      headers,
      body: sent.body === null ? null : Buffer.from(sent.body),
    },
    { digestRequired: true, role: 'PSP_PI' },
  );

describe('a request that the toolkit signs', () => {
  it.each(['plain', 'B', 'Q'] as const)('is accepted by the bank: Signature %s', (wrap) => {
    const headers = signRequest(request, identity, { now, wrap });
    expect(admit(headers)).toMatchObject({ tppId: 'PSDNO-FSA-1', name: 'Ærlig TPP, AS', roles: ['PSP_PI'] });
  });

  it('is accepted without a body', () => {
    const bare = { method: 'GET', url, body: null };
    expect(admit(signRequest(bare, identity, { now }), bare).tppId).toBe('PSDNO-FSA-1');
  });

  it('is accepted with (request-target) covered, and with values beyond ASCII', () => {
    const headers = { ...singleScaHeaders(psu), 'psu-corporate-id': 'Ærø 株' };
    const covered = [
      '(request-target)',
      'date',
      'digest',
      'x-request-id',
      'psu-id',
      'psu-corporate-id',
      'tpp-redirect-uri',
    ];
    expect(admit(signRequest({ ...request, headers }, identity, { now, covered })).tppId).toBe('PSDNO-FSA-1');
  });

  it('carries the headers that the interface requires', () => {
    const headers = signRequest(request, identity, { now, requestId: 'id-1' });
    expect(headers.get('date')).toBe('Mon, 15 Jun 2026 12:00:00 GMT');
    expect(headers.get('x-request-id')).toBe('id-1');
    expect(headers.get('digest')).toMatch(/^SHA-256=[A-Za-z0-9+/]{43}=$/);
    expect(headers.get('content-type')).toBe('application/json');
    expect(readSignature(headers.get('signature') ?? '')).toMatchObject({
      faults: [],
      headers: ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
    });
  });

  it('keeps the given headers', () => {
    const given = {
      date: 'Mon, 15 Jun 2026 12:00:01 GMT',
      'x-request-id': 'mine',
      digest: 'SHA-256=x',
      'content-type': 'a/b',
      signature: 'abc',
    };
    const headers = signRequest({ ...request, headers: given }, identity, { now });
    for (const [name, value] of Object.entries(given)) expect(headers.get(name)).toBe(value);
  });
});

describe('certificates', () => {
  it('chain to their CA, for the requested purpose and time', () => {
    const [ca, seal] = [
      new X509Certificate(authority.certificatePem),
      new X509Certificate(identity.certificatePem),
    ];
    expect(ca.ca).toBe(true);
    expect(seal.ca).toBe(false);
    expect(seal.checkIssued(ca) && seal.verify(ca.publicKey)).toBe(true);
    expect(seal.verify(createPublicKey(otherKey(privateKeyPem)))).toBe(false);
    expect([seal.validFrom, seal.validTo].map((text) => Date.parse(text))).toEqual([
      +dates.notBefore,
      +dates.notAfter,
    ]);
    expect(seal.subject).toContain('organizationIdentifier=PSDNO-FSA-1');
    expect(keyIdOf(seal)).toMatch(/^SN=[1-9A-F][0-9A-F]*,CA=C=NO,O=PSD2 bank sandbox,CN=F/);
  });

  it('have a positive random serial of at most 20 bytes, or the given one', () => {
    const serial = (serialNumber?: string) => {
      const options = {
        authority,
        organizationIdentifier: null,
        organizationName: 'x',
        commonName: 'x',
        roles: null,
        ...dates,
      };
      const made = issueCertificate({ ...options, privateKeyPem, ...(serialNumber ? { serialNumber } : {}) });
      return new X509Certificate(made.certificatePem).serialNumber;
    };
    const [one, two] = [serial(), serial()];
    expect(one).not.toBe(two);
    for (const each of [one, two]) expect(each).toMatch(/^[4-7][0-9A-F]{31}$/);
    expect(serial('0a1b')).toBe('0A1B');
  });
});
