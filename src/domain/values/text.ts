/** A lone surrogate counts as one code point. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** A regular expression would take quadratic time. */
export function trimTrailingSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

export function trimBoth(text: string, character: RegExp): string {
  let [begin, end] = [0, text.length];
  while (begin < end && character.test(text.charAt(begin))) begin += 1;
  while (end > begin && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(begin, end);
}

/** PostgreSQL refuses NUL, and a lone surrogate would be stored as U+FFFD. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

const messageTextAtMost = 512;

/** `most` is a number of code points. */
export function boundedText(text: string, most = messageTextAtMost): string {
  if (text.length <= most) return text;
  // A code point has at most two UTF-16 units, so if the text has more than `most` code points, this slice has too.
  const codePoints = Array.from(text.slice(0, 2 * (most + 1)));
  return codePoints.length <= most ? text : `${codePoints.slice(0, most - 1).join('')}…`;
}

/** null: the percent-encoding is malformed. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** null: the bytes are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Reads the header as UTF-8 if its bytes are valid UTF-8: Node has read them as ISO-8859-1, but most clients write UTF-8. */
export function headerText(value: string): string {
  const isAscii = !/[\x80-\xff]/.test(value);
  if (isAscii) return value;
  return decodeUtf8(Uint8Array.from(value, (character) => character.charCodeAt(0))) ?? value;
}

/** The end of a fault's text if the client has sent the header several times, each time with a valid value; if not, ''. */
export function repetitionHint(values: readonly string[], isValid: (value: string) => boolean): string {
  return values.length > 1 && values.every(isValid)
    ? `; the bank received ${values.length} values, joined by commas`
    : '';
}
