import { createHash } from 'node:crypto';
import { createAuthority } from '../../certificates.ts';
import { issueSeal } from '../../files.ts';
import { bodyOf } from '../../play/bodies.ts';
import { orderOfNames } from '../../sign.ts';
import { check, otherCheck, section } from '../check.ts';
import { expectRefused, expectStatus } from '../expect.ts';
import { type AskOptions, psuHeaders } from '../probe.ts';

const all = orderOfNames.filter((name) => name !== 'psu-corporate-id');

const refusalCheck = (name: string, ask: AskOptions, code = 'SIGNATURE_INVALID', path?: string) =>
  check(name, async (probe) => void expectRefused(await probe.pay('instant', {}, ask), 401, code, path));
const acceptanceCheck = (name: string, ask: AskOptions) =>
  check(name, async (probe) => void expectStatus(await probe.pay('instant', {}, ask), 201));

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
  acceptanceCheck('accepts a request as the specification signs it', {}),
  acceptanceCheck('accepts a Signature in RFC 2047 form by Base64', { sign: { wrap: 'B' } }),
  acceptanceCheck('accepts a Signature in RFC 2047 form by quoted-printable', { sign: { wrap: 'Q' } }),
  acceptanceCheck('accepts (request-target) among the signed headers', {
    sign: { covered: ['(request-target)', ...all] },
  }),
  acceptanceCheck('accepts the signed headers in any order', { sign: { covered: [...all].reverse() } }),
  check('accepts a Digest by SHA-512', async (probe) => {
    const raw = JSON.stringify(bodyOf('instant'));
    const digest = `SHA-512=${createHash('sha512').update(raw).digest('base64')}`;
    expectStatus(await probe.pay('instant', {}, { raw, headers: { digest } }), 201);
  }),
  acceptanceCheck('accepts a keyId with the serial number in lower case', {
    spoil: (headers) => headers.set('signature', lowerSerial(headers.get('signature') ?? '')),
  }),
  check('accepts a read without body and Digest', async (probe) => {
    const answer = await probe.ask('GET', '/v1/payments/norwegian-domestic-credit-transfers/none/status');
    expectStatus(answer, 404);
  }),
  ...all.map((name) =>
    refusalCheck(`refuses a signature that leaves out ${name}`, {
      sign: { covered: all.filter((one) => one !== name) },
    }),
  ),
  refusalCheck('refuses a signature that leaves out psu-corporate-id although it is sent', {
    headers: { 'psu-corporate-id': 'agreement-1' },
    sign: { covered: all },
  }),
  refusalCheck(
    'refuses a signature over a header that is not sent',
    rewritten(/headers="/, 'headers="psu-device-id '),
  ),
  refusalCheck('refuses a header that was changed after signing', {
    spoil: (headers) => headers.set('tpp-redirect-uri', 'https://evil.example/'),
  }),
  refusalCheck('refuses a body that was changed after signing', {
    sentInstead: JSON.stringify(bodyOf('instant')),
  }),
  refusalCheck('refuses a Digest of another body', { headers: { digest: `SHA-256=${'A'.repeat(43)}=` } }),
  refusalCheck('refuses a Date one hour in the past', { sign: { now: minutesAgo(60) } }),
  refusalCheck('refuses a Date one hour in the future', { sign: { now: minutesAgo(-60) } }),
  refusalCheck('refuses an invalid Date', { headers: { date: 'yesterday' } }),
  refusalCheck('refuses the keyId of another certificate', rewritten(/SN=[0-9A-F]+/, 'SN=1234')),
  refusalCheck('refuses the keyId of another issuer', rewritten(/CA=[^"]{1,400}"/, 'CA=CN=Nobody"')),
  refusalCheck('refuses another algorithm', rewritten(/rsa-sha256/, 'rsa-sha512')),
  refusalCheck('refuses a signature without an algorithm', rewritten(/algorithm="[^"]*",/, '')),
  refusalCheck('refuses a Signature that is not a list of parameters', {
    spoil: (headers) => headers.set('signature', 'x'),
  }),
  refusalCheck('refuses a wrong signature value', rewritten(/signature="[^"]{8}/, 'signature="AAAAAAAA')),
  refusalCheck(
    'refuses an invalid certificate',
    { spoil: (headers) => headers.set('tpp-signature-certificate', 'AAAA') },
    'CERTIFICATE_INVALID',
    'TPP-Signature-Certificate',
  ),
  check('refuses a certificate of a CA that it does not trust', async (probe) => {
    const answer = await probe.pay('instant', {}, { identity: unknownIssuer() });
    expectRefused(answer, 401, 'CERTIFICATE_INVALID', 'TPP-Signature-Certificate');
  }),
  otherCheck('refuses a signature by a key that does not belong to the certificate', async (probe, other) => {
    const identity = { ...probe.identity, certificatePem: other.certificatePem };
    expectRefused(await probe.pay('instant', {}, { identity }), 401, 'SIGNATURE_INVALID');
  }),
  check('a refused request has no effect', async (probe) => {
    const [headers, body] = [{ ...psuHeaders(), 'x-request-id': crypto.randomUUID() }, bodyOf('instant')];
    const spoilt = { headers, body, ...rewritten(/rsa-sha256/, 'rsa-sha1') };
    expectRefused(await probe.pay('instant', {}, spoilt), 401, 'SIGNATURE_INVALID');
    expectStatus(await probe.pay('instant', {}, { headers, body }), 201);
  }),
]);
