/**
 * Derives the id and the name of a TPP from the subject of its certificate. The ids of two TPPs are never equal. A renewed certificate
 * gives the same id, so the TPP finds its payments again.
 */
import type { CertificateFields } from './certificate-fields.ts';
import { canonicalSubject, type DistinguishedName } from './distinguished-name.ts';

export interface Identity {
  readonly tppId: string;
  readonly name: string;
}

const organizationIdentifier = '2.5.4.97';
const organizationName = '2.5.4.10';
const commonName = '2.5.4.3';
/** organizationalUnitName, domainComponent and streetAddress. */
const repeatableTypes: ReadonlySet<string> = new Set(['2.5.4.11', '0.9.2342.19200300.100.1.25', '2.5.4.9']);
const maxSubjectBytes = 500;

export interface SubjectIdentity extends Identity {
  readonly hasIdentifier: boolean;
}

/** Without an organizationIdentifier, the id also contains the `qualifier` of the CA. The sandbox's own CA has no qualifier (null). */
export function issuedIdentity(subject: SubjectIdentity, qualifier: string | null): Identity {
  const { tppId, name, hasIdentifier } = subject;
  // No canonical subject contains an unescaped `,ca=`, because each of its attributes begins with a number.
  return { tppId: !hasIdentifier && qualifier !== null ? `${tppId},ca=${qualifier}` : tppId, name };
}

export function identityOrFault(subject: DistinguishedName): SubjectIdentity | string {
  const attributes = subject.flat();
  // Names are stored and shown, so line breaks and marks of writing direction are refused.
  if (attributes.some(({ value }) => /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(value)))
    return 'the subject of the certificate contains control characters';
  const types = attributes.map(({ type }) => type).filter((type) => !repeatableTypes.has(type));
  const duplicate = types.find((type, index) => types.indexOf(type) !== index);
  if (duplicate !== undefined) return `the subject of the certificate has the attribute ${duplicate} twice`;
  const findValue = (type: string) => attributes.find((attribute) => attribute.type === type)?.value;
  const identifier = findValue(organizationIdentifier);
  const tppId = identifier ?? canonicalSubject(subject);
  const fault = identifier === undefined ? subjectFault(tppId) : identifierFault(identifier);
  if (fault !== null) return fault;
  const name = findValue(organizationName)?.trim() || findValue(commonName)?.trim() || tppId;
  return { tppId, name, hasIdentifier: identifier !== undefined };
}

function subjectFault(text: string): string | null {
  const bytes = Buffer.byteLength(text);
  if (bytes > 0 && bytes <= maxSubjectBytes) return null;
  return `the subject of a certificate without organizationIdentifier must have 1 to ${maxSubjectBytes} bytes`;
}

function identifierFault(identifier: string): string | null {
  if (!/^[!-~]{1,100}$/.test(identifier))
    return 'organizationIdentifier must be 1 to 100 visible ASCII characters without blanks';
  // The identifier of one TPP must not equal the canonical subject of another.
  if (/^\d+(?:\.\d+)+=/.test(identifier)) return 'organizationIdentifier must not have the form of a subject';
  return null;
}

/** The domains in the CN of the subject and in subjectAltName. */
export function domainsOf({ subject, dnsNames }: Pick<CertificateFields, 'subject' | 'dnsNames'>) {
  const names = subject.flat().flatMap(({ type, value }) => (type === commonName ? [value] : []));
  // `isDomain` comes before the lower case, because it must refuse U+212A (Kelvin), and the lower case of U+212A is a plain k.
  return [...new Set([...names, ...dnsNames].filter(isDomain).map((name) => name.toLowerCase()))];
}

/** A domain has at least two labels, and the last is not a number. `*.` may come before them. */
function isDomain(name: string): boolean {
  const labels = name.replace(/^\*\./, '').split('.');
  return (
    labels.length > 1 &&
    labels.every((label) => /^[A-Za-z0-9-]{1,63}$/.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}
