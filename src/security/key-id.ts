/**
 * Checks the keyId, `SN=<serial in hex>,CA=<issuer>`. It proves nothing, but tells a TPP that it signs with the wrong
 * key.
 */
import { boundedText } from '../domain/values/text.ts';
import type { SigningCertificate } from './certificate.ts';
import { canonicalName, parseName } from './distinguished-name.ts';

const longest = 4_096;
const rememberedAtMost = 8;
const rememberedLength = 512;
const form = 'keyId must have the form SN=<serial number in hex>,CA=<issuer of the certificate>';

/** The fault; null: the keyId names this certificate. */
export function keyIdFault(keyId: string, certificate: SigningCertificate): string | null {
  if (certificate.fittingKeyIds.has(keyId)) return null;
  if (keyId.length > longest) return `${form}, in at most ${longest} characters`;
  const faults = readingsOf(keyId).map((reading) => faultOf(reading, certificate));
  return faults.includes(null) ? null : (faults[0] ?? null);
}

export const keyIdOf = ({ serial, issuerText }: SigningCertificate): string =>
  `SN=${serial.toString(16).toUpperCase()},CA=${issuerText}`;

/** Call only after the signature was verified. */
export function rememberKeyId(keyId: string, { fittingKeyIds }: SigningCertificate): void {
  if (fittingKeyIds.size < rememberedAtMost && keyId.length <= rememberedLength) fittingKeyIds.add(keyId);
}

/**
 * Readings of a keyId: backslashes belong to the name or escape the quoted string, and percent signs are literal or
 * encode characters.
 */
function readingsOf(keyId: string): readonly string[] {
  const unquoted = [keyId.replaceAll('\\"', '"'), keyId.replace(/\\([\s\S])/g, '$1')];
  return [...new Set(unquoted.flatMap((text) => [text, percentDecoded(text)]))];
}

function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function faultOf(keyId: string, certificate: SigningCertificate): string | null {
  const comma = keyId.indexOf(',');
  const serial = behind('SN', keyId.slice(0, comma));
  const issuer = behind('CA', keyId.slice(comma + 1));
  if (comma < 0 || serial === null || issuer === null) return form;
  const digits = serial.trim().replace(/^0x/i, '').replace(/[: ]/g, '');
  if (!/^[0-9a-f]+$/i.test(digits)) return form;
  if (digits.length > 64 || BigInt(`0x${digits}`) !== certificate.serial) {
    const own = certificate.serial.toString(16).toUpperCase();
    return `keyId contains the serial number ${boundedText(digits, 64)}, but the certificate has ${own}`;
  }
  const name = parseName(issuer);
  if (name === null || !certificate.issuerSpellings.includes(canonicalName(name))) {
    return `keyId contains the issuer ${boundedText(issuer, 200)}, but the certificate has ${boundedText(certificate.issuerText, 200)}`;
  }
  return null;
}

/** null: the text does not begin with `NAME=`. */
function behind(name: string, text: string): string | null {
  const [label = '', ...value] = text.split('=');
  return value.length > 0 && label.trim().toUpperCase() === name ? value.join('=') : null;
}
