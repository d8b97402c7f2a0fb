/** Test certificates as ETSI TS 119 495 describes them: a CA, and seals of TPPs with roles and organizationIdentifier. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import forge from 'node-forge';

export interface KeyAndCertificate {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

export type Role = 'PSP_AS' | 'PSP_PI' | 'PSP_AI' | 'PSP_IC';
const roleOids: Readonly<Record<Role, string>> = {
  PSP_AS: '0.4.0.19495.1.1',
  PSP_PI: '0.4.0.19495.1.2',
  PSP_AI: '0.4.0.19495.1.3',
  PSP_IC: '0.4.0.19495.1.4',
};

export interface AuthorityOptions {
  readonly commonName: string;
  readonly organizationName?: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly keyBits?: number;
}

export interface IssueOptions {
  readonly authority: KeyAndCertificate;
  readonly organizationIdentifier: string | null;
  readonly organizationName: string;
  readonly commonName: string;
  /** null: no PSD2 statement. */
  readonly roles: readonly Role[] | null;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly keyBits?: number;
  readonly serialNumber?: string;
  readonly isAuthority?: boolean;
  readonly digitalSignature?: boolean;
}

const attribute = (type: string, value: string): forge.pki.CertificateField => ({ type, value, valueTagClass: forge.asn1.Type.UTF8 as never });

function keyPair(bits: number): { publicKey: forge.pki.rsa.PublicKey; privateKeyPem: string } {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { publicKey: forge.pki.publicKeyFromPem(pair.publicKey), privateKeyPem: pair.privateKey };
}

/** A positive serial number of 128 random bits. */
function serial(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0);
  return bytes.toString('hex');
}

/** A self-signed CA. */
export function createAuthority(options: AuthorityOptions): KeyAndCertificate {
  const { publicKey, privateKeyPem } = keyPair(options.keyBits ?? 2_048);
  const name = [
    attribute('2.5.4.6', 'NO'),
    attribute('2.5.4.10', options.organizationName ?? 'PSD2 bank sandbox'),
    attribute('2.5.4.3', options.commonName),
  ];
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  certificate.serialNumber = serial();
  certificate.validity.notBefore = options.notBefore;
  certificate.validity.notAfter = options.notAfter;
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: true, pathLenConstraint: 0 },
    { name: 'keyUsage', critical: true, keyCertSign: true, cRLSign: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(privateKeyPem), forge.md.sha256.create());
  return { certificatePem: forge.pki.certificateToPem(certificate), privateKeyPem };
}

/** A seal of a TPP, issued by the authority. */
export function issueCertificate(options: IssueOptions): KeyAndCertificate {
  const issuer = forge.pki.certificateFromPem(options.authority.certificatePem);
  const { publicKey, privateKeyPem } = keyPair(options.keyBits ?? 2_048);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  certificate.serialNumber = options.serialNumber ?? serial();
  certificate.validity.notBefore = options.notBefore;
  certificate.validity.notAfter = options.notAfter;
  certificate.setSubject([
    attribute('2.5.4.6', 'NO'),
    attribute('2.5.4.10', options.organizationName),
    ...(options.organizationIdentifier === null ? [] : [attribute('2.5.4.97', options.organizationIdentifier)]),
    attribute('2.5.4.3', options.commonName),
  ]);
  certificate.setIssuer(issuer.subject.attributes);
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: options.isAuthority === true },
    { name: 'keyUsage', critical: true, digitalSignature: options.digitalSignature !== false, nonRepudiation: true },
    { name: 'subjectKeyIdentifier' },
    { name: 'authorityKeyIdentifier', keyIdentifier: issuer.generateSubjectKeyIdentifier().getBytes() },
    ...(options.roles === null ? [] : [{ id: '1.3.6.1.5.5.7.1.3', critical: false, value: qcStatements(options.roles) }]),
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(options.authority.privateKeyPem), forge.md.sha256.create());
  return { certificatePem: forge.pki.certificateToPem(certificate), privateKeyPem };
}

/** QCStatements: a qualified electronic seal, and the PSD2 statement with roles and the competent authority. */
function qcStatements(roles: readonly Role[]): string {
  const { asn1 } = forge;
  const sequence = (...parts: forge.asn1.Asn1[]) => asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, parts);
  const oid = (dotted: string) => asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OID, false, asn1.oidToDer(dotted).getBytes());
  const text = (value: string) => asn1.create(asn1.Class.UNIVERSAL, asn1.Type.UTF8, false, value);
  const statements = sequence(
    sequence(oid('0.4.0.1862.1.1')),
    sequence(oid('0.4.0.1862.1.6'), sequence(oid('0.4.0.1862.1.6.2'))),
    sequence(
      oid('0.4.0.19495.2'),
      sequence(sequence(...roles.map((role) => sequence(oid(roleOids[role]), text(role)))), text('Finanstilsynet'), text('NO-FSA')),
    ),
  );
  return asn1.toDer(statements).getBytes();
}
