/**
 * Finds the text that a client signed by a common mistake. One RSA operation yields the signed hash; then each candidate text
 * costs one hash.
 */
import { constants, hash as digest, publicDecrypt, X509Certificate } from 'node:crypto';
import { headerTable } from '../domain/headers.ts';
import type { Steps } from '../domain/steps.ts';
import { headerText } from '../domain/values/text.ts';
import { certificateBytes } from './certificate-header.ts';
import { coveredValue, readSignature, type SignedParts } from './signature.ts';

/** The search tries all orders of at most six headers, which are 720. */
const permutedHeadersAtMost = 6;
/** The limit for all orders together. Hashing them takes some milliseconds. */
const permutedCharactersAtMost = 2_000_000;
const candidatesPerStep = 16;

/** The DER in front of a SHA-256 hash in a signature (RFC 8017, 9.2). */
const sha256Prefix = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** null: the client signed none of the candidates. It yields between steps, because it may compute several hundred hashes. */
export function* signedText(parts: SignedParts): Steps<string | null> {
  const { headers } = parts;
  const certificate = headers.get('tpp-signature-certificate');
  const signatureHeader = headers.get('signature');
  if (!certificate || !signatureHeader) return null;
  const { headers: names, signature } = readSignature(signatureHeader);
  if (names === null || signature === null) return null;
  const hash = signedHash(certificate, signature);
  if (hash === null) return null;
  let attempts = 0;
  for (const text of candidates(parts, names)) {
    if (digest('sha256', Buffer.from(text, 'latin1'), 'buffer').equals(hash)) return headerText(text);
    attempts += 1;
    if (attempts % candidatesPerStep === 0) yield;
  }
  return null;
}

function signedHash(certificate: string, signature: Buffer): Buffer | null {
  const der = certificateBytes(certificate);
  if (der === null) return null;
  try {
    const key = new X509Certificate(der).publicKey;
    const info = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature);
    const fits = info.length === sha256Prefix.length + 32 && info.subarray(0, -32).equals(sha256Prefix);
    return fits ? info.subarray(-32) : null;
  } catch {
    return null;
  }
}

const documentedNames: ReadonlyMap<string, string> = new Map(
  headerTable.map(({ name }) => [name.toLowerCase(), name]),
);

function* candidates(parts: SignedParts, names: readonly string[]): Generator<string> {
  const value = (name: string) => coveredValue(parts, name) ?? '';
  const plain = (name: string) => `${name}: ${value(name)}`;
  for (const line of [
    plain,
    (name: string) => `${documentedNames.get(name) ?? name}: ${value(name)}`,
    (name: string) => `${name}:${value(name)}`,
  ])
    yield* joinLines(names.map(line));
  const lines = names.map(plain);
  yield* joinLines(lines.toSorted());
  yield* joinLines(lines.toReversed());
  if (canPermute(lines)) for (const order of orders(lines)) yield order.join('\n');
}

function canPermute(lines: readonly string[]): boolean {
  if (lines.length > permutedHeadersAtMost) return false;
  const orders = lines.reduce((product, _, index) => product * (index + 1), 1);
  return orders * lines.join().length <= permutedCharactersAtMost;
}

function* joinLines(lines: readonly string[]): Generator<string> {
  for (const end of ['\n', '\r\n']) {
    const text = lines.join(end);
    yield text;
    yield `${text}${end}`;
  }
}

function* orders(lines: readonly string[]): Generator<readonly string[]> {
  const [first, ...others] = lines;
  if (first === undefined) return yield [];
  for (const order of orders(others))
    for (let at = 0; at <= order.length; at += 1) yield [...order.slice(0, at), first, ...order.slice(at)];
}
