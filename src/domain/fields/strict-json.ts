/** Parses the JSON of a request, and refuses two equal keys: JSON.parse would use the last value, but a person may read the first. */
import { createScanner, printParseErrorCode, visit } from 'jsonc-parser';
import { type PausableWork, runToEnd } from '../pausable-work.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { countStructure, parseJson, valuesAtMost } from '../values/json.ts';
import { decodeUtf8 } from '../values/text.ts';
import { shownName } from './warn.ts';

const depthAtMost = 64;

/** How refusals name the JSON: the path of the fault, and a noun such as "the body". */
interface JsonSource {
  readonly path: string;
  readonly name: string;
}
const requestBody: JsonSource = { path: 'body', name: 'the body' };

/** Throws FORMAT_ERROR at the path of the source. */
export const parseStrictJson = (bytes: Uint8Array, source = requestBody): unknown =>
  runToEnd(parseStrictJsonWithPauses(bytes, source));

export function* parseStrictJsonWithPauses(bytes: Uint8Array, source = requestBody): PausableWork<unknown> {
  const refusal = (text: string) => refuse('FORMAT_ERROR', { path: source.path, text });
  const text = decodeUtf8(bytes);
  if (text === null) throw refusal(`${source.name} is not valid UTF-8`);
  const { depth, valueCount, memberCount } = countStructure(text, depthAtMost);
  if (depth > depthAtMost) throw refusal(`${source.name} is nested more than ${depthAtMost} levels deep`);
  if (valueCount > valuesAtMost) throw refusal(`${source.name} contains more than ${valuesAtMost} values`);
  yield;
  const { ok, value } = parseJson(text);
  if (!ok) {
    const statement = `${source.name} is not valid JSON`;
    if (text.length <= searchedCharactersAtMost)
      throwFirstError(text, (description) => refusal(`${statement}: ${description}`));
    throw refusal(statement);
  }
  yield;
  // JSON.parse keeps only one of several members with the same key.
  const hasDuplicateKey = memberCount > countMembers(value);
  if (!hasDuplicateKey) return value;
  const key = shownName(yield* findDuplicateKey(text));
  throw refusal(`the key ${JSON.stringify(key)} appears twice in one object`);
}

/** A longer text is not searched for its error, because the search takes longer than JSON.parse. */
const searchedCharactersAtMost = 65_536;

/** Stops `visit` at the first error. After an error, `visit` would skip closing brackets, and might recurse deeper than `depthAtMost`. */
function throwFirstError(text: string, refusalOf: (description: string) => Refusal): void {
  visit(
    text,
    {
      onError(code, _offset, _length, line, column) {
        // `CommaExpected` becomes "comma expected".
        const words = printParseErrorCode(code).replace(/\B[A-Z]/g, ' $&');
        throw refusalOf(`${words.toLowerCase()}, line ${line + 1}, column ${column + 1}`);
      },
    },
    { disallowComments: true },
  );
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
