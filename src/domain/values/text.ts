/**
 * Text as the specification counts it (8) and as the database can keep it.
 * Lengths are code points: an emoji is one character, however many UTF-16 units it takes.
 */

/** How many code points `text` has; a lone surrogate counts as one. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** `text` without the run of `character` at its end. A regular expression would take quadratic time. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/** Whether the database keeps `text` as it is: no NUL, which it refuses, and no lone surrogate, which it would change. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The bound of `text` and `psuMessage` in an answer. */
const messageTextAtMost = 512;

/** Shortens to `most` code points, the last of them an ellipsis. Reads no more of a long text than it shows. */
export function boundedText(text: string, most = messageTextAtMost): string {
  if (text.length <= most) return text;
  // A code point has one or two units, so this holds one more than may be shown, where there are as many.
  const points = Array.from(text.slice(0, 2 * (most + 1)));
  return points.length <= most ? text : `${points.slice(0, most - 1).join('')}…`;
}

/**
 * Header values are bytes read as ISO-8859-1, one character each, as signing strings need them. A sender may have
 * written UTF-8, so names and texts that people read are decoded here.
 */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text that the bytes spell: UTF-8 when they are that, else ISO-8859-1. */
export function headerText(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  try {
    return utf8.decode(Uint8Array.from(value, (character) => character.charCodeAt(0)));
  } catch {
    return value;
  }
}
