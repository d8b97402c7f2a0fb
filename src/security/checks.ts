/** The checks of a signed request. guard.ts calls them, and says in which order. */
import { type KeyObject, verify as verifySignature } from 'node:crypto';
import type { SignedRequest } from '../domain/caller.ts';
import { shownName } from '../domain/fields/warn.ts';
import { alwaysRequiredHeaders, faultsOfMissingHeaders } from '../domain/headers.ts';
import { type Fault, type Refusal, refuse, refuseAll } from '../domain/refusal.ts';
import { isSecretHeader } from '../domain/secret-headers.ts';
import {
  boundedText,
  codePointLength,
  headerText,
  percentDecoded,
  repetitionHint,
} from '../domain/values/text.ts';
import type { SigningCertificate } from './certificate.ts';
import type { Psd2Role } from './certificate-fields.ts';
import { canonicalName, parseName } from './distinguished-name.ts';
import { parseHttpDate, refuseSignature } from './signature.ts';
import { signingMistake } from './signed-text.ts';

export interface Demands {
  readonly digestRequired: boolean;
  /** null or absent: the operation requires no particular role. */
  readonly role?: Psd2Role | null;
}

export interface CheckOptions {
  /** The Date may be this much before or after the time of the bank. */
  readonly maxAgeSeconds: number;
  /** Whether refusals say what differs. */
  readonly explain: boolean;
  /** Whether to refuse certificates without PSD2 roles. */
  readonly mustStateRoles?: boolean;
}

const headersToCover = ['date', 'x-request-id'] as const;
const headersToCoverIfSent = ['digest', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'] as const;

export function missingHeaderFaults(
  { headers, body }: SignedRequest,
  { digestRequired }: Demands,
): readonly Fault[] {
  const needsDigest = digestRequired && body !== null && body.length > 0;
  const names = needsDigest ? [...alwaysRequiredHeaders, 'Digest'] : alwaysRequiredHeaders;
  return faultsOfMissingHeaders((name) => headers.get(name), names);
}

export function coverageRefusals(
  request: SignedRequest,
  coveredNames: readonly string[],
  absentNames: readonly string[],
  { explain }: CheckOptions,
): readonly Refusal[] {
  const sentNames = headersToCoverIfSent.filter((name) => request.headers.has(name));
  const uncoveredNames = [...headersToCover, ...sentNames].filter((name) => !coveredNames.includes(name));
  const refusalsOfNames = (names: readonly string[], textWithNames: string, textWithoutNames: string) =>
    names.length === 0 ? [] : [refuseSignature(explain ? textWithNames : textWithoutNames, 'coverage')];
  return [
    ...refusalsOfNames(
      uncoveredNames,
      `the signature must cover ${uncoveredNames.join(', ')}`,
      'the signature does not cover all the headers that it must cover',
    ),
    ...refusalsOfNames(
      absentNames,
      absentHeadersText(absentNames),
      'the signature covers headers that the request does not contain',
    ),
  ];
}

const maxListedNames = 5;

function absentHeadersText(names: readonly string[]): string {
  const end = names.length > maxListedNames ? ` and ${names.length - maxListedNames} more` : '';
  const list = names.slice(0, maxListedNames).map(shownName).join(', ');
  return `the signature covers ${list}${end}, which the request does not contain`;
}

/** The comma between two dates. Each date contains a comma too, so only a comma after the time zone fits. */
const betweenDates = /(?<=GMT|[+-]\d{4}), /;

export function requireFreshDate(date: string, now: number, { maxAgeSeconds, explain }: CheckOptions): void {
  const refuseDate = (text: string) => refuse('SIGNATURE_INVALID', { path: 'Date', text });
  const signingTime = parseHttpDate(date);
  if (signingTime === null) {
    const example = explain ? `, such as ${new Date(now).toUTCString()}` : '';
    const repetition = repetitionHint(date.split(betweenDates), (part) => parseHttpDate(part) !== null);
    throw refuseDate(
      `the header must be a date in the format of RFC 1123, in GMT or with a numeric offset${example}${repetition}`,
    );
  }
  // The header has whole seconds, so the time of the bank is rounded down to whole seconds too.
  if (Math.abs(Math.floor(now / 1_000) - signingTime / 1_000) <= maxAgeSeconds) return;
  const clock = explain ? `; the clock of the bank shows ${new Date(now).toUTCString()}` : '';
  throw refuseDate(
    `the date differs by more than ${maxAgeSeconds} seconds from the time of the bank${clock}`,
  );
}

export function requireSignature(
  text: string,
  signature: Buffer,
  publicKey: KeyObject,
  showsSigningString: boolean,
): void {
  // Header values were read as ISO-8859-1, so `latin1` restores their bytes.
  if (verifySignature('RSA-SHA256', Buffer.from(text, 'latin1'), publicKey, signature)) return;
  if (!showsSigningString) throw refuseSignature('the signature does not match the request', 'mismatch');
  const expected = hideSecrets(headerText(text));
  throw refuseAll(signingStringFaults(expected, signingMistake(text, signature, publicKey)), {
    detail: 'mismatch',
    compared: { of: 'SIGNING_STRING', expected, received: null },
  });
}

/** A signature may cover any header, also one with a secret. */
function hideSecrets(signingString: string): string {
  const lines = signingString.split('\n').map((line) => {
    const [name = ''] = line.split(':', 1);
    return isSecretHeader(name) ? `${name}: ***` : line;
  });
  return lines.join('\n');
}

/** A message has room for 512 characters: some words, and then one piece of the signing string. */
const messageLength = 512;
const mistakeLength = 200;
const signingStringMessagesAtMost = 8;

function signingStringFaults(text: string, mistake: string): readonly Fault[] {
  let rest = Array.from(text.replaceAll('\n', '\\n'));
  const faults: Fault[] = [];
  while (rest.length > 0 && faults.length < signingStringMessagesAtMost) {
    const words =
      faults.length === 0
        ? `the signature does not match the signing string that the bank built (${boundedText(mistake, mistakeLength)}): `
        : `signing string, part ${faults.length + 1}: `;
    const pieceLength = messageLength - codePointLength(words);
    const piece = rest.slice(0, pieceLength).join('');
    faults.push({ path: 'Signature', text: `${words}${piece}`, reason: 'SIGNATURE_INVALID' });
    rest = rest.slice(pieceLength);
  }
  return faults;
}

/** A keyId proves nothing. The check only shows a TPP that its keyId and its certificate do not belong together. */
export function requireKeyId(
  keyId: string,
  certificate: SigningCertificate,
  { explain }: CheckOptions,
): void {
  const fault = keyIdFault(keyId, certificate);
  if (fault === null) return;
  if (!explain) throw refuseSignature('keyId does not match the certificate', 'key-id');
  throw refuseSignature(fault, 'key-id', {
    of: 'KEY_ID',
    expected: keyIdOf(certificate),
    received: headerText(keyId),
  });
}

const maxKeyIdLength = 4_096;
const maxRememberedKeyIds = 8;
const maxRememberedLength = 512;
const keyIdForm = 'keyId must have the form SN=<serial number in hex>,CA=<issuer of the certificate>';

/** A keyId may have several meanings (`meaningsOf`). null: one meaning fits the certificate. Otherwise: the fault of the first meaning. */
export function keyIdFault(keyId: string, certificate: SigningCertificate): string | null {
  if (certificate.verifiedKeyIds.has(keyId)) return null;
  if (keyId.length > maxKeyIdLength) return `${keyIdForm}, in at most ${maxKeyIdLength} characters`;
  const faults = meaningsOf(keyId).map((meaning) => faultOfMeaning(meaning, certificate));
  return faults.includes(null) ? null : (faults[0] ?? null);
}

export const keyIdOf = ({ serial, issuerText }: SigningCertificate): string =>
  `SN=${shownSerial(serial)},CA=${issuerText}`;

const shownSerial = (hex: string): string => hex.replace(/^0+(?=.)/, '').toUpperCase();

/** Call it only after the signature was verified. */
export function rememberKeyId(keyId: string, { verifiedKeyIds }: SigningCertificate): void {
  if (verifiedKeyIds.size < maxRememberedKeyIds && keyId.length <= maxRememberedLength)
    verifiedKeyIds.add(keyId);
}

/** A backslash may belong to the issuer's name or escape a character; a percent sign may stand for itself or encode a character. */
function meaningsOf(keyId: string): readonly string[] {
  const unescaped = [keyId.replaceAll('\\"', '"'), keyId.replace(/\\([\s\S])/g, '$1')];
  return [...new Set(unescaped.flatMap((text) => [text, percentDecoded(text) ?? text]))];
}

function faultOfMeaning(keyId: string, certificate: SigningCertificate): string | null {
  const comma = keyId.indexOf(',');
  const serial = valueAfter('SN', keyId.slice(0, comma));
  const issuer = valueAfter('CA', keyId.slice(comma + 1));
  if (comma < 0 || serial === null || issuer === null) return keyIdForm;
  const digits = serial.trim().replace(/^0x/i, '').replace(/[: ]/g, '');
  if (!/^[0-9a-f]+$/i.test(digits)) return keyIdForm;
  const expected = shownSerial(certificate.serial);
  if (shownSerial(digits) !== expected)
    return `keyId contains the serial number ${boundedText(digits, 64)}, but the certificate has ${expected}`;
  const name = parseName(issuer);
  if (name === null || !certificate.issuerSpellings.includes(canonicalName(name)))
    return `keyId contains the issuer ${boundedText(issuer, 200)}, but the certificate has ${boundedText(certificate.issuerText, 200)}`;
  return null;
}

/** null: the text does not begin with `NAME=`. */
function valueAfter(name: string, text: string): string | null {
  const [label = '', ...value] = text.split('=');
  return value.length > 0 && label.trim().toUpperCase() === name ? value.join('=') : null;
}
