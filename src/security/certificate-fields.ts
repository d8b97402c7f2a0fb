/**
 * What a certificate says of its holder and its use: names, key usage, PSD2 roles (ETSI TS 119 495, 5.1).
 * It reads what node:crypto does not show, and judges nothing: certificate.ts does. Start at `readFields`.
 */
import { bytesOf, childrenOf, type DerNode, isContextTag, oidOf, parseDer, textOf } from './der.ts';
import type { NameAttribute } from './distinguished-name.ts';

export type Psd2Role = 'PSP_AS' | 'PSP_PI' | 'PSP_AI' | 'PSP_IC';

export interface CertificateFields {
  readonly subject: readonly NameAttribute[];
  readonly issuer: readonly NameAttribute[];
  /** Whether the basic constraints make it a CA, whatever its key usage says. */
  readonly isAuthority: boolean;
  /** null: the certificate has no key usage extension. */
  readonly digitalSignature: boolean | null;
  /** null: the certificate has no PSD2 statement. */
  readonly roles: readonly Psd2Role[] | null;
  /** Extensions that must be understood (RFC 5280, 4.2), as object identifiers. */
  readonly criticalExtensions: readonly string[];
}

const keyUsageOid = '2.5.29.15';
const basicConstraintsOid = '2.5.29.19';
const qcStatementsOid = '1.3.6.1.5.5.7.1.3';
const psd2StatementOid = '0.4.0.19495.2';
const roleOids: ReadonlyMap<string, Psd2Role> = new Map([
  ['0.4.0.19495.1.1', 'PSP_AS'],
  ['0.4.0.19495.1.2', 'PSP_PI'],
  ['0.4.0.19495.1.3', 'PSP_AI'],
  ['0.4.0.19495.1.4', 'PSP_IC'],
]);

/** Reads the fields; throws when the DER is not that of a certificate. */
export function readFields(der: Buffer): CertificateFields {
  const body = childrenOf(childrenOf(parseDer(der))[0]);
  // The version stands in front of the serial number, except in certificates of version 1.
  const first = isContextTag(body[0], 0) ? 1 : 0;
  const extensions = readExtensions(body.find((part) => isContextTag(part, 3)));
  const usage = extensions.get(keyUsageOid);
  const constraints = extensions.get(basicConstraintsOid);
  const statements = extensions.get(qcStatementsOid);
  return {
    issuer: readName(body[first + 2]),
    subject: readName(body[first + 4]),
    isAuthority: constraints !== undefined && isTrue(childrenOf(parseDer(constraints.value))[0]),
    digitalSignature: usage === undefined ? null : hasFirstBit(parseDer(usage.value)),
    roles: statements === undefined ? null : readRoles(parseDer(statements.value)),
    criticalExtensions: [...extensions].filter(([, { critical }]) => critical).map(([oid]) => oid),
  };
}

function readName(node: DerNode | undefined): readonly NameAttribute[] {
  return childrenOf(node).flatMap((set) =>
    childrenOf(set).map((pair) => {
      const [type, value] = childrenOf(pair);
      return { type: oidOf(type), value: textOf(value) };
    }),
  );
}

interface Extension {
  readonly critical: boolean;
  readonly value: Buffer;
}

function readExtensions(node: DerNode | undefined): ReadonlyMap<string, Extension> {
  const found = new Map<string, Extension>();
  for (const extension of childrenOf(childrenOf(node)[0])) {
    const [type, ...rest] = childrenOf(extension);
    const oid = oidOf(type);
    // Two of a kind would leave it to each reader which one counts.
    if (found.has(oid)) throw new Error(`the extension ${oid} stands twice`);
    const critical = rest.length === 2 && isTrue(rest[0]);
    found.set(oid, { critical, value: bytesOf(rest.at(-1)) });
  }
  return found;
}

function isTrue(node: DerNode | undefined): boolean {
  return bytesOf(node).some((byte) => byte !== 0);
}

/** Bit 0 of a BIT STRING, behind the byte that counts its unused bits: digitalSignature (RFC 5280, 4.2.1.3). */
function hasFirstBit(node: DerNode): boolean {
  return ((bytesOf(node)[1] ?? 0) & 0x80) !== 0;
}

function readRoles(statements: DerNode): readonly Psd2Role[] | null {
  const statement = childrenOf(statements).find((each) => oidOf(childrenOf(each)[0]) === psd2StatementOid);
  if (statement === undefined) return null;
  const listed = childrenOf(childrenOf(childrenOf(statement)[1])[0]);
  return listed.flatMap((role) => roleOids.get(oidOf(childrenOf(role)[0])) ?? []);
}
