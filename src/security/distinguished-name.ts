/** Compares distinguished names by their attributes. Order, spacing, escapes, quotes and spellings of types do not matter. */
import { readDer } from './der.ts';
import { textOf } from './der-text.ts';

/** `type` is an object identifier. */
export interface NameAttribute {
  readonly type: string;
  readonly value: string;
}

/** The parts of a name in their order. A part may have several attributes in any order. */
export type DistinguishedName = readonly (readonly NameAttribute[])[];

/** Names of attribute types in certificates, OpenSSL, Java and Windows; the short name is the first. */
const spellings: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN COMMONNAME',
  '2.5.4.4': 'SN SURNAME',
  '2.5.4.5': 'SERIALNUMBER',
  '2.5.4.6': 'C COUNTRY COUNTRYNAME',
  '2.5.4.7': 'L LOCALITY LOCALITYNAME',
  '2.5.4.8': 'S ST STATE STATEORPROVINCENAME',
  '2.5.4.9': 'STREET STREETADDRESS',
  '2.5.4.10': 'O ORGANIZATION ORGANIZATIONNAME',
  '2.5.4.11': 'OU ORGANIZATIONALUNIT ORGANIZATIONALUNITNAME',
  '2.5.4.12': 'T TITLE',
  '2.5.4.13': 'DESCRIPTION',
  '2.5.4.15': 'BUSINESSCATEGORY',
  '2.5.4.17': 'POSTALCODE',
  '2.5.4.20': 'TELEPHONENUMBER',
  '2.5.4.41': 'NAME',
  '2.5.4.42': 'G GN GIVENNAME',
  '2.5.4.43': 'I INITIALS',
  '2.5.4.44': 'GENERATION GENERATIONQUALIFIER',
  '2.5.4.46': 'DNQ DNQUALIFIER',
  '2.5.4.65': 'PSEUDONYM',
  '2.5.4.97': 'ORGANIZATIONIDENTIFIER ORGANISATIONIDENTIFIER ORGID',
  '0.9.2342.19200300.100.1.1': 'UID USERID',
  '0.9.2342.19200300.100.1.25': 'DC DOMAINCOMPONENT',
  '1.2.840.113549.1.9.1': 'E EMAIL EMAILADDRESS',
  '1.3.6.1.4.1.311.60.2.1.1': 'JURISDICTIONL JURISDICTIONLOCALITYNAME',
  '1.3.6.1.4.1.311.60.2.1.2': 'JURISDICTIONST JURISDICTIONSTATEORPROVINCENAME',
  '1.3.6.1.4.1.311.60.2.1.3': 'JURISDICTIONC JURISDICTIONCOUNTRYNAME',
};
const typesByName: ReadonlyMap<string, string> = new Map(
  Object.entries(spellings).flatMap(([type, names]) => names.split(' ').map((name) => [name, type])),
);

/** A longer text is not normalised, because normalising Unicode can take quadratic time. */
const longestValue = 1_024;

/**
 * A text that is equal for names with the same attributes in the same order. Case and repeated spaces do not matter.
 */
export function canonicalName(name: DistinguishedName): string {
  return name.map((part) => part.map(canonicalAttribute).sort().join('+')).join(',');
}

/** The name in the order of RFC 4514, which is reversed. */
export function reversedName(name: DistinguishedName): string {
  return canonicalName([...name].reverse());
}

/** A text that does not depend on the order of attributes. It identifies TPPs without organizationIdentifier. */
export function canonicalSubject(subject: DistinguishedName): string {
  return subject
    .flat()
    .map(({ type, value }) => `${type}=${folded(value).replace(/[\\,]/g, '\\$&')}`)
    .sort()
    .join(',');
}

/** Escapes separators, so that no value looks like two attributes. */
function canonicalAttribute({ type, value }: NameAttribute): string {
  return `${type}=${folded(value).replace(/[\\,+]/g, '\\$&')}`;
}

function folded(value: string): string {
  const spaced = value
    .normalize('NFC')
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/^ | $/g, '');
  return spaced.toLowerCase();
}

/** Writes the name for people. */
export function writtenName(name: DistinguishedName): string {
  const shortOf = (type: string) => spellings[type]?.split(' ')[0] ?? type;
  const attributeText = ({ type, value }: NameAttribute) => `${shortOf(type)}=${value}`;
  return name.map((part) => part.map(attributeText).join('+')).join(',');
}

/** null if the text does not begin with an attribute, or a value is impossible. */
export function parseName(text: string): DistinguishedName | null {
  const attributes: { type: string; rawValue: string; separator: string }[] = [];
  for (const { separator, part } of splitParts(text)) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    const type = equals < 0 ? null : typeOf(part.slice(0, equals));
    const last = attributes.at(-1);
    if (type !== null) attributes.push({ type, rawValue: part.slice(equals + 1), separator });
    // Some signers do not escape the comma of "Bank, Inc.": such a part belongs to the value before it.
    else if (last !== undefined) last.rawValue += separator + part;
    else return null;
  }
  const parts: NameAttribute[][] = [];
  for (const { type, rawValue, separator } of attributes) {
    const attribute = { type, value: readValue(trimmed(rawValue)) };
    if (attribute.value.length > longestValue) return null;
    const last = parts.at(-1);
    if (separator === '+' && last !== undefined) last.push(attribute);
    else parts.push([attribute]);
  }
  return parts.length === 0 ? null : parts;
}

/** Removes only the white space that `folded` removes. */
function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(/^[ \t\r\n]+/, '');
}

function typeOf(label: string): string | null {
  const name = label
    .trim()
    .toUpperCase()
    .replace(/^OID\./, '');
  return /^\d+(\.\d+)+$/.test(name) ? name : (typesByName.get(name) ?? null);
}

/**
 * Cuts a text at separators that are neither escaped nor quoted. A name that begins with a slash is cut at slashes.
 */
function splitParts(text: string) {
  const separators = /^\s*\/[\w.]+=/.test(text) ? '/+' : ',;+\n';
  const parts: { readonly separator: string; readonly part: string }[] = [];
  let separator = '';
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '"')
      quoted = !quoted && /=\s{0,9}$/.test(text.slice(Math.max(start, at - 10), at));
    else if (!quoted && separators.includes(character)) {
      parts.push({ separator, part: text.slice(start, at) });
      separator = character;
      start = at + 1;
    }
  }
  return [...parts, { separator, part: text.slice(start) }];
}

/** Reads the value of an attribute (RFC 4514, 2.4). `#` and hex digits are the DER of a string. */
function readValue(valueText: string): string {
  if (/^#(?:[0-9a-f]{2})+$/i.test(valueText)) return hexValue(valueText);
  const bare = /^"([\s\S]*)"$/.exec(valueText)?.[1] ?? valueText;
  if (!bare.includes('\\')) return bare;
  const bytes: Buffer[] = [];
  for (const [piece, pair, character] of bare.matchAll(/\\([0-9a-f]{2})|\\([\s\S])|[^\\]+/gi)) {
    bytes.push(pair === undefined ? Buffer.from(character ?? piece, 'utf8') : Buffer.from(pair, 'hex'));
  }
  return Buffer.concat(bytes).toString('utf8');
}

function hexValue(hexText: string): string {
  try {
    return textOf(readDer(Buffer.from(hexText.slice(1), 'hex')));
  } catch {
    return hexText;
  }
}
