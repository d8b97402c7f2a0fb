/** Reads JSON that another system has sent. `fields/strict-json.ts` reads the JSON of requests, with more checks. */
import { decodeUtf8 } from './text.ts';

/** The largest payment within the size limit of a body has fewer values. */
export const valuesAtMost = 120_000;

export interface Json {
  /** Also true if the bytes are empty. */
  readonly ok: boolean;
  /** undefined: the bytes are empty, are not JSON, or have more than `valuesAtMost` values. */
  readonly value: unknown;
}

const unreadable: Json = { ok: false, value: undefined };

export function readJson(bytes: Uint8Array): Json {
  if (bytes.length === 0) return { ok: true, value: undefined };
  const text = decodeUtf8(bytes);
  return text === null ? unreadable : parseBoundedJson(text);
}

/** A response of a core system, at most 16 MiB, can have millions of values. JSON.parse would occupy the process for seconds. */
export const parseBoundedJson = (text: string): Json =>
  countStructure(text, Number.POSITIVE_INFINITY).valueCount > valuesAtMost ? unreadable : parseJson(text);

export function parseJson(text: string): Json {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return unreadable;
  }
}

const [quote, backslash] = [0x22, 0x5c];

/** Counts outside strings, until a limit is exceeded. `text` may be invalid JSON. An empty list or object counts as two values. */
export function countStructure(text: string, maxDepth: number) {
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
