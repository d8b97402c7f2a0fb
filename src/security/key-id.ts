/** keyId: `SN=<serial in hex>,CA=<issuer>`; compared with the certificate by number and by parsed name (contract 4). */
import type { SigningCertificate } from './certificate.ts';
import { canonicalName, parseName } from './distinguished-name.ts';

const fittingAtMost = 16;

/** Null when the keyId names this certificate, else what differs. */
export function keyIdFault(keyId: string, certificate: SigningCertificate): string | null {
  if (certificate.fittingKeyIds.has(keyId)) return null;
  const [, serial, issuer] = /^\s*SN\s*=\s*(?:0x)?([0-9a-fA-F][0-9a-fA-F: ]*?)\s*,\s*CA\s*=\s*([\s\S]+)$/i.exec(keyId) ?? [];
  if (serial === undefined || issuer === undefined) return 'keyId must read SN=<serial in hex>,CA=<issuer of the certificate>';
  const digits = serial.replace(/[: ]/g, '');
  if (digits.length > 64 || BigInt(`0x${digits}`) !== certificate.serial) {
    return `keyId names the serial number ${digits.slice(0, 64)}, the certificate has ${certificate.serial.toString(16)}`;
  }
  const name = parseName(issuer);
  if (name === null || canonicalName(name) !== certificate.issuer) {
    return `keyId names the issuer ${issuer.slice(0, 150)}, the certificate has ${certificate.issuerText.slice(0, 150)}`;
  }
  if (certificate.fittingKeyIds.size < fittingAtMost) certificate.fittingKeyIds.add(keyId);
  return null;
}
