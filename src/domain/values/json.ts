/** Parses JSON, and refuses two equal keys: JSON.parse would use the last value, but a person may read the first. */
import { createScanner, printParseErrorCode, visit } from 'jsonc-parser';
import { shownName } from '../fields/warn.ts';
import { type PausableWork, runToEnd } from '../pausable-work.ts';
import { refuse } from '../refusal.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const depthAtMost = 64;
/** The largest payment within the size limit of a body has fewer values. */
export const valuesAtMost = 120_000;

/** How refusals name the JSON: the path of the fault, and a noun such as "the body". */
interface JsonSource {
  readonly path: string;
  readonly name: string;
}
const requestBody: JsonSource = { path: 'body', name: 'the body' };

export interface Json {
  readonly ok: boolean;
  /** undefined: the bytes are empty or not JSON. */
  readonly value: unknown;
}

const notJson: Json = { ok: false, value: undefined };

export function readJson(bytes: Uint8Array): Json {
  if (bytes.length === 0) return { ok: true, value: undefined };
  const text = decode(bytes);
  return text === null ? notJson : parseBoundedJson(text);
}

/** JSON.parse would occupy the process for seconds with the millions of values that a text of 16 MiB can have. */
export const parseBoundedJson = (text: string): Json =>
  countStructure(text, Number.POSITIVE_INFINITY).valueCount > valuesAtMost ? notJson : parse(text);

/** Throws FORMAT_ERROR at the path of the source. */
export const parseStrictJson = (bytes: Uint8Array, source = requestBody): unknown =>
  runToEnd(parseStrictJsonWithPauses(bytes, source));

export function* parseStrictJsonWithPauses(bytes: Uint8Array, source = requestBody): PausableWork<unknown> {
  const refusal = (text: string) => refuse('FORMAT_ERROR', { path: source.path, text });
  const text = decode(bytes);
  if (text === null) throw refusal(`${source.name} is not valid UTF-8`);
  const { depth, valueCount, memberCount } = countStructure(text, depthAtMost);
  if (depth > depthAtMost) throw refusal(`${source.name} is nested more than ${depthAtMost} levels deep`);
  if (valueCount > valuesAtMost) throw refusal(`${source.name} contains more than ${valuesAtMost} values`);
  yield;
  const { ok, value } = parse(text);
  if (!ok) {
    const statement = `${source.name} is not valid JSON`;
    visitFirstError(text, (description) => {
      throw refusal(`${statement}: ${description}`);
    });
    throw refusal(statement);
  }
  yield;
  // JSON.parse keeps only one of several members with the same key.
  const hasDuplicateKey = memberCount > countMembers(value);
  if (!hasDuplicateKey) return value;
  const key = shownName(yield* findDuplicateKey(text));
  throw refusal(`the key ${JSON.stringify(key)} appears twice in one object`);
}

function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function parse(text: string): Json {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return notJson;
  }
}

/** A longer text is not searched for its error, because the search takes longer than JSON.parse. */
const searchedCharactersAtMost = 65_536;

/** `throwError` ends the visit at the first error, because the parser may recurse too deep after it. */
function visitFirstError(text: string, throwError: (description: string) => never): void {
  if (text.length > searchedCharactersAtMost) return;
  visit(
    text,
    {
      onError(code, _offset, _length, line, column) {
        // `CommaExpected` becomes "comma expected".
        const words = printParseErrorCode(code).replace(/\B[A-Z]/g, ' $&');
        throwError(`${words.toLowerCase()}, line ${line + 1}, column ${column + 1}`);
      },
    },
    { disallowComments: true },
  );
}

const [quote, backslash] = [0x22, 0x5c];

/** Counts outside strings, until a limit is exceeded. `text` may be invalid JSON. An empty list or object counts as two values. */
function countStructure(text: string, maxDepth: number) {
  let openBrackets = 0;
  let depth = 0;
  let valueCount = 1;
  let memberCount = 0;
  for (let at = 0; at < text.length && depth <= maxDepth && valueCount <= valuesAtMost; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        openBrackets += 1;
        valueCount += 1;
        depth = Math.max(depth, openBrackets);
        break;
      case 0x5d: // ]
      case 0x7d: // }
        openBrackets -= 1;
        break;
      case 0x2c: // ,
        valueCount += 1;
        break;
      case 0x3a: // :
        memberCount += 1;
        break;
    }
  }
  return { depth, valueCount, memberCount };
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) return at;
    if (unit === backslash) at += 1;
  }
  return text.length;
}

/** May recurse, because the depth of the value is bounded. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item);
    return count;
  }
  for (const key of Object.keys(value)) count += 1 + countMembers((value as Record<string, unknown>)[key]);
  return count;
}

/** From `SyntaxKind` of jsonc-parser, a const enum, which Node cannot import. */
const tokens = { openBrace: 1, closeBrace: 2, colon: 6, string: 10, end: 17 } as const;
const tokensBetweenPauses = 2_000;

/** Returns an empty text if no key is duplicate. `text` must be valid JSON of limited depth and size. */
function* findDuplicateKey(text: string): PausableWork<string> {
  const ignoresBlanks = true;
  const scanner = createScanner(text, ignoresBlanks);
  const keysOfOpenObjects: Set<string>[] = [];
  let lastString = '';
  let tokenCount = 0;
  for (let token = scanner.scan(); token !== tokens.end; token = scanner.scan()) {
    if (token === tokens.openBrace) keysOfOpenObjects.push(new Set());
    else if (token === tokens.closeBrace) keysOfOpenObjects.pop();
    else if (token === tokens.string) lastString = scanner.getTokenValue();
    else if (token === tokens.colon) {
      if (keysOfOpenObjects.at(-1)?.has(lastString)) return lastString;
      keysOfOpenObjects.at(-1)?.add(lastString);
    }
    tokenCount += 1;
    if (tokenCount % tokensBetweenPauses === 0) yield;
  }
  return '';
}
