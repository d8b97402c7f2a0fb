/** Functions for texts. Lengths are numbers of code points. */

/** A lone surrogate counts as one code point. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Removes all copies of `character` from the end of the text. A regular expression would take quadratic time. */
export function trimTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/**
 * Removes from both ends of the text all characters that match `character`. A regular expression for both ends would take quadratic
 * time.
 */
export function trimBoth(text: string, character: RegExp): string {
  let [begin, end] = [0, text.length];
  while (begin < end && character.test(text.charAt(begin))) begin += 1;
  while (end > begin && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(begin, end);
}

/** Whether PostgreSQL can store the text. PostgreSQL refuses NUL, and a lone surrogate would be stored as U+FFFD. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

const messageTextAtMost = 512;

/** Shortens a text of more than `most` code points, and ends it with an ellipsis. */
export function boundedText(text: string, most = messageTextAtMost): string {
  if (text.length <= most) return text;
  // A code point has at most two UTF-16 units. So if the text has more than `most` code points, this slice has more than `most`
  // too.
  const codePoints = Array.from(text.slice(0, 2 * (most + 1)));
  return codePoints.length <= most ? text : `${codePoints.slice(0, most - 1).join('')}…`;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a header value for people. Node reads headers as ISO-8859-1, although most clients write UTF-8. */
export function headerText(value: string): string {
  const isAscii = !/[\x80-\xff]/.test(value);
  if (isAscii) return value;
  try {
    return utf8.decode(Uint8Array.from(value, (character) => character.charCodeAt(0)));
  } catch {
    // The client has written ISO-8859-1.
    return value;
  }
}
