/** Decodes a text as a browser or a JSON parser would understand it. */

export interface Decoded {
  readonly text: string;
  /** The position in the original text of the character at a position of the decoded text. */
  from(position: number): number;
}

/**
 * Decodes `\u002f`, `\/` and `%2F`, also when encoded repeatedly or within each other. Each character of the text is one
 * byte.
 */
export function decoded(text: string): Decoded {
  return [readEscapes, readEncoded, readEscapes].reduce<Decoded>(decodeText, {
    text,
    from: (position) => position,
  });
}

interface ByteReader {
  /** Matches where an escape may begin. */
  readonly sign: RegExp;
  at(text: string, at: number): Escape | null;
}

/** A piece of the decoded text up to the next piece, and its position in the original. */
interface Piece {
  readonly begin: number;
  readonly from: number;
}

function decodeText(before: Decoded, reader: ByteReader): Decoded {
  const { text } = before;
  const pieces: Piece[] = [{ begin: 0, from: 0 }];
  let output = '';
  let copied = 0;
  for (const { index } of text.matchAll(reader.sign)) {
    const match = index < copied ? null : reader.at(text, index);
    if (match === null) continue;
    output += text.slice(copied, index);
    pieces.push({ begin: output.length, from: index });
    output += match.character;
    copied = index + match.length;
    pieces.push({ begin: output.length, from: copied });
  }
  if (copied === 0) return before;
  return {
    text: output + text.slice(copied),
    from(position) {
      const { begin, from } = pieceAt(pieces, position);
      return before.from(from + position - begin);
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
  return pieces[low] ?? { begin: 0, from: 0 };
}

interface Escape {
  readonly character: string;
  readonly length: number;
}

/** `%2F`, and `%252F` if encoded twice or more. */
const readEncoded: ByteReader = {
  sign: /%/g,
  at(text, at) {
    let digits = at + 1;
    while (text.startsWith('25', digits) && isHex(text, digits + 2, 2)) digits += 2;
    return isHex(text, digits, 2) ? escapeOf(text, at, digits, 2) : null;
  },
};

const readEscapes: ByteReader = {
  sign: /\\[/u]/g,
  at(text, at) {
    if (text[at + 1] === '/') return { character: '/', length: 2 };
    return isHex(text, at + 2, 4) ? escapeOf(text, at, at + 2, 4) : null;
  },
};

function escapeOf(text: string, at: number, digits: number, count: number): Escape {
  const code = Number.parseInt(text.slice(digits, digits + count), 16);
  // Characters above one byte are never searched for.
  return { character: String.fromCharCode(code < 256 ? code : 0), length: digits + count - at };
}

const isHex = (text: string, at: number, count: number): boolean => {
  const digits = text.slice(at, at + count);
  return digits.length === count && /^[\da-f]+$/i.test(digits);
};
