import { createHash } from 'node:crypto';
import { createAuthority } from '../../certificates.ts';
import { issueSeal } from '../../files.ts';
import { bodyOf, pathOf } from '../../play/bodies.ts';
import { orderOfNames } from '../../sign.ts';
import { check, otherCheck, section, sends } from '../check.ts';
import { type AskOptions, psuHeaders } from '../probe.ts';

const all = orderOfNames.filter((name) => name !== 'psu-corporate-id');

const invalid = '401 SIGNATURE_INVALID';
const invalidCertificate = '401 CERTIFICATE_INVALID TPP-Signature-Certificate';

const rewritten = (pattern: RegExp, text: string): AskOptions => ({
  spoil: (headers) => headers.set('signature', (headers.get('signature') ?? '').replace(pattern, text)),
});

const lowerSerial = (header: string) =>
  header.replace(/SN=[0-9A-F]+/, (serial) => `SN=${serial.slice(3).toLowerCase()}`);

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** CA and TPP share one key, because generating a key takes longer than most checks. */
function unknownIssuer() {
  const dates = { notBefore: minutesAgo(60), notAfter: minutesAgo(-600) };
  const authority = createAuthority({ commonName: 'Unknown CA', ...dates });
  const tpp = { organizationIdentifier: 'PSDNO-FSA-STRANGER', organizationName: 'Stranger AS' };
  const { privateKeyPem } = authority;
  return issueSeal(authority, { ...tpp, roles: ['PSP_PI'] }, { privateKeyPem, ...dates });
}

export const signing = section('5.1', 'Request signing', [
  sends('accepts a request as the specification signs it', 201, {}),
  sends('accepts a Signature in RFC 2047 form by Base64', 201, { sign: { wrap: 'B' } }),
  sends('accepts a Signature in RFC 2047 form by quoted-printable', 201, { sign: { wrap: 'Q' } }),
  sends('accepts (request-target) among the signed headers', 201, {
    sign: { covered: ['(request-target)', ...all] },
  }),
  sends('accepts the signed headers in any order', 201, { sign: { covered: [...all].reverse() } }),
  check('accepts a Digest by SHA-512', (probe) => {
    const raw = JSON.stringify(bodyOf('instant'));
    const digest = `SHA-512=${createHash('sha512').update(raw).digest('base64')}`;
    return probe.pay(201, 'instant', {}, { raw, headers: { digest } });
  }),
  sends('accepts a keyId with the serial number in lower case', 201, {
    spoil: (headers) => headers.set('signature', lowerSerial(headers.get('signature') ?? '')),
  }),
  check('accepts a read without body and Digest', (probe) =>
    probe.ask(404, 'GET', `${pathOf('domestic')}/none/status`),
  ),
  ...all.map((name) =>
    sends(`refuses a signature that leaves out ${name}`, invalid, {
      sign: { covered: all.filter((one) => one !== name) },
    }),
  ),
  sends('refuses a signature that leaves out psu-corporate-id although it is sent', invalid, {
    headers: { 'psu-corporate-id': 'agreement-1' },
    sign: { covered: all },
  }),
  sends(
    'refuses a signature over a header that is not sent',
    invalid,
    rewritten(/headers="/, 'headers="psu-device-id '),
  ),
  sends('refuses a header that was changed after signing', invalid, {
    spoil: (headers) => headers.set('tpp-redirect-uri', 'https://evil.example/'),
  }),
  sends('refuses a body that was changed after signing', invalid, {
    sentInstead: JSON.stringify(bodyOf('instant')),
  }),
  sends('refuses a Digest of another body', invalid, { headers: { digest: `SHA-256=${'A'.repeat(43)}=` } }),
  sends('refuses a Date one hour in the past', invalid, { sign: { now: minutesAgo(60) } }),
  sends('refuses a Date one hour in the future', invalid, { sign: { now: minutesAgo(-60) } }),
  sends('refuses an invalid Date', invalid, { headers: { date: 'yesterday' } }),
  sends('refuses the keyId of another certificate', invalid, rewritten(/SN=[0-9A-F]+/, 'SN=1234')),
  sends('refuses the keyId of another issuer', invalid, rewritten(/CA=[^"]{1,400}"/, 'CA=CN=Nobody"')),
  sends('refuses another algorithm', invalid, rewritten(/rsa-sha256/, 'rsa-sha512')),
  sends('refuses a signature without an algorithm', invalid, rewritten(/algorithm="[^"]*",/, '')),
  sends('refuses a Signature that is not a list of parameters', invalid, {
    spoil: (headers) => headers.set('signature', 'x'),
  }),
  sends('refuses a wrong signature value', invalid, rewritten(/signature="[^"]{8}/, 'signature="AAAAAAAA')),
  sends('refuses an invalid certificate', invalidCertificate, {
    spoil: (headers) => headers.set('tpp-signature-certificate', 'AAAA'),
  }),
  check('refuses a certificate of a CA that it does not trust', (probe) =>
    probe.pay(invalidCertificate, 'instant', {}, { identity: unknownIssuer() }),
  ),
  otherCheck('refuses a signature by a key that does not belong to the certificate', (probe, other) => {
    const identity = { ...probe.identity, certificatePem: other.certificatePem };
    return probe.pay(invalid, 'instant', {}, { identity });
  }),
  check('a refused request has no effect', async (probe) => {
    const [headers, body] = [{ ...psuHeaders(), 'x-request-id': crypto.randomUUID() }, bodyOf('instant')];
    const spoilt = { headers, body, ...rewritten(/rsa-sha256/, 'rsa-sha1') };
    await probe.pay(invalid, 'instant', {}, spoilt);
    await probe.pay(201, 'instant', {}, { headers, body });
  }),
]);
