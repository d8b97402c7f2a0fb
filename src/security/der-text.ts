/** Reads texts and times of DER, in the forms that RFC 5280 allows. */
import { type DerNode, ofType, tags } from './der.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const utf16 = new TextDecoder('utf-16be', { fatal: true, ignoreBOM: true });
const octets = (bytes: Buffer): string => bytes.toString('latin1');

/** Bytes beyond ASCII in the older types are read as ISO-8859-1. */
const readers: ReadonlyMap<number, (bytes: Buffer) => string> = new Map([
  [0x0c, (bytes) => utf8.decode(bytes)], // UTF8String
  [0x12, octets], // NumericString
  [0x13, octets], // PrintableString
  [0x14, octets], // TeletexString
  [0x16, octets], // IA5String
  [0x1a, octets], // VisibleString
  [0x1c, utf32], // UniversalString
  [0x1e, (bytes) => utf16.decode(bytes)], // BMPString
]);

/** Throws for another type or a malformed string. */
export function textOf(node: DerNode | undefined): string {
  const decode = node === undefined ? undefined : readers.get(node.tag);
  if (node === undefined || decode === undefined) throw new Error('a value that is no string');
  return decode(node.content);
}

function utf32(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) text += String.fromCodePoint(bytes.readUInt32BE(at));
  if (!text.isWellFormed()) throw new Error('half of a surrogate pair');
  return text;
}

/**
 * A time in epoch milliseconds (RFC 5280, 4.1.2.5): UTCTime through 2049, later GeneralizedTime, in UTC with seconds.
 * It throws for any other form, so that an unreadable date never counts as one in the far future.
 */
export function timeOf(node: DerNode | undefined): number {
  const general = node?.tag === tags.generalizedTime;
  const { bytes, start, end } = ofType(node, general ? tags.generalizedTime : tags.utcTime);
  const behindYear = start + (general ? 4 : 2);
  if (end - behindYear !== 11 || bytes[end - 1] !== 0x5a) throw new Error('a time in no known form');
  const shortYear = digitsAt(bytes, behindYear - 2);
  const year = general
    ? digitsAt(bytes, start) * 100 + shortYear
    : shortYear + (shortYear < 50 ? 2_000 : 1_900);
  if (general && year < 2_050) throw new Error('a GeneralizedTime where UTCTime is due');
  const month = digitsAt(bytes, behindYear);
  const day = digitsAt(bytes, behindYear + 2);
  const hour = digitsAt(bytes, behindYear + 4);
  const minute = digitsAt(bytes, behindYear + 6);
  const second = digitsAt(bytes, behindYear + 8);
  if (day < 1 || day > daysOf(year, month) || hour > 23 || minute > 59 || second > 59)
    throw new Error('a time that no calendar has');
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function digitsAt(bytes: Buffer, at: number): number {
  const [tens, units] = [(bytes[at] ?? 0) - 0x30, (bytes[at + 1] ?? 0) - 0x30];
  if (tens < 0 || tens > 9 || units < 0 || units > 9)
    throw new Error('a time with something else than digits');
  return tens * 10 + units;
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** 0 for an invalid month. */
function daysOf(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (monthLengths[month - 1] ?? 0);
}
