import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readFields } from '../../src/security/certificate-fields.ts';
import { fitnessFaults } from '../../src/security/fitness.ts';
import {
  algorithms,
  bits,
  extension,
  integer,
  invalidCertificate,
  nothing,
  oid,
  outcomeOf,
  pss,
  pssByDefault,
  remade,
  sequence,
  tlv,
} from './encode.ts';
import { certificateHeader, guardWith, otherKeyPem, outcome, pem, request, tpp } from './support.ts';

const accepted = 'accepted';
const keyUsage = (content: number, unused: number) =>
  extension('2.5.29.15', bits(Buffer.from([content]), unused), true);
const purposes = (...oids: readonly string[]) => extension('2.5.29.37', sequence(...oids.map(oid)));
const kp = '1.3.6.1.5.5.7.3';

describe('the key usage', () => {
  it.each([
    ['digitalSignature alone', keyUsage(0x80, 7), accepted],
    ['contentCommitment alone, as qualified seals have it', keyUsage(0x40, 6), accepted],
    ['both', keyUsage(0xc0, 6), accepted],
    ['keyEncipherment', keyUsage(0x20, 5), invalidCertificate],
    ['dataEncipherment and keyAgreement', keyUsage(0x18, 3), invalidCertificate],
    ['keyCertSign and cRLSign', keyUsage(0x06, 1), invalidCertificate],
    ['no bit at all', extension('2.5.29.15', bits(Buffer.alloc(0)), true), invalidCertificate],
    ['no BIT STRING', extension('2.5.29.15', integer(0x80), true), invalidCertificate],
  ])('%s', (_, added, expected) => {
    expect(outcomeOf(remade({ added: [added] }))).toBe(expected);
  });
});

describe('the extended key usage', () => {
  it.each([
    ['any', purposes('2.5.29.37.0'), accepted],
    ['clientAuth', purposes(`${kp}.2`), accepted],
    ['emailProtection', purposes(`${kp}.4`), accepted],
    ['documentSigning', purposes(`${kp}.36`), accepted],
    ['documentSigning as Microsoft has it', purposes('1.3.6.1.4.1.311.10.3.12'), accepted],
    ['authenticDocumentsTrust as Adobe has it', purposes('1.2.840.113583.1.1.5'), accepted],
    ['serverAuth and clientAuth', purposes(`${kp}.1`, `${kp}.2`), accepted],
    ['an unknown purpose beside emailProtection', purposes('1.2.3.4', `${kp}.4`), accepted],
    ['serverAuth', purposes(`${kp}.1`), invalidCertificate],
    ['codeSigning', purposes(`${kp}.3`), invalidCertificate],
    ['timeStamping', purposes(`${kp}.8`), invalidCertificate],
    ['OCSPSigning', purposes(`${kp}.9`), invalidCertificate],
    ['an unknown purpose', purposes('1.2.3.4'), invalidCertificate],
    ['no purpose at all', purposes(), invalidCertificate],
    ['no list', extension('2.5.29.37', nothing), invalidCertificate],
  ])('%s', (_, added, expected) => {
    expect(outcomeOf(remade({ added: [added] }))).toBe(expected);
  });
});

describe('an extension that must be understood', () => {
  const fields = (type: string) => ({
    ...readFields(new X509Certificate(tpp.certificatePem).raw),
    criticalExtensions: [type],
  });
  const understood = [14, 15, 17, 18, 19, 31, 32, 35, 37].map((last) => `2.5.29.${last}`);

  it.each([...understood, '1.3.6.1.5.5.7.1.1', '1.3.6.1.5.5.7.1.3'])('%s is understood', (type) =>
    expect(fitnessFaults(fields(type))).toEqual([]),
  );
  // Constraints of names and policies bind a CA; they are ignored here.
  it.each(['2.5.29.30', '2.5.29.36', '2.5.29.54', '2.5.29.16', '1.2.3.4'])('%s is not understood', (type) =>
    expect(fitnessFaults(fields(type))).toEqual([
      `the critical extension ${type} of the certificate is not supported`,
    ]),
  );
});

describe('the signature of the CA', () => {
  it.each([
    ['SHA-256', algorithms.sha256, accepted],
    ['SHA-384', algorithms.sha384, accepted],
    ['SHA-512', algorithms.sha512, accepted],
    ['RSASSA-PSS with SHA-256', pss('sha256'), accepted],
    ['RSASSA-PSS with SHA-384', pss('sha384', 'sha384', 48), accepted],
    ['SHA-1', algorithms.sha1, invalidCertificate],
    ['MD5', algorithms.md5, invalidCertificate],
    ['RSASSA-PSS with SHA-1', pss('sha1', 'sha1', 20), invalidCertificate],
    ['RSASSA-PSS with a mask by SHA-1', pss('sha256', 'sha1'), invalidCertificate],
    ['RSASSA-PSS with the parameters that say nothing', pssByDefault, invalidCertificate],
  ])('%s', (_, algorithm, expected) => {
    expect(outcomeOf(remade({ algorithm }))).toBe(expected);
  });
});

describe('the key', () => {
  const key = (modulusBits: number, exponent: bigint) => {
    const modulus = BigInt(`0x${'c7'.repeat(modulusBits / 8)}`);
    const rsa = sequence(oid('1.2.840.113549.1.1.1'), nothing);
    return sequence(rsa, bits(sequence(integer(modulus), integer(exponent))));
  };
  const signatureInvalid = '401 SIGNATURE_INVALID Signature';

  it.each([
    ['of 8192 bits and the exponent 65537', key(8_192, 65_537n), signatureInvalid],
    ['with the exponent 3', key(2_048, 3n), signatureInvalid],
    ['with the largest exponent', key(2_048, 2n ** 32n - 1n), signatureInvalid],
    ['of 2040 bits', key(2_040, 65_537n), invalidCertificate],
    ['of 8200 bits', key(8_200, 65_537n), invalidCertificate],
    ['with the exponent 1', key(2_048, 1n), invalidCertificate],
    ['with an even exponent', key(2_048, 65_538n), invalidCertificate],
    ['with an exponent beyond 2^32', key(2_048, 2n ** 32n + 1n), invalidCertificate],
    ['with an exponent as long as the modulus', key(3_072, 2n ** 3_000n + 1n), invalidCertificate],
  ])('%s', (_, bytes, expected) => {
    // This key has no private half: an accepted certificate fails at the signature.
    expect(outcomeOf(remade({ key: bytes }))).toBe(expected);
  });
});

describe('the form', () => {
  it.each([
    ['of version 1, without extensions', { version: Buffer.alloc(0), extensions: Buffer.alloc(0) }],
    ['of version 2', { version: tlv(0xa0, integer(1)) }],
    ['of version 4', { version: tlv(0xa0, integer(3)) }],
    ['with a serial number of 21 octets', { serial: integer(2n ** 160n) }],
    ['with a negative serial number', { serial: tlv(0x02, Buffer.from([0x81])) }],
    ['with a serial number that has a zero in front', { serial: tlv(0x02, Buffer.from([0, 1])) }],
  ])('%s is refused', (_, changes) => {
    expect(outcomeOf(remade(changes))).toBe(invalidCertificate);
  });

  it('with PEM of another certificate inside is not read as that one', () => {
    // OpenSSL would find the PEM, which verifies; the bytes around it name the caller.
    const hidden = extension('1.2.3.4', Buffer.from(`\n${tpp.certificatePem}`));
    const forged = remade({ added: [hidden], signer: { privateKeyPem: otherKeyPem } });
    const header = certificateHeader(tpp.certificatePem);
    const der = Buffer.from(forged.certificatePem.replace(/-----.*-----|\n/g, ''), 'base64');
    expect(new X509Certificate(der).raw.toString('base64')).toBe(header);
    const sent = request({ headers: { 'tpp-signature-certificate': der.toString('base64') } });
    expect(outcome(() => guardWith().verify(sent, { digestRequired: true }))).toBe(invalidCertificate);
    expect(pem(der)).toBe(forged.certificatePem);
  });
});
