/** Finds the wrong text that a client has signed. This is possible because an RSA signature contains the hash of the text. */
import { constants, hash as digest, publicDecrypt, X509Certificate } from 'node:crypto';
import { headerTable } from '../domain/headers.ts';
import type { PausableWork } from '../domain/pausable-work.ts';
import { headerText } from '../domain/values/text.ts';
import { certificateBytes } from './certificate-header.ts';
import { coveredValue, readSignature, type SignedParts } from './signature.ts';

/** Item n is the number of orders of n headers. The search tries all orders of at most six headers. */
const orderCounts = [1, 1, 2, 6, 24, 120, 720];
/** The limit for the characters of all orders together. To hash so many characters takes some milliseconds. */
const maxPermutedCharacters = 2_000_000;
const candidatesBetweenPauses = 16;

/** The bytes before a SHA-256 hash in a PKCS #1 signature. */
const sha256Prefix = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** null: the client has signed none of the candidate texts. The search pauses, because there may be several hundred of them. */
export function* findSignedText(parts: SignedParts): PausableWork<string | null> {
  const { headers } = parts;
  const certificate = headers.get('tpp-signature-certificate');
  const signatureHeader = headers.get('signature');
  if (!certificate || !signatureHeader) return null;
  const { headers: names, signature } = readSignature(signatureHeader);
  if (names === null || signature === null) return null;
  const signedHash = readSignedHash(certificate, signature);
  if (signedHash === null) return null;
  let attempts = 0;
  for (const text of candidateTexts(parts, names)) {
    if (digest('sha256', Buffer.from(text, 'latin1'), 'buffer').equals(signedHash)) return headerText(text);
    attempts += 1;
    if (attempts % candidatesBetweenPauses === 0) yield;
  }
  return null;
}

function readSignedHash(certificate: string, signature: Buffer): Buffer | null {
  const der = certificateBytes(certificate);
  if (der === null) return null;
  try {
    const key = new X509Certificate(der).publicKey;
    const info = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature);
    const isSha256 = info.length === sha256Prefix.length + 32 && info.subarray(0, -32).equals(sha256Prefix);
    return isSha256 ? info.subarray(-32) : null;
  } catch {
    return null;
  }
}

const documentedNames: ReadonlyMap<string, string> = new Map(
  headerTable.map(({ name }) => [name.toLowerCase(), name]),
);

/** The signing string with the usual mistakes in names, separators and order. */
function* candidateTexts(parts: SignedParts, names: readonly string[]): Generator<string> {
  const readValue = (name: string) => coveredValue(parts, name) ?? '';
  const writeCorrectLine = (name: string) => `${name}: ${readValue(name)}`;
  for (const writeLine of [
    writeCorrectLine,
    (name: string) => `${documentedNames.get(name) ?? name}: ${readValue(name)}`,
    (name: string) => `${name}:${readValue(name)}`,
  ])
    yield* joinLines(names.map(writeLine));
  const lines = names.map(writeCorrectLine);
  yield* joinLines(lines.toSorted());
  yield* joinLines(lines.toReversed());
  if (canPermute(lines)) for (const order of allOrders(lines)) yield order.join('\n');
}

function canPermute(lines: readonly string[]): boolean {
  const orderCount = orderCounts[lines.length];
  return orderCount !== undefined && orderCount * lines.join().length <= maxPermutedCharacters;
}

function* joinLines(lines: readonly string[]): Generator<string> {
  for (const lineBreak of ['\n', '\r\n']) {
    const text = lines.join(lineBreak);
    yield text;
    yield `${text}${lineBreak}`;
  }
}

function* allOrders(lines: readonly string[]): Generator<readonly string[]> {
  const [first, ...others] = lines;
  if (first === undefined) return yield [];
  for (const order of allOrders(others))
    for (let index = 0; index <= order.length; index += 1)
      yield [...order.slice(0, index), first, ...order.slice(index)];
}
