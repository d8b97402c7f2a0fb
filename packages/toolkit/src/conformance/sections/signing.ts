import { createHash } from 'node:crypto';
import { createAuthority } from '../../certificates.ts';
import { issueSeal } from '../../files.ts';
import { bodyOf, pathOf } from '../../play/bodies.ts';
import { signableHeaders } from '../../sign.ts';
import { check, secondTppCheck, section, sends } from '../check.ts';
import { type AskOptions, psuHeaders } from '../probe.ts';

/** The signable headers that the requests of the checks have: they are those of a private PSU. */
const signedHeaders = signableHeaders.filter((name) => name !== 'psu-corporate-id');

const signatureInvalid = '401 SIGNATURE_INVALID';
const certificateInvalid = '401 CERTIFICATE_INVALID TPP-Signature-Certificate';

const refusesSigning = (fault: string, options: AskOptions) =>
  sends(`refuses ${fault}`, signatureInvalid, options);

const rewriteSignature = (pattern: RegExp, text: string): AskOptions => ({
  spoil: (headers) => headers.set('signature', (headers.get('signature') ?? '').replace(pattern, text)),
});

const lowerSerial = (header: string) =>
  header.replace(/SN=[0-9A-F]+/, (serial) => `SN=${serial.slice(3).toLowerCase()}`);

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

/** CA and TPP share one key, because generating a key takes longer than most checks. */
function tppOfUnknownCa() {
  const dates = { notBefore: minutesFromNow(-60), notAfter: minutesFromNow(600) };
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
    sign: { covered: ['(request-target)', ...signedHeaders] },
  }),
  sends('accepts the signed headers in any order', 201, { sign: { covered: [...signedHeaders].reverse() } }),
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
  ...signedHeaders.map((name) =>
    refusesSigning(`a signature that leaves out ${name}`, {
      sign: { covered: signedHeaders.filter((one) => one !== name) },
    }),
  ),
  refusesSigning('a signature that leaves out psu-corporate-id although it is sent', {
    headers: { 'psu-corporate-id': 'agreement-1' },
    sign: { covered: signedHeaders },
  }),
  refusesSigning(
    'a signature over a header that is not sent',
    rewriteSignature(/headers="/, 'headers="psu-device-id '),
  ),
  refusesSigning('a header that was changed after signing', {
    spoil: (headers) => headers.set('tpp-redirect-uri', 'https://evil.example/'),
  }),
  refusesSigning('a body that was changed after signing', { sentInstead: JSON.stringify(bodyOf('instant')) }),
  refusesSigning('a Digest of another body', { headers: { digest: `SHA-256=${'A'.repeat(43)}=` } }),
  refusesSigning('a Date one hour in the past', { sign: { now: minutesFromNow(-60) } }),
  refusesSigning('a Date one hour in the future', { sign: { now: minutesFromNow(60) } }),
  refusesSigning('an invalid Date', { headers: { date: 'yesterday' } }),
  refusesSigning('the keyId of another certificate', rewriteSignature(/SN=[0-9A-F]+/, 'SN=1234')),
  refusesSigning('the keyId of another issuer', rewriteSignature(/CA=[^"]{1,400}"/, 'CA=CN=Nobody"')),
  refusesSigning('another algorithm', rewriteSignature(/rsa-sha256/, 'rsa-sha512')),
  refusesSigning('a signature without an algorithm', rewriteSignature(/algorithm="[^"]*",/, '')),
  refusesSigning('a Signature that is not a list of parameters', {
    spoil: (headers) => headers.set('signature', 'x'),
  }),
  refusesSigning('a wrong signature value', rewriteSignature(/signature="[^"]{8}/, 'signature="AAAAAAAA')),
  sends('refuses an invalid certificate', certificateInvalid, {
    spoil: (headers) => headers.set('tpp-signature-certificate', 'AAAA'),
  }),
  check('refuses a certificate of a CA that it does not trust', (probe) =>
    probe.pay(certificateInvalid, 'instant', {}, { identity: tppOfUnknownCa() }),
  ),
  secondTppCheck('refuses a signature by a key that does not belong to the certificate', (probe, other) => {
    const identity = { ...probe.identity, certificatePem: other.certificatePem };
    return probe.pay(signatureInvalid, 'instant', {}, { identity });
  }),
  check('a refused request has no effect', async (probe) => {
    const headers = { ...psuHeaders(), 'x-request-id': crypto.randomUUID() };
    const options = { headers, body: bodyOf('instant') };
    await probe.pay(
      signatureInvalid,
      'instant',
      {},
      { ...options, ...rewriteSignature(/rsa-sha256/, 'rsa-sha1') },
    );
    await probe.pay(201, 'instant', {}, options);
  }),
]);
