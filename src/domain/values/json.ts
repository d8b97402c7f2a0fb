/**
 * From bytes to a JSON value: `readJson` as it is, `strictJson` valid UTF-8, no duplicate key in an object, bounds on depth and number of
 * values. JSON.parse keeps the last of two equal keys, so the bank could act on another value than a person reads.
 * To find repeated keys the colons outside of strings are counted in the text and the members in the value: more
 * colons than members mean a duplicate key. That takes two passes and no table of names.
 */

import { createScanner, printParseErrorCode, visit } from 'jsonc-parser';
import { shownName } from '../fields/warn.ts';
import { refuse } from '../refusal.ts';
import { atOnce, type Steps } from '../steps.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const depthAtMost = 64;
/** More than the largest bulk payment has, all fields of its 1,000 entries filled. */
export const valuesAtMost = 100_000;

/** What holds the JSON: its place and its name in refusals. */
export interface Holder {
  readonly path: string;
  readonly name: string;
}
const theBody: Holder = { path: 'body', name: 'the body' };

export interface Json {
  readonly ok: boolean;
  /** undefined where the bytes are empty, or no JSON. */
  readonly value: unknown;
}

export function readJson(bytes: Uint8Array): Json {
  if (bytes.length === 0) return { ok: true, value: undefined };
  const text = decode(bytes);
  return text === null ? { ok: false, value: undefined } : parse(text);
}

/** The value that the bytes hold, or a FORMAT_ERROR at the place of their holder. */
export const strictJson = (bytes: Uint8Array, holder = theBody): unknown =>
  atOnce(strictJsonInSteps(bytes, holder));

export function* strictJsonInSteps(bytes: Uint8Array, holder = theBody): Steps<unknown> {
  const fault = (text: string) => refuse('FORMAT_ERROR', { path: holder.path, text });
  const text = decode(bytes);
  if (text === null) throw fault(`${holder.name} is not valid UTF-8`);
  const { depth, values, members } = structureOf(text);
  if (depth > depthAtMost) throw fault(`${holder.name} is nested more than ${depthAtMost} levels deep`);
  if (values > valuesAtMost) throw fault(`${holder.name} contains more than ${valuesAtMost} values`);
  yield;
  const { ok, value } = parse(text);
  if (!ok) throw fault(`${holder.name} is not valid JSON${syntaxError(text)}`);
  yield;
  if (members > membersOf(value))
    throw fault(`the key ${JSON.stringify(shownName(yield* repeatedKey(text)))} appears twice in one object`);
  return value;
}

/** The text; null where the bytes are none. */
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
    return { ok: false, value: undefined };
  }
}

/** Longer texts are not searched for their error: that takes longer than JSON.parse. */
const searchedCharacters = 65_536;

/** The first error and its place, as the end of a sentence; empty where it is not found. */
function syntaxError(text: string): string {
  if (text.length > searchedCharacters) return '';
  let first = '';
  visit(
    text,
    {
      onError(code, _offset, _length, line, column) {
        const words = printParseErrorCode(code).replace(/\B[A-Z]/g, ' $&');
        first ||= `: ${words.toLowerCase()}, line ${line + 1}, column ${column + 1}`;
      },
    },
    { disallowComments: true },
  );
  return first;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Levels of lists and objects; values of every kind, those that are inside others too, an empty list or object once
 * more; members of objects. Counts in one pass, in any text; JSON.parse refuses invalid JSON afterwards. Stops
 * beyond a bound.
 */
function structureOf(text: string) {
  let [open, depth, values, members] = [0, 0, 1, 0];
  for (let at = 0; at < text.length && depth <= depthAtMost && values <= valuesAtMost; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfText(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        open += 1;
        values += 1;
        if (open > depth) depth = open;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        open -= 1;
        break;
      case 0x2c: // ,
        values += 1;
        break;
      case 0x3a: // :
        members += 1;
        break;
    }
  }
  return { depth, values, members };
}

/** The position of the quote that ends the string which begins at `from`. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) return at;
    if (unit === backslash) at += 1;
  }
  return text.length;
}

/** The members of all objects in a value of bounded depth. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) members += membersOf(item);
    return members;
  }
  for (const key of Object.keys(value)) members += 1 + membersOf((value as Record<string, unknown>)[key]);
  return members;
}

/** The tokens that matter here; the library's own names for them cannot be imported. */
const tokens = { openBrace: 1, closeBrace: 2, colon: 6, string: 10, end: 17 } as const;
/** How many tokens are read in one step. */
const tokensAtOnce = 2_000;

/** The first key that repeats one of its object. The text is JSON of bounded depth and size. */
export function* repeatedKey(text: string): Steps<string> {
  const scanner = createScanner(text, true);
  const open: Set<string>[] = [];
  let last = '';
  for (let count = 1, token = scanner.scan(); token !== tokens.end; count += 1, token = scanner.scan()) {
    if (token === tokens.openBrace) open.push(new Set());
    else if (token === tokens.closeBrace) open.pop();
    else if (token === tokens.string) last = scanner.getTokenValue();
    else if (token === tokens.colon) {
      if (open.at(-1)?.has(last)) return last;
      open.at(-1)?.add(last);
    }
    if (count % tokensAtOnce === 0) yield;
  }
  return '';
}
