/**
 * DER as node-forge reads it, in the few words this room needs. It parses and reads; it judges nothing.
 * Whoever calls `parseDer` catches: it throws on anything malformed.
 */
import forge from 'node-forge';

export type DerNode = forge.asn1.Asn1;

/** The one structure that the bytes hold. BIT STRINGs stay bytes: forge would guess at structures inside them. */
export function parseDer(bytes: Buffer): DerNode {
  const options = { strict: true, parseAllBytes: true, decodeBitStrings: false };
  // The types of forge know only its older, boolean argument.
  return forge.asn1.fromDer(bytes.toString('latin1'), options as never);
}

export function childrenOf(node: DerNode | undefined): readonly DerNode[] {
  return Array.isArray(node?.value) ? node.value : [];
}

export function bytesOf(node: DerNode | undefined): Buffer {
  return Buffer.from(typeof node?.value === 'string' ? node.value : '', 'latin1');
}

/** An object identifier in dotted form. */
export function oidOf(node: DerNode | undefined): string {
  return forge.asn1.derToOid(bytesOf(node).toString('latin1'));
}

/** The text of any of ASN.1's string types. */
export function textOf(node: DerNode | undefined): string {
  const type = Number(node?.type);
  // forge hands out BMPString as characters, all others as bytes.
  if (type === forge.asn1.Type.BMPSTRING) return typeof node?.value === 'string' ? node.value : '';
  return bytesOf(node).toString(type === forge.asn1.Type.UTF8 ? 'utf8' : 'latin1');
}

export function isContextTag(node: DerNode | undefined, tag: number): boolean {
  return node?.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC && Number(node.type) === tag;
}
