/**
 * Distinguished names compared by what they say, not by how they are written (contract 4): any order of the parts, any
 * spacing, escapes, percent-encoding, and the several spellings of an attribute's type.
 */

/** Attribute types by the short names that certificates and clients write. */
const objectIdentifiers: Readonly<Record<string, string>> = {
  CN: '2.5.4.3', COMMONNAME: '2.5.4.3',
  SN: '2.5.4.4', SURNAME: '2.5.4.4',
  SERIALNUMBER: '2.5.4.5',
  C: '2.5.4.6', COUNTRYNAME: '2.5.4.6', COUNTRY: '2.5.4.6',
  L: '2.5.4.7', LOCALITYNAME: '2.5.4.7', LOCALITY: '2.5.4.7',
  S: '2.5.4.8', ST: '2.5.4.8', STATEORPROVINCENAME: '2.5.4.8', STATE: '2.5.4.8',
  STREET: '2.5.4.9', STREETADDRESS: '2.5.4.9',
  O: '2.5.4.10', ORGANIZATIONNAME: '2.5.4.10',
  OU: '2.5.4.11', ORGANIZATIONALUNITNAME: '2.5.4.11',
  T: '2.5.4.12', TITLE: '2.5.4.12',
  POSTALCODE: '2.5.4.17',
  GN: '2.5.4.42', GIVENNAME: '2.5.4.42', G: '2.5.4.42',
  DNQ: '2.5.4.46', DNQUALIFIER: '2.5.4.46',
  ORGANIZATIONIDENTIFIER: '2.5.4.97', ORGID: '2.5.4.97',
  DC: '0.9.2342.19200300.100.1.25', DOMAINCOMPONENT: '0.9.2342.19200300.100.1.25',
  UID: '0.9.2342.19200300.100.1.1', USERID: '0.9.2342.19200300.100.1.1',
  E: '1.2.840.113549.1.9.1', EMAIL: '1.2.840.113549.1.9.1', EMAILADDRESS: '1.2.840.113549.1.9.1',
};

/** One attribute: its type as an object identifier, its value as text. */
export interface NameAttribute {
  readonly type: string;
  readonly value: string;
}

function typeOf(name: string): string | null {
  const plain = name.trim().toUpperCase().replace(/^OID\./, '').replace(/[\s-]/g, '');
  if (/^\d+(\.\d+)+$/.test(plain)) return plain;
  return objectIdentifiers[plain] ?? null;
}

/** The attributes of a written name, or null when it cannot be read. */
export function parseName(text: string): readonly NameAttribute[] | null {
  const attributes: NameAttribute[] = [];
  for (const part of splitParts(decodePercent(text))) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    const type = equals < 0 ? null : typeOf(part.slice(0, equals));
    const value = equals < 0 ? null : readValue(part.slice(equals + 1).trim());
    if (type === null || value === null) return null;
    attributes.push({ type, value });
  }
  return attributes.length === 0 ? null : attributes;
}

function decodePercent(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Cuts at commas, semicolons, plus signs and line breaks that are neither escaped nor quoted, and at `/X=`. */
function splitParts(text: string): readonly string[] {
  const slashed = /^\s*\/[A-Za-z0-9.]+=/.test(text);
  const parts: string[] = [];
  let part = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\' && at + 1 < text.length) {
      part += character + text.charAt(at + 1);
      at += 1;
    } else if (character === '"') {
      quoted = !quoted;
      part += character;
    } else if (!quoted && (/[,;+\n]/.test(character) || (slashed && character === '/'))) {
      parts.push(part);
      part = '';
    } else {
      part += character;
    }
  }
  return [...parts, part];
}

/** An attribute's value without quotes and escapes; `#hex` is the DER of a string. */
function readValue(text: string): string | null {
  const hex = /^#((?:[0-9a-f]{2})+)$/i.exec(text)?.[1];
  if (hex !== undefined) return stringOfDer(Buffer.from(hex, 'hex'));
  const bare = /^"([\s\S]*)"$/.exec(text)?.[1] ?? text;
  const bytes: Buffer[] = [];
  for (const [piece, pair, character] of bare.matchAll(/\\([0-9a-f]{2})|\\([\s\S])|[^\\]+/gi)) {
    bytes.push(pair !== undefined ? Buffer.from(pair, 'hex') : Buffer.from(character ?? piece, 'utf8'));
  }
  return Buffer.concat(bytes).toString('utf8');
}

function stringOfDer(der: Buffer): string | null {
  const [tag = 0, length = 0] = der;
  if (length > 127 || der.length !== length + 2) return null;
  return der.subarray(2).toString(tag === 0x14 || tag === 0x16 || tag === 0x13 ? 'latin1' : 'utf8');
}

/** A text that is the same for names that say the same: parts sorted, values without case and with single spaces. */
export function canonicalName(attributes: readonly NameAttribute[]): string {
  return attributes
    .map(({ type, value }) => `${type}=${value.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()}`)
    .sort()
    .join('\n');
}
