import { createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import forge from 'node-forge';
import { textAt } from './record.ts';
import type { SigningIdentity } from './sign.ts';

export type KeyAndCertificate = SigningIdentity;

export const roleNames = ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'] as const;
export type Role = (typeof roleNames)[number];

export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

export interface AuthorityOptions extends Validity {
  readonly commonName: string;
  readonly keyBits?: number;
  /** PKCS #8; a new key when absent. */
  readonly privateKeyPem?: string | undefined;
}

export interface IssueOptions extends AuthorityOptions {
  readonly authority: KeyAndCertificate;
  /** `PSDNO-FSA-…`; null omits it. */
  readonly organizationIdentifier: string | null;
  readonly organizationName: string;
  readonly domains?: readonly string[];
  /** null omits the extension with the roles, QCStatements. */
  readonly roles: readonly Role[] | null;
  /** Hex; random when absent. */
  readonly serialNumber?: string;
  readonly isAuthority?: boolean;
  /** Whether the key usage allows signatures (true by default); null omits the extension. */
  readonly digitalSignature?: boolean | null;
}

const roleOids: Readonly<Record<Role, string>> = {
  PSP_AS: '0.4.0.19495.1.1',
  PSP_PI: '0.4.0.19495.1.2',
  PSP_AI: '0.4.0.19495.1.3',
  PSP_IC: '0.4.0.19495.1.4',
};
const oid = {
  country: '2.5.4.6',
  organization: '2.5.4.10',
  commonName: '2.5.4.3',
  organizationIdentifier: '2.5.4.97',
  qcStatements: '1.3.6.1.5.5.7.1.3',
  qcCompliance: '0.4.0.1862.1.1',
  qcType: '0.4.0.1862.1.6',
  qcTypeSeal: '0.4.0.1862.1.6.2',
  psd2Statement: '0.4.0.19495.2',
} as const;

/** The number of dNSName in the choice GeneralName (RFC 5280). */
const dnsName = 2;

const dayMs = 86_400_000;

/** A negative number of days lies in the past. Good certificates start a day early, because clocks differ. */
export const validity = (now: Date, startsInDays: number, endsInDays: number): Validity => ({
  notBefore: new Date(now.getTime() + startsInDays * dayMs),
  notAfter: new Date(now.getTime() + endsInDays * dayMs),
});

export function createAuthority(options: AuthorityOptions): KeyAndCertificate {
  const { certificate, privateKeyPem } = unsignedCertificate(options);
  const name = [
    attribute(oid.country, 'NO'),
    attribute(oid.organization, 'PSD2 bank sandbox'),
    attribute(oid.commonName, options.commonName),
  ];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: true, pathLenConstraint: 0 },
    { name: 'keyUsage', critical: true, keyCertSign: true, cRLSign: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  return { certificatePem: signCertificate(certificate, privateKeyPem), privateKeyPem };
}

export function issueCertificate(options: IssueOptions): KeyAndCertificate {
  const issuer = forge.pki.certificateFromPem(options.authority.certificatePem);
  const { certificate, privateKeyPem } = unsignedCertificate(options);
  const { organizationIdentifier, digitalSignature = true, roles, domains = [] } = options;
  const altNames = domains.map((value) => ({ type: dnsName, value }));
  certificate.setSubject([
    attribute(oid.country, 'NO'),
    attribute(oid.organization, options.organizationName),
    ...(organizationIdentifier === null
      ? []
      : [attribute(oid.organizationIdentifier, organizationIdentifier)]),
    attribute(oid.commonName, options.commonName),
  ]);
  certificate.setIssuer(issuer.subject.attributes.map(decodeField));
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: options.isAuthority === true },
    ...(digitalSignature === null
      ? []
      : [{ name: 'keyUsage', critical: true, digitalSignature, nonRepudiation: true }]),
    { name: 'subjectKeyIdentifier' },
    { name: 'authorityKeyIdentifier', keyIdentifier: issuer.generateSubjectKeyIdentifier().getBytes() },
    ...(altNames.length === 0 ? [] : [{ name: 'subjectAltName', altNames }]),
    ...(roles === null ? [] : [{ id: oid.qcStatements, critical: false, value: qcStatements(roles) }]),
  ]);
  return { certificatePem: signCertificate(certificate, options.authority.privateKeyPem), privateKeyPem };
}

/** PKCS #8; made by node:crypto because forge takes seconds. */
export function newPrivateKey(bits = 2_048): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function unsignedCertificate(options: AuthorityOptions & Pick<IssueOptions, 'serialNumber'>) {
  const certificate = forge.pki.createCertificate();
  const privateKeyPem = options.privateKeyPem ?? newPrivateKey(options.keyBits);
  const publicKeyPem = createPublicKey(privateKeyPem).export({ type: 'spki', format: 'pem' }).toString();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKeyPem);
  certificate.serialNumber = options.serialNumber ?? randomSerial();
  certificate.validity.notBefore = options.notBefore;
  certificate.validity.notAfter = options.notAfter;
  return { certificate, privateKeyPem };
}

function randomSerial(): string {
  const bytes = randomBytes(16);
  // The first byte becomes 0x40 to 0x7f, because DER reads 0x80 and more as a negative number, and omits a zero.
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0);
  return bytes.toString('hex');
}

/** forge wants an asn1.Type as valueTagClass, but declares it as an asn1.Class. */
const attribute = (type: string, value: string): forge.pki.CertificateField => ({
  type,
  value,
  valueTagClass: forge.asn1.Type.UTF8 as never,
});

/** forge encodes UTF-8 in names but does not decode it. */
function decodeField(field: forge.pki.CertificateField): forge.pki.CertificateField {
  const isUtf8 = Number(field.valueTagClass) === forge.asn1.Type.UTF8;
  return isUtf8 ? { ...field, value: forge.util.decodeUtf8(String(field.value)) } : field;
}

function signCertificate(certificate: forge.pki.Certificate, issuerKeyPem: string): string {
  // forge calls `key.sign` when tbsCertificate is complete.
  const der = () => Buffer.from(forge.asn1.toDer(certificate.tbsCertificate).getBytes(), 'latin1');
  // node:crypto signs, because forge would block the event loop for 20 ms more.
  const key = { sign: () => sign('sha256', der(), issuerKeyPem).toString('latin1') };
  certificate.sign(key as unknown as forge.pki.rsa.PrivateKey, forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate).replaceAll('\r\n', '\n');
}

function qcStatements(roles: readonly Role[]): string {
  const { asn1 } = forge;
  const { UNIVERSAL } = asn1.Class;
  const sequence = (...parts: forge.asn1.Asn1[]) => asn1.create(UNIVERSAL, asn1.Type.SEQUENCE, true, parts);
  const identifier = (dotted: string) =>
    asn1.create(UNIVERSAL, asn1.Type.OID, false, asn1.oidToDer(dotted).getBytes());
  const text = (value: string) => asn1.create(UNIVERSAL, asn1.Type.UTF8, false, forge.util.encodeUtf8(value));
  const roleSequences = roles.map((role) => sequence(identifier(roleOids[role]), text(role)));
  const statements = sequence(
    sequence(identifier(oid.qcCompliance)),
    sequence(identifier(oid.qcType), sequence(identifier(oid.qcTypeSeal))),
    sequence(
      identifier(oid.psd2Statement),
      sequence(sequence(...roleSequences), text('Finanstilsynet'), text('NO-FSA')),
    ),
  );
  return asn1.toDer(statements).getBytes();
}

/** Finds each role by the bytes of its OID in the statements that `issueCertificate` adds. */
export function rolesIn(certificatePem: string): readonly Role[] {
  const certificate = forge.pki.certificateFromPem(certificatePem);
  const extension = certificate.getExtension({ id: oid.qcStatements } as never);
  const statements = textAt(extension, 'value') ?? '';
  return roleNames.filter((role) => statements.includes(forge.asn1.oidToDer(roleOids[role]).getBytes()));
}
