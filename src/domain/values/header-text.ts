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
