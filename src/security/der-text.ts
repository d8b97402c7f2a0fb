import { type DerNode, requireType, tags } from './der.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const utf16 = new TextDecoder('utf-16be', { fatal: true, ignoreBOM: true });
const latin1 = (bytes: Buffer): string => bytes.toString('latin1');

/** The older types allow only some characters. Some certificates break this rule, so these types are read as ISO-8859-1. */
const decoders: ReadonlyMap<number, (bytes: Buffer) => string> = new Map([
  [0x0c, (bytes) => utf8.decode(bytes)], // UTF8String
  [0x12, latin1], // NumericString
  [0x13, latin1], // PrintableString
  [0x14, latin1], // TeletexString
  [0x16, latin1], // IA5String
  [0x1a, latin1], // VisibleString
  [0x1c, utf32], // UniversalString
  [0x1e, (bytes) => utf16.decode(bytes)], // BMPString
]);

export function textOf(node: DerNode | undefined): string {
  const decode = node === undefined ? undefined : decoders.get(node.tag);
  if (node === undefined || decode === undefined) throw new Error('a value that is not a string');
  return decode(node.content);
}

function utf32(bytes: Buffer): string {
  let text = '';
  for (let position = 0; position < bytes.length; position += 4)
    text += String.fromCodePoint(bytes.readUInt32BE(position));
  if (!text.isWellFormed()) throw new Error('half of a surrogate pair');
  return text;
}

/** Epoch milliseconds. RFC 5280 requires UTCTime until 2049 and GeneralizedTime after that, both in UTC with seconds. */
export function timeOf(node: DerNode | undefined): number {
  const isGeneralized = node?.tag === tags.generalizedTime;
  const { bytes, start, end } = requireType(node, isGeneralized ? tags.generalizedTime : tags.utcTime);
  // UTCTime is YYMMDDhhmmssZ, and GeneralizedTime YYYYMMDDhhmmssZ.
  const afterYear = start + (isGeneralized ? 4 : 2);
  const endsInZ = bytes[end - 1] === 0x5a;
  if (end - afterYear !== 'MMDDhhmmssZ'.length || !endsInZ) throw new Error('a time in an unknown form');
  const shortYear = digitsAt(bytes, afterYear - 2);
  const century = shortYear < 50 ? 2_000 : 1_900;
  const year = (isGeneralized ? digitsAt(bytes, start) * 100 : century) + shortYear;
  if (isGeneralized && year < 2_050) throw new Error('a GeneralizedTime where UTCTime is required');
  const month = digitsAt(bytes, afterYear);
  const day = digitsAt(bytes, afterYear + 2);
  const hour = digitsAt(bytes, afterYear + 4);
  const minute = digitsAt(bytes, afterYear + 6);
  const second = digitsAt(bytes, afterYear + 8);
  const time = Date.UTC(year, month - 1, day, hour, minute, second);
  // `Date.UTC` takes a day after the end of a month for a day of the next month.
  const isDay = month >= 1 && month <= 12 && new Date(time).getUTCDate() === day;
  if (!isDay || hour > 23 || minute > 59 || second > 59) throw new Error('a time that does not exist');
  return time;
}

function digitsAt(bytes: Buffer, position: number): number {
  const [tens, units] = [(bytes[position] ?? 0) - 0x30, (bytes[position + 1] ?? 0) - 0x30];
  if (tens < 0 || tens > 9 || units < 0 || units > 9)
    throw new Error('a time with characters that are not digits');
  return tens * 10 + units;
}
