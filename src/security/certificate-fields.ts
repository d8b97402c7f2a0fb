/** What a certificate says of its holder, read from its DER with node-forge: names, key usage, PSD2 roles. */
import forge from 'node-forge';
import type { NameAttribute } from './distinguished-name.ts';

export type Psd2Role = 'PSP_AS' | 'PSP_PI' | 'PSP_AI' | 'PSP_IC';

export interface CertificateFields {
  readonly subject: readonly NameAttribute[];
  readonly issuer: readonly NameAttribute[];
  /** null: the certificate has no key usage extension. */
  readonly digitalSignature: boolean | null;
  /** null: the certificate has no PSD2 statement (ETSI TS 119 495). */
  readonly roles: readonly Psd2Role[] | null;
}

const qcStatementsOid = '1.3.6.1.5.5.7.1.3';
const keyUsageOid = '2.5.29.15';
const psd2StatementOid = '0.4.0.19495.2';
const roleOids: Readonly<Record<string, Psd2Role>> = {
  '0.4.0.19495.1.1': 'PSP_AS',
  '0.4.0.19495.1.2': 'PSP_PI',
  '0.4.0.19495.1.3': 'PSP_AI',
  '0.4.0.19495.1.4': 'PSP_IC',
};

type Asn1 = forge.asn1.Asn1;

/** Reads the fields; throws when the DER is not that of a certificate. */
export function readFields(der: Buffer): CertificateFields {
  const certificate = children(forge.asn1.fromDer(forge.util.createBuffer(der.toString('latin1'))));
  const body = children(certificate[0]);
  // version [0] is explicit and may be missing: everything behind it moves by one.
  const first = body[0]?.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC ? 1 : 0;
  const extensions = readExtensions(body.find((part) => part.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC && Number(part.type) === 3));
  const usage = extensions.get(keyUsageOid);
  const statements = extensions.get(qcStatementsOid);
  return {
    issuer: readName(body[first + 2]),
    subject: readName(body[first + 4]),
    digitalSignature: usage === undefined ? null : firstBit(usage),
    roles: statements === undefined ? null : readRoles(statements),
  };
}

function children(node: Asn1 | undefined): Asn1[] {
  return Array.isArray(node?.value) ? node.value : [];
}

function bytesOf(node: Asn1 | undefined): string {
  return typeof node?.value === 'string' ? node.value : '';
}

function readName(node: Asn1 | undefined): readonly NameAttribute[] {
  return children(node).flatMap((set) =>
    children(set).map((pair) => {
      const [type, value] = children(pair);
      return { type: forge.asn1.derToOid(bytesOf(type)), value: readText(value) };
    }),
  );
}

function readText(node: Asn1 | undefined): string {
  const bytes = Buffer.from(bytesOf(node), 'latin1');
  if (Number(node?.type) === forge.asn1.Type.BMPSTRING) return bytes.swap16().toString('utf16le');
  return bytes.toString(Number(node?.type) === forge.asn1.Type.UTF8 ? 'utf8' : 'latin1');
}

/** Extensions by their object identifier, each as the bytes inside its OCTET STRING. */
function readExtensions(node: Asn1 | undefined): ReadonlyMap<string, Asn1> {
  const found = new Map<string, Asn1>();
  for (const extension of children(children(node)[0])) {
    const parts = children(extension);
    const oid = forge.asn1.derToOid(bytesOf(parts[0]));
    const wrapped = parts.at(-1);
    // forge may have looked into the OCTET STRING already.
    const inner = Array.isArray(wrapped?.value) ? wrapped.value[0] : forge.asn1.fromDer(bytesOf(wrapped));
    if (inner !== undefined) found.set(oid, inner);
  }
  return found;
}

/** Bit 0 of a BIT STRING: digitalSignature. */
function firstBit(node: Asn1): boolean {
  const bytes = Buffer.from(bytesOf(node), 'latin1');
  return bytes.length > 1 && (bytes.readUInt8(1) & 0x80) !== 0;
}

function readRoles(statements: Asn1): readonly Psd2Role[] | null {
  for (const statement of children(statements)) {
    const [oid, info] = children(statement);
    if (forge.asn1.derToOid(bytesOf(oid)) !== psd2StatementOid) continue;
    return children(children(info)[0]).flatMap((role) => {
      const known = roleOids[forge.asn1.derToOid(bytesOf(children(role)[0]))];
      return known ? [known] : [];
    });
  }
  return null;
}
