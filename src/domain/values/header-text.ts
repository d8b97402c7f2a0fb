/**
 * Header values are bytes that were read as ISO-8859-1, one character each. For signing strings that is just right; for
 * people and for names it is not, when the sender wrote UTF-8.
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
