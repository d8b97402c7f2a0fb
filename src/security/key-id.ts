/** Checks the keyId, `SN=<serial in hex>,CA=<issuer>`. A keyId proves nothing. The check only shows a TPP that it has used the wrong key. */
import { boundedText } from '../domain/values/text.ts';
import type { SigningCertificate } from './certificate.ts';
import { canonicalName, parseName } from './distinguished-name.ts';

const maxLength = 4_096;
/** Of the keyIds of one certificate, at most this number is remembered, each of at most this length. */
const maxRemembered = 8;
const maxRememberedLength = 512;
const formRule = 'keyId must have the form SN=<serial number in hex>,CA=<issuer of the certificate>';

/** null: at least one meaning of the keyId names this certificate. */
export function keyIdFault(keyId: string, certificate: SigningCertificate): string | null {
  if (certificate.verifiedKeyIds.has(keyId)) return null;
  if (keyId.length > maxLength) return `${formRule}, in at most ${maxLength} characters`;
  const faults = readingsOf(keyId).map((reading) => faultOf(reading, certificate));
  return faults.includes(null) ? null : (faults[0] ?? null);
}

export const keyIdOf = ({ serial, issuerText }: SigningCertificate): string =>
  `SN=${serial.toString(16).toUpperCase()},CA=${issuerText}`;

/** Call it only after the signature was verified. */
export function rememberKeyId(keyId: string, { verifiedKeyIds }: SigningCertificate): void {
  if (verifiedKeyIds.size < maxRemembered && keyId.length <= maxRememberedLength) verifiedKeyIds.add(keyId);
}

/**
 * All meanings that a keyId may have. A backslash may belong to the name, or escape a character of the quoted string. A percent sign may
 * be literal, or encode a character.
 */
function readingsOf(keyId: string): readonly string[] {
  const unescaped = [keyId.replaceAll('\\"', '"'), keyId.replace(/\\([\s\S])/g, '$1')];
  return [...new Set(unescaped.flatMap((text) => [text, percentDecoded(text)]))];
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
  const serial = valueAfter('SN', keyId.slice(0, comma));
  const issuer = valueAfter('CA', keyId.slice(comma + 1));
  if (comma < 0 || serial === null || issuer === null) return formRule;
  const digits = serial.trim().replace(/^0x/i, '').replace(/[: ]/g, '');
  if (!/^[0-9a-f]+$/i.test(digits)) return formRule;
  if (digits.length > 64 || BigInt(`0x${digits}`) !== certificate.serial) {
    const expected = certificate.serial.toString(16).toUpperCase();
    return `keyId contains the serial number ${boundedText(digits, 64)}, but the certificate has ${expected}`;
  }
  const name = parseName(issuer);
  if (name === null || !certificate.issuerSpellings.includes(canonicalName(name))) {
    return `keyId contains the issuer ${boundedText(issuer, 200)}, but the certificate has ${boundedText(certificate.issuerText, 200)}`;
  }
  return null;
}

/** The text after `NAME=`; null: the text does not begin with it. */
function valueAfter(name: string, text: string): string | null {
  const [label = '', ...value] = text.split('=');
  return value.length > 0 && label.trim().toUpperCase() === name ? value.join('=') : null;
}
