/** Finds what a client has signed instead of the signing string. This is possible because an RSA signature contains the hash of the text. */
import {
  constants,
  hash as digest,
  type KeyObject,
  publicDecrypt,
  verify,
  X509Certificate,
} from 'node:crypto';
import { headerTable } from '../domain/headers.ts';
import type { PausableWork } from '../domain/pausable-work.ts';
import { headerText } from '../domain/values/text.ts';
import { certificateBytes } from './certificate-header.ts';
import { readSignature, type SignedParts, signingString } from './signature.ts';

/** Item n is the number of orders of n headers. The search tries all orders of at most six headers. */
const orderCounts = [1, 1, 2, 6, 24, 120, 720];
/**
 * Limits for the characters of all orders together. Hashing them takes some milliseconds in `findSignedText`, which pauses.
 * `signingMistake` does not pause, so it has the lower limit `atOnce`.
 */
const permutedCharactersAtMost = { withPauses: 2_000_000, atOnce: 300_000 };
const candidatesBetweenPauses = 16;

/** The bytes before the hash in a PKCS #1 signature. */
const hashPrefixes: readonly (readonly [string, Buffer])[] = [
  ['SHA-1', Buffer.from('3021300906052b0e03021a05000414', 'hex')],
  ['SHA-256', Buffer.from('3031300d060960864801650304020105000420', 'hex')],
  ['SHA-384', Buffer.from('3041300d060960864801650304020205000430', 'hex')],
  ['SHA-512', Buffer.from('3051300d060960864801650304020305000440', 'hex')],
];

const sha256 = (bytes: Uint8Array): Buffer => digest('sha256', bytes, 'buffer');
const hashOf = (text: string): Buffer => sha256(Buffer.from(text, 'latin1'));

/** null: the client has signed none of the candidate texts. The search pauses, because there may be several hundred of them. */
export function* findSignedText(parts: SignedParts): PausableWork<string | null> {
  const { headers } = parts;
  const certificate = headers.get('tpp-signature-certificate');
  const signatureHeader = headers.get('signature');
  if (!certificate || !signatureHeader) return null;
  const { headers: names, signature } = readSignature(signatureHeader);
  const key = readPublicKey(certificate);
  if (names === null || signature === null || key === null) return null;
  const signedHash = readSignedHash(key, signature);
  if (signedHash?.algorithm !== 'SHA-256') return null;
  const lines = signingString(parts, names).split('\n');
  let attempts = 0;
  for (const { text } of candidateTexts(lines, permutedCharactersAtMost.withPauses)) {
    if (hashOf(text).equals(signedHash.hash)) return headerText(text);
    attempts += 1;
    if (attempts % candidatesBetweenPauses === 0) yield;
  }
  return null;
}

/** What a client did wrong if its signature does not match `expectedText`, whose characters are bytes. */
export function signingMistake(expectedText: string, signature: Buffer, key: KeyObject): string {
  const keyLength = Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8);
  if (signature.length !== keyLength)
    return `the signature has ${signature.length} bytes, but signatures of this key have ${keyLength}: send the ${keyLength} bytes in Base64`;
  const signedHash = readSignedHash(key, signature);
  if (signedHash === null)
    return isPssSignature(expectedText, signature, key)
      ? 'the signature uses the padding PSS: sign with the padding of PKCS #1 v1.5'
      : 'the key of the certificate has not made this signature';
  const { algorithm, hash } = signedHash;
  if (algorithm === null)
    return 'the signature names no hash algorithm: use a function that hashes and signs, such as SHA256withRSA';
  if (algorithm !== 'SHA-256') return `the signature uses ${algorithm}: sign with SHA-256`;
  if (sha256(hashOf(expectedText)).equals(hash))
    return 'you signed the hash of the signing string: sign the string itself, because RSA-SHA256 hashes it';
  for (const { text, mistake } of candidateTexts(expectedText.split('\n'), permutedCharactersAtMost.atOnce))
    if (hashOf(text).equals(hash)) return `the string that you signed has ${mistake}`;
  return 'the key is right, but you signed another string';
}

function readPublicKey(certificate: string): KeyObject | null {
  const der = certificateBytes(certificate);
  if (der === null) return null;
  try {
    return new X509Certificate(der).publicKey;
  } catch {
    return null;
  }
}

interface SignedHash {
  /** null: the signature does not name one in the form of PKCS #1. */
  readonly algorithm: string | null;
  readonly hash: Buffer;
}

/** null: the key has not made the signature with the padding of PKCS #1 v1.5. */
function readSignedHash(key: KeyObject, signature: Buffer): SignedHash | null {
  try {
    const info = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature);
    const [algorithm, prefix] = hashPrefixes.find(([, bytes]) =>
      info.subarray(0, bytes.length).equals(bytes),
    ) ?? [null, Buffer.alloc(0)];
    return { algorithm, hash: info.subarray(prefix.length) };
  } catch {
    return null;
  }
}

function isPssSignature(text: string, signature: Buffer, key: KeyObject): boolean {
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  const saltLength = constants.RSA_PSS_SALTLEN_AUTO;
  return verify('RSA-SHA256', Buffer.from(text, 'latin1'), { key, padding, saltLength }, signature);
}

const documentedNames: ReadonlyMap<string, string> = new Map(
  headerTable.map(({ name }) => [name.toLowerCase(), name]),
);

interface Candidate {
  readonly text: string;
  /** Words that follow "the string that you signed has"; '': the text is the signing string itself. */
  readonly mistake: string;
}

/** Texts that a client signs by the usual mistakes in names, separators and order. The lines are those of the signing string. */
function* candidateTexts(lines: readonly string[], permutedCharacters: number): Generator<Candidate> {
  yield* joinLines(lines, null);
  for (const [mistake, rewriteLine] of lineMistakes) yield* joinLines(lines.map(rewriteLine), mistake);
  for (const order of [lines.toSorted(), lines.toReversed()]) yield* joinLines(order, orderMistake(order));
  if (canPermute(lines, permutedCharacters))
    for (const order of allOrders(lines)) yield { text: order.join('\n'), mistake: orderMistake(order) };
}

const nameOf = (line: string): string => line.slice(0, line.indexOf(':'));

const documentedName = (name: string): string => documentedNames.get(name) ?? name;

/** As Go writes header names: `X-Request-Id`. */
const titleCaseName = (name: string): string => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

const renamedBy =
  (rewriteName: (name: string) => string) =>
  (line: string): string =>
    `${rewriteName(nameOf(line))}${line.slice(nameOf(line).length)}`;

function withoutRepetition(line: string): string {
  const value = line.slice(nameOf(line).length + 2);
  const half = value.slice(0, (value.length - 2) / 2);
  return value === `${half}, ${half}` ? `${nameOf(line)}: ${half}` : line;
}

const lineMistakes: readonly (readonly [mistake: string, rewriteLine: (line: string) => string])[] = [
  ['header names that are not in lower case', renamedBy(documentedName)],
  ['header names that are not in lower case', renamedBy(titleCaseName)],
  ['no space after the colons', (line) => line.replace(': ', ':')],
  [
    'the method in capitals',
    (line) => line.replace(/(?<=^\(request-target\): )[a-z]+/, (method) => method.toUpperCase()),
  ],
  ['no query in (request-target)', (line) => line.replace(/^(\(request-target\): [^?]*)\?.*/, '$1')],
  // In Go, the host is not among the headers of a request.
  ['no value of host', (line) => line.replace(/^host: .*/, 'host: ')],
  ['one value of a header that the request contains twice', withoutRepetition],
];

const orderMistake = (lines: readonly string[]): string =>
  `its lines in another order: write headers="${lines.map(nameOf).join(' ')}"`;

function canPermute(lines: readonly string[], permutedCharacters: number): boolean {
  const orderCount = orderCounts[lines.length];
  return orderCount !== undefined && orderCount * lines.join().length <= permutedCharacters;
}

function* joinLines(lines: readonly string[], mistake: string | null): Generator<Candidate> {
  for (const [lineBreak, lineBreakMistake] of [
    ['\n', null],
    ['\r\n', 'CRLF between its lines'],
  ] as const) {
    const text = lines.join(lineBreak);
    yield { text, mistake: joinMistakes(lineBreakMistake, mistake) };
    yield {
      text: `${text}${lineBreak}`,
      mistake: joinMistakes('a line break at its end', lineBreakMistake, mistake),
    };
  }
}

const joinMistakes = (...mistakes: readonly (string | null)[]): string =>
  mistakes.filter((mistake) => mistake !== null).join(', and ');

/** Inserts the first line at every position of each order of the others. */
function* allOrders(lines: readonly string[]): Generator<readonly string[]> {
  const [first, ...others] = lines;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const order of allOrders(others))
    for (let index = 0; index <= order.length; index += 1)
      yield [...order.slice(0, index), first, ...order.slice(index)];
}
