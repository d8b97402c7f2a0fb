/**
 * keyId: `SN=<serial in hex>,CA=<issuer>` (specification 5.1), compared with the certificate by number and by parsed name.
 * It proves nothing, the signature does; it keeps a TPP from signing with another key than it believes.
 */
import type { SigningCertificate } from './certificate.ts';
import { canonicalName, parseName } from './distinguished-name.ts';

const rememberedAtMost = 8;
const rememberedLength = 512;

/** Null when the keyId, as it stands between its quotes, names this certificate; else what differs. */
export function keyIdFault(keyId: string, certificate: SigningCertificate): string | null {
  if (certificate.fittingKeyIds.has(keyId)) return null;
  const faults = readingsOf(keyId).map((reading) => faultOf(reading, certificate));
  if (!faults.includes(null)) return faults[0] ?? null;
  const room = certificate.fittingKeyIds.size < rememberedAtMost && keyId.length <= rememberedLength;
  if (room) certificate.fittingKeyIds.add(keyId);
  return null;
}

/**
 * What a signer may have meant: backslashes are the name's own, quotes aside, or they were doubled for the quoted string;
 * percent signs stand for themselves or encode.
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
  const digits =
    /^\s*SN\s*=\s*(?:0x)?([0-9a-f: ]+)$/i.exec(keyId.slice(0, comma))?.[1]?.replace(/[: ]/g, '') ?? '';
  const issuer = /^\s*CA\s*=([\s\S]*)$/i.exec(keyId.slice(comma + 1))?.[1];
  if (comma < 0 || digits === '' || issuer === undefined) {
    return 'keyId must read SN=<serial in hex>,CA=<issuer of the certificate>';
  }
  if (digits.length > 64 || BigInt(`0x${digits}`) !== certificate.serial) {
    const own = certificate.serial.toString(16).toUpperCase();
    return `keyId names the serial number ${digits.slice(0, 64)}, the certificate has ${own}`;
  }
  const name = parseName(issuer);
  if (name === null || canonicalName(name) !== certificate.issuer) {
    return `keyId names the issuer ${issuer.slice(0, 200)}, the certificate has ${certificate.issuerText.slice(0, 200)}`;
  }
  return null;
}
