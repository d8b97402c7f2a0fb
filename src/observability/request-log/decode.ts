/** Decodes a text as a browser or a JSON parser would understand it. */

export interface DecodedText {
  readonly text: string;
  /** Maps a position in the decoded text to the position in the original text. */
  originalPosition(position: number): number;
}

/**
 * Decodes `\u002f`, `\/` and `%2F`, also if one encoding is inside the other, or `%` is encoded several times. Each character of the text
 * is one byte.
 */
export function decodeEscapes(text: string): DecodedText {
  let decoded: DecodedText = { text, originalPosition: (position) => position };
  for (const reader of [backslashReader, percentReader, backslashReader])
    decoded = decodeText(decoded, reader);
  return decoded;
}

interface EscapeReader {
  /** Matches where an escape may begin. */
  readonly start: RegExp;
  /** null: there is no escape at the position. */
  read(text: string, position: number): Escape | null;
}

/** A piece of the decoded text, which ends where the next piece begins. */
interface Piece {
  readonly begin: number;
  /** Where the piece begins in the text before decoding. */
  readonly sourceBegin: number;
}

function decodeText(source: DecodedText, reader: EscapeReader): DecodedText {
  const { text } = source;
  const pieces: Piece[] = [{ begin: 0, sourceBegin: 0 }];
  let output = '';
  let position = 0;
  for (const { index } of text.matchAll(reader.start)) {
    const match = index < position ? null : reader.read(text, index);
    if (match === null) continue;
    output += text.slice(position, index);
    pieces.push({ begin: output.length, sourceBegin: index });
    output += match.character;
    position = index + match.length;
    pieces.push({ begin: output.length, sourceBegin: position });
  }
  if (position === 0) return source;
  return {
    text: output + text.slice(position),
    originalPosition(decodedPosition) {
      const { begin, sourceBegin } = pieceAt(pieces, decodedPosition);
      return source.originalPosition(sourceBegin + decodedPosition - begin);
    },
  };
}

/** The last piece that begins at or before the position. */
function pieceAt(pieces: readonly Piece[], position: number): Piece {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.begin ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return pieces[low] ?? { begin: 0, sourceBegin: 0 };
}

interface Escape {
  readonly character: string;
  readonly length: number;
}

/** Reads `%2F`, and `%252F` or more, whose `%` is itself encoded. */
const percentReader: EscapeReader = {
  start: /%/g,
  read(text, position) {
    let firstDigit = position + 1;
    while (text.startsWith('25', firstDigit) && isHex(text, firstDigit + 2, 2)) firstDigit += 2;
    return isHex(text, firstDigit, 2) ? escapeOf(text, position, firstDigit, 2) : null;
  },
};

const backslashReader: EscapeReader = {
  start: /\\[/u]/g,
  read(text, position) {
    if (text[position + 1] === '/') return { character: '/', length: 2 };
    return isHex(text, position + 2, 4) ? escapeOf(text, position, position + 2, 4) : null;
  },
};

/** The escape from `begin` to the last of `digitCount` hex digits, which begin at `firstDigit`. */
function escapeOf(text: string, begin: number, firstDigit: number, digitCount: number): Escape {
  const end = firstDigit + digitCount;
  const code = Number.parseInt(text.slice(firstDigit, end), 16);
  // Nobody searches for a character above one byte, so it becomes NUL.
  return { character: String.fromCharCode(code < 256 ? code : 0), length: end - begin };
}

const isHex = (text: string, begin: number, count: number): boolean => {
  const digits = text.slice(begin, begin + count);
  return digits.length === count && /^[\da-f]+$/i.test(digits);
};
