/** Functions for texts. Lengths are numbers of code points. */

/** A lone surrogate counts as one code point. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Removes every copy of the character at the end of the text. A regular expression would take quadratic time. */
export function trimTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/** Removes such characters at both ends of the text. One regular expression for both would take quadratic time. */
export function trimBoth(text: string, character: RegExp): string {
  let [begin, end] = [0, text.length];
  while (begin < end && character.test(text.charAt(begin))) begin += 1;
  while (end > begin && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(begin, end);
}

/** PostgreSQL refuses NUL and changes lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

const messageTextAtMost = 512;

/** Shortens a text of more than `most` code points, and ends it with an ellipsis. */
export function boundedText(text: string, most = messageTextAtMost): string {
  if (text.length <= most) return text;
  // A code point has one or two UTF-16 units.
  const points = Array.from(text.slice(0, 2 * (most + 1)));
  return points.length <= most ? text : `${points.slice(0, most - 1).join('')}…`;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes a header value for people. Node has read the bytes of the header as ISO-8859-1, as signing strings need them. If they
 * are valid UTF-8, they are read again as UTF-8.
 */
export function headerText(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  try {
    return utf8.decode(Uint8Array.from(value, (character) => character.charCodeAt(0)));
  } catch {
    return value;
  }
}
