/** Certificates (RFC 5280) with PSD2 roles (ETSI TS 119 495). Anybody may have made one, so everything has a limit. */
import {
  bitsOf,
  constructedContext,
  contentOf,
  type DerNode,
  isTrue,
  oidOf,
  partsOf,
  primitiveContext,
  readDer,
  tags,
  unsignedOf,
} from './der.ts';
import { textOf, timeOf } from './der-text.ts';
import type { DistinguishedName } from './distinguished-name.ts';

export type Psd2Role = 'PSP_AS' | 'PSP_PI' | 'PSP_AI' | 'PSP_IC';

export interface CertificateFields {
  /** In hex, as in revocation lists. */
  readonly serial: string;
  readonly signatureAlgorithm: DerNode;
  readonly issuer: DistinguishedName;
  readonly subject: DistinguishedName;
  /** Epoch milliseconds. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** null: the key is not an RSA key. */
  readonly rsaKey: { readonly bits: number; readonly exponent: bigint } | null;
  readonly isAuthority: boolean;
  /** null: the certificate has no such extension. */
  readonly keyUsage: Readonly<Record<'digitalSignature' | 'contentCommitment' | 'crlSign', boolean>> | null;
  /** Object identifiers; null: the certificate has no such extension. */
  readonly purposes: readonly string[] | null;
  /** null: the certificate has no PSD2 statement. */
  readonly roles: readonly Psd2Role[] | null;
  readonly dnsNames: readonly string[];
  /** Object identifiers. */
  readonly criticalExtensions: readonly string[];
  readonly hasNameConstraints: boolean;
}

const rsaOid = '1.2.840.113549.1.1.1';
const keyUsageOid = '2.5.29.15';
const basicConstraintsOid = '2.5.29.19';
const extendedKeyUsageOid = '2.5.29.37';
const subjectAltNameOid = '2.5.29.17';
const nameConstraintsOid = '2.5.29.30';
const qcStatementsOid = '1.3.6.1.5.5.7.1.3';
const psd2StatementOid = '0.4.0.19495.2';
const roleOids: ReadonlyMap<string, Psd2Role> = new Map([
  ['0.4.0.19495.1.1', 'PSP_AS'],
  ['0.4.0.19495.1.2', 'PSP_PI'],
  ['0.4.0.19495.1.3', 'PSP_AI'],
  ['0.4.0.19495.1.4', 'PSP_IC'],
]);

/** Limits that no certificate in use reaches. */
const maxItems = 64;
const maxNameOctets = 2_048;
const maxAlternativeNames = 256;

/** The message is the text of a refusal. */
export class UnreadableExtension extends Error {}

function readWithFault<T>(fault: string, reader: () => T): T {
  try {
    return reader();
  } catch (error) {
    throw error instanceof UnreadableExtension ? error : new UnreadableExtension(fault);
  }
}

/** Throws unless the DER is a certificate of version 3. */
export function readFields(der: Buffer): CertificateFields {
  const [body, outerAlgorithm, signature] = partsOf(readDer(der), tags.sequence, 3);
  // Throws unless the signature consists of whole octets.
  bitsOf(signature, 0);
  const [version, serial, algorithm, issuer, validity, subject, key, ...optionalParts] = partsOf(
    body,
    tags.sequence,
    10,
  );
  const [versionNumber] = partsOf(version, constructedContext(0), 1);
  // Version 3 is encoded as 2.
  if (unsignedOf(versionNumber).readUInt8() !== 2) throw new Error('the certificate is not of version 3');
  if (algorithm === undefined || !outerAlgorithm?.encoded.equals(algorithm.encoded))
    throw new Error('the certificate names two signature algorithms');
  const [notBefore, notAfter] = partsOf(validity, tags.sequence, 2);
  return {
    serial: serialOf(serial),
    signatureAlgorithm: algorithm,
    issuer: readName(issuer),
    subject: readName(subject),
    notBefore: timeOf(notBefore),
    notAfter: timeOf(notAfter),
    rsaKey: readKey(key),
    ...readExtensions(optionalParts),
  };
}

/** Throws if the serial number has more than 20 octets. */
export function serialOf(node: DerNode | undefined): string {
  const octets = unsignedOf(node);
  if (octets.length > 20) throw new Error('a serial number of more than 20 octets');
  return octets.toString('hex');
}

export function readName(node: DerNode | undefined): DistinguishedName {
  if (contentOf(node, tags.sequence).length > maxNameOctets)
    throw new Error(`a name of more than ${maxNameOctets} octets`);
  return partsOf(node, tags.sequence, maxItems).map((part) =>
    partsOf(part, tags.set, maxItems).map((pair) => {
      const [type, value] = partsOf(pair, tags.sequence, 2);
      return { type: oidOf(type), value: textOf(value) };
    }),
  );
}

function readKey(node: DerNode | undefined): CertificateFields['rsaKey'] {
  const [algorithm, bits] = partsOf(node, tags.sequence, 2);
  if (oidOf(partsOf(algorithm, tags.sequence, 2)[0]) !== rsaOid) return null;
  const [modulus, exponent] = partsOf(readDer(bitsOf(bits, 0)), tags.sequence, 2).map(unsignedOf);
  if (modulus === undefined || exponent === undefined) throw new Error('a malformed RSA key');
  const leadingZeroBits = Math.clz32(modulus.readUInt8()) - 24;
  return { bits: modulus.length * 8 - leadingZeroBits, exponent: BigInt(`0x${exponent.toString('hex')}`) };
}

export function extensionsOf(list: DerNode | undefined) {
  const byOid = new Map<string, { readonly critical: boolean; readonly value: Buffer }>();
  for (const extension of list === undefined ? [] : partsOf(list, tags.sequence, maxItems)) {
    const [type, ...flagAndValue] = partsOf(extension, tags.sequence, 3);
    const oid = oidOf(type);
    // Of an extension that is present twice, one parser might use the first, and another parser the second.
    if (byOid.has(oid)) throw new Error(`the extension ${oid} is present twice`);
    const critical = flagAndValue.length === 2 && isTrue(flagAndValue[0]);
    byOid.set(oid, { critical, value: contentOf(flagAndValue.at(-1), tags.octetString) });
  }
  return byOid;
}

/** Ignores the two obsolete unique identifiers. */
function readExtensions(optionalParts: readonly DerNode[]) {
  const isUniqueIdentifier = ({ tag }: DerNode) => tag === primitiveContext(1) || tag === primitiveContext(2);
  const [extensionPart, ...unknownParts] = optionalParts.filter((part) => !isUniqueIdentifier(part));
  if (unknownParts.length > 0) throw new Error('the certificate has unknown fields after its key');
  const extensions = extensionsOf(extensionPart && partsOf(extensionPart, constructedContext(3), 1)[0]);
  const readExtension = <T>(oid: string, name: string, reader: (node: DerNode) => T): T | null => {
    const entry = extensions.get(oid);
    if (entry === undefined) return null;
    return readWithFault(`the ${name} of the certificate cannot be read`, () => reader(readDer(entry.value)));
  };
  return {
    isAuthority: readExtension(basicConstraintsOid, 'basic constraints', readIsAuthority) ?? false,
    keyUsage: readExtension(keyUsageOid, 'key usage', readKeyUsage),
    purposes: readExtension(extendedKeyUsageOid, 'extended key usage', (node) =>
      partsOf(node, tags.sequence, maxItems).map(oidOf),
    ),
    roles: readExtension(qcStatementsOid, 'qcStatements', readRoles),
    dnsNames: readDnsNames(extensions.get(subjectAltNameOid)?.value),
    hasNameConstraints: extensions.has(nameConstraintsOid),
    criticalExtensions: [...extensions].filter(([, { critical }]) => critical).map(([oid]) => oid),
  };
}

function readIsAuthority(node: DerNode): boolean {
  const [first] = partsOf(node, tags.sequence, 2);
  return first?.tag === tags.boolean && isTrue(first);
}

/** A malformed subjectAltName gives no names and no refusal, because only notifications need the names. */
function readDnsNames(value: Buffer | undefined): readonly string[] {
  if (value === undefined) return [];
  try {
    return partsOf(readDer(value), tags.sequence, maxAlternativeNames)
      .filter(({ tag }) => tag === primitiveContext(2))
      .map(({ content }) => content.toString('latin1'));
  } catch {
    return [];
  }
}

function readKeyUsage(node: DerNode) {
  const [bits = 0] = bitsOf(node, 7);
  return {
    digitalSignature: (bits & 0x80) !== 0,
    contentCommitment: (bits & 0x40) !== 0,
    crlSign: (bits & 0x02) !== 0,
  };
}

function readRoles(node: DerNode): readonly Psd2Role[] | null {
  const statements = partsOf(node, tags.sequence, maxItems).map((statement) =>
    partsOf(statement, tags.sequence, 2),
  );
  const psd2Statements = statements.filter(([type]) => oidOf(type) === psd2StatementOid);
  if (psd2Statements.length > 1) throw new UnreadableExtension('the certificate has two PSD2 statements');
  const [psd2Statement] = psd2Statements;
  return psd2Statement === undefined
    ? null
    : readWithFault(malformedStatementText, () => rolesIn(psd2Statement[1]));
}

const malformedStatementText = `the PSD2 statement (${psd2StatementOid} in the qcStatements) of the certificate does not follow ETSI TS 119 495`;

function rolesIn(statement: DerNode | undefined): readonly Psd2Role[] {
  const [roles] = partsOf(statement, tags.sequence, 3);
  return partsOf(roles, tags.sequence, maxItems).flatMap(
    (role) => roleOids.get(oidOf(partsOf(role, tags.sequence, 2)[0])) ?? [],
  );
}
