export interface DecodedText {
  readonly text: string;
  /** Maps a position in the decoded text to the position in the original text. */
  originalPosition(position: number): number;
}

/** `\/` and `\u002f` */
const backslashEscapes = /\\(?:\/|u([\da-fA-F]{4}))/g;
/** `%2F`, and `%252F`, `%25252F` and so on, in which the `%` itself is encoded. */
const percentEscapes = /%(?:25(?=[\da-f]{2}))*([\da-f]{2})/gi;

/** Decodes escapes of JSON and of URLs, also within each other, so that the mask finds secrets. Both texts are Latin-1. */
export function decodeEscapes(text: string): DecodedText {
  let decoded: DecodedText = { text, originalPosition: (position) => position };
  // The backslashes come again at the end, because `%5C` is a backslash.
  for (const escapes of [backslashEscapes, percentEscapes, backslashEscapes])
    decoded = decodeText(decoded, escapes);
  return decoded;
}

/** A piece of the decoded text. */
interface Piece {
  readonly begin: number;
  /** Where the piece begins in the text before decoding. */
  readonly sourceBegin: number;
}

function decodeText(source: DecodedText, escapes: RegExp): DecodedText {
  const { text } = source;
  const pieces: Piece[] = [{ begin: 0, sourceBegin: 0 }];
  let output = '';
  let position = 0;
  for (const { index, 0: escaped, 1: digits } of text.matchAll(escapes)) {
    output += text.slice(position, index);
    pieces.push({ begin: output.length, sourceBegin: index });
    output += digits === undefined ? '/' : characterOf(digits);
    position = index + escaped.length;
    pieces.push({ begin: output.length, sourceBegin: position });
  }
  // The text has no escapes.
  if (position === 0) return source;
  return {
    text: output + text.slice(position),
    originalPosition(decodedPosition) {
      const { begin, sourceBegin } = pieceAt(pieces, decodedPosition);
      return source.originalPosition(sourceBegin + decodedPosition - begin);
    },
  };
}

/** Finds, by binary search, the last piece that begins at or before `position`. */
function pieceAt(pieces: readonly Piece[], position: number): Piece {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.begin ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return pieces[low] ?? { begin: 0, sourceBegin: 0 };
}

/** A character outside Latin-1 becomes NUL. No secret has such a character, because secrets are ASCII. */
function characterOf(hexDigits: string): string {
  const code = Number.parseInt(hexDigits, 16);
  return String.fromCharCode(code < 256 ? code : 0);
}
