/** Makes names comparable that differ in spaces, escapes, quotes, case or names of attribute types. */
import { readDer } from './der.ts';
import { textOf } from './der-text.ts';

/** `type` is an object identifier. */
export interface NameAttribute {
  readonly type: string;
  readonly value: string;
}

/** A list of parts (RelativeDistinguishedName). A part is a set of attributes without order, usually with one attribute. */
export type DistinguishedName = readonly (readonly NameAttribute[])[];

/** The names that certificates, OpenSSL, Java and Windows use. `writtenName` writes the first one. */
const namesByType: Readonly<Record<string, string>> = {
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
  Object.entries(namesByType).flatMap(([type, names]) => names.split(' ').map((name) => [name, type])),
);

/** Longer values are refused, because normalising Unicode can take quadratic time. */
const maxValueLength = 1_024;

export function canonicalName(name: DistinguishedName): string {
  const canonicalPart = (part: readonly NameAttribute[]) =>
    part.map((attribute) => canonicalAttribute(attribute, /[\\,+]/g)).sort();
  return name.map((part) => canonicalPart(part).join('+')).join(',');
}

/** RFC 4514 writes names in reverse order. */
export function reversedName(name: DistinguishedName): string {
  return canonicalName([...name].reverse());
}

/** The id of a TPP without organizationIdentifier: all attributes in one sorted list. Only commas separate them. */
export function canonicalSubject(subject: DistinguishedName): string {
  return subject
    .flat()
    .map((attribute) => canonicalAttribute(attribute, /[\\,]/g))
    .sort()
    .join(',');
}

/** Escapes the separators in the value, so that no value looks like two attributes. */
function canonicalAttribute({ type, value }: NameAttribute, escaped: RegExp): string {
  return `${type}=${normaliseValue(value).replace(escaped, '\\$&')}`;
}

function normaliseValue(value: string): string {
  return value
    .normalize('NFC')
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/^ | $/g, '')
    .toLowerCase();
}

/** Separators in values are escaped (RFC 4514), so that `parseName` reads the same name. */
export function writtenName(name: DistinguishedName): string {
  const typeName = (type: string) => namesByType[type]?.split(' ')[0] ?? type;
  const escapeValue = (value: string) => value.replace(/[\\,+;"#]/g, '\\$&').replace(/\n/g, '\\0a');
  const attributeText = ({ type, value }: NameAttribute) => `${typeName(type)}=${escapeValue(value)}`;
  return name.map((part) => part.map(attributeText).join('+')).join(',');
}

/** null: the text does not begin with an attribute, or a value is too long. */
export function parseName(text: string): DistinguishedName | null {
  const attributes: { type: string; rawValue: string; separator: string }[] = [];
  for (const { separator, segment } of splitSegments(text)) {
    if (segment.trim() === '') continue;
    const equals = segment.indexOf('=');
    const type = equals < 0 ? null : typeOf(segment.slice(0, equals));
    const lastAttribute = attributes.at(-1);
    if (type !== null) attributes.push({ type, rawValue: segment.slice(equals + 1), separator });
    // Some signers do not escape the comma of `O=Bank, Inc.`, so a segment without a type belongs to the value before it.
    else if (lastAttribute !== undefined) lastAttribute.rawValue += separator + segment;
    else return null;
  }
  const parts: NameAttribute[][] = [];
  for (const { type, rawValue, separator } of attributes) {
    const attribute = { type, value: readValue(trimSpace(rawValue)) };
    if (attribute.value.length > maxValueLength) return null;
    const lastPart = parts.at(-1);
    if (separator === '+' && lastPart !== undefined) lastPart.push(attribute);
    else parts.push([attribute]);
  }
  return parts.length === 0 ? null : parts;
}

/** Removes only the white space that `normaliseValue` removes. */
function trimSpace(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(/^[ \t\r\n]+/, '');
}

/** The object identifier of a type such as `CN` or `OID.2.5.4.3`; null: an unknown type. */
function typeOf(label: string): string | null {
  const name = label
    .trim()
    .toUpperCase()
    .replace(/^OID\./, '');
  return /^\d+(\.\d+)+$/.test(name) ? name : (typesByName.get(name) ?? null);
}

/** Splits at separators outside escapes and quotes. Each segment has the separator before it. */
function splitSegments(text: string) {
  // OpenSSL's older form: `/C=NO/O=Bank`.
  const isSlashForm = /^\s*\/[\w.]+=/.test(text);
  const separators = isSlashForm ? '/+' : ',;+\n';
  const segments: { readonly separator: string; readonly segment: string }[] = [];
  let separator = '';
  let start = 0;
  let isQuoted = false;
  for (let position = 0; position < text.length; position += 1) {
    const character = text.charAt(position);
    if (character === '\\') position += 1;
    else if (character === '"')
      // A quotation begins only after the equals sign. Nine spaces may be in between: a search without a limit would take quadratic time.
      isQuoted = !isQuoted && /=\s{0,9}$/.test(text.slice(Math.max(start, position - 10), position));
    else if (!isQuoted && separators.includes(character)) {
      segments.push({ separator, segment: text.slice(start, position) });
      separator = character;
      start = position + 1;
    }
  }
  return [...segments, { separator, segment: text.slice(start) }];
}

/** Reads the value of an attribute (RFC 4514): `#` and hex digits are the DER of a string, `\C3` is a byte, for which OpenSSL writes `\xC3`. */
function readValue(valueText: string): string {
  if (/^#(?:[0-9a-f]{2})+$/i.test(valueText)) return hexValue(valueText);
  const unquoted = /^"([\s\S]*)"$/.exec(valueText)?.[1] ?? valueText;
  if (!unquoted.includes('\\')) return unquoted;
  const bytes: Buffer[] = [];
  for (const [piece, hexPair, character] of unquoted.matchAll(/\\x?([0-9a-f]{2})|\\([\s\S])|[^\\]+/gi)) {
    const isHex = hexPair !== undefined;
    bytes.push(isHex ? Buffer.from(hexPair, 'hex') : Buffer.from(character ?? piece, 'utf8'));
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
