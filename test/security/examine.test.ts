import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { examine } from '../../src/security/examine.ts';
import { createTrustStore } from '../../src/security/trust.ts';
import {
  authority,
  days,
  demands,
  guardWith,
  issue,
  now,
  otherAuthority,
  outcome,
  request,
  type Sketch,
  tpp,
} from './support.ts';

const options = { trust: createTrustStore([authority.certificatePem]), now, maxAgeSeconds: 300 };
const guard = guardWith();
const stranger = otherAuthority('Test CA');

const found = (sketch: Sketch) => {
  const examination = examine(request(sketch), demands, options);
  const missing = examination.missingHeaders.map(({ path }) => `HTTP_HEADER_REQUIRED ${path}`);
  const refused = examination.refusals.map(({ code, tppMessages }) => `${code} ${tppMessages[0]?.path}`);
  return { examination, faults: [...missing, ...refused] };
};

describe('one request with every fault', () => {
  const worst: Sketch = {
    identity: issue({ roles: ['PSP_AI'], ...days(-5, -1), keyBits: 1_024 }),
    headers: { date: 'Mon, 15 Jun 2026 11:00:00 GMT', digest: 'SHA-256=AAAA', 'psu-id': 'x' },
    covered: ['date', 'digest', 'tpp-session-id'],
    keyId: 'SN=1,CA=CN=Nobody',
    algorithm: 'hs2019',
  };

  it('names them in the order of the guard', () => {
    const { faults, examination } = found(worst);
    expect(faults).toEqual([
      'CERTIFICATE_INVALID TPP-Signature-Certificate',
      'CERTIFICATE_EXPIRED TPP-Signature-Certificate',
      'SIGNATURE_INVALID Signature', // algorithm
      'SIGNATURE_INVALID Signature', // keyId
      'SIGNATURE_INVALID Signature', // x-request-id and psu-id are not covered
      'SIGNATURE_INVALID Signature', // tpp-session-id is not there
      'SIGNATURE_INVALID Date',
      'SIGNATURE_INVALID Digest',
      'ROLE_INVALID TPP-Signature-Certificate',
    ]);
    // Built from the given headers, so that it can be compared.
    expect(examination.signingString).toMatch(/^date: /);
  });

  it('names missing headers too', () => {
    const { faults } = found({
      headers: { 'x-request-id': null, digest: null, date: null },
      covered: [],
    });
    expect(faults.slice(0, 3).sort()).toEqual([
      'HTTP_HEADER_REQUIRED Date',
      'HTTP_HEADER_REQUIRED Digest',
      'HTTP_HEADER_REQUIRED X-Request-ID',
    ]);
  });

  it('names a certificate with an undecodable key as invalid', () => {
    const identity = issue({ authority: stranger });
    const der = new X509Certificate(identity.certificatePem).raw;
    // The key follows BIT STRING and the count of its unused bits, as a SEQUENCE; here as another type.
    const key = new X509Certificate(identity.certificatePem).publicKey.export({
      type: 'pkcs1',
      format: 'der',
    });
    der[der.indexOf(key)] = 0x31;
    expect(() => new X509Certificate(der).publicKey).toThrow();
    const broken = { 'tpp-signature-certificate': der.toString('base64') };
    expect(found({ headers: broken }).faults).toContain('CERTIFICATE_INVALID TPP-Signature-Certificate');
    const verdict = outcome(() => guard.verify(request({ headers: broken }), demands));
    expect(verdict).toContain('CERTIFICATE_INVALID');
  });

  it('names the other faults of an untrusted certificate too', () => {
    const identity = issue({ authority: stranger, ...days(1, 9), digitalSignature: null, roles: [] });
    expect(found({ identity }).faults).toEqual([
      'CERTIFICATE_INVALID TPP-Signature-Certificate',
      'CERTIFICATE_INVALID TPP-Signature-Certificate',
      'ROLE_INVALID TPP-Signature-Certificate',
    ]);
  });

  it('names none for a good one, and shows its signing string', () => {
    const { faults, examination } = found({});
    expect(faults).toEqual([]);
    expect(examination.signingString).toMatch(/^date: [^\n]+\ndigest: [^\n]+\nx-request-id: [^\n]+$/);
    expect(examination.certificate?.tppId).toBe('PSDNO-FSA-1');
  });
});

describe('it refuses what the guard refuses, with the same first fault', () => {
  it.each<[string, Sketch]>([
    ['a good request', {}],
    ['without its signature', { headers: { signature: null } }],
    ['without its certificate', { headers: { 'tpp-signature-certificate': null } }],
    ['with a certificate that is none', { headers: { 'tpp-signature-certificate': 'AAAA' } }],
    ['with a certificate of another CA', { identity: issue({ authority: stranger }) }],
    ['with an expired certificate', { identity: issue(days(-9, -1)) }],
    ['with the certificate of a CA', { identity: issue({ isAuthority: true }) }],
    ['with a subject that names nobody', { identity: issue({ organizationIdentifier: 'A B' }) }],
    ['with a signature that is none', { wrap: () => 'x' }],
    ['with words that are not encoded', { wrap: (header) => `=?utf-8?B?${header}?=` }],
    ['with a parameter twice', { wrap: (header) => `${header},${header}` }],
    ['with another algorithm', { algorithm: 'hs2019' }],
    ['with a covered name twice', { covered: ['date', 'digest', 'x-request-id', 'date'] }],
    ['with too little covered', { covered: ['date'] }],
    ['with more covered than it carries', { covered: ['date', 'digest', 'x-request-id', 'psu-id'] }],
    ['with an old date', { headers: { date: 'Mon, 15 Jun 2026 11:00:00 GMT' } }],
    ['with the signature of another body', { headers: { digest: 'SHA-256=AAAA' } }],
    [
      'with a signature of another request',
      { wrap: (header) => header.replace(/signature="..../, 'signature="AAAA') },
    ],
    ['without the role', { identity: issue({ roles: ['PSP_AI'] }) }],
    ['of another keyId', { keyId: 'SN=1,CA=CN=Nobody' }],
    ['in order', { identity: tpp, body: null, method: 'GET' }],
  ])('%s', (_, sketch) => {
    const verdict = outcome(() => guard.verify(request(sketch), demands));
    const { examination, faults } = found(sketch);
    expect(faults.length > 0).toBe(verdict !== 'accepted');
    const first =
      examination.missingHeaders.length > 0 ? '400 HTTP_HEADER_REQUIRED' : examination.refusals[0]?.code;
    if (verdict !== 'accepted') expect(verdict).toContain(first);
  });
});
