/** Texts of files that a person wrote or an editor saved: UTF-8, with a byte order mark or without. */

/** Says why a file holds no text, as the end of a sentence about it. */
export class FileTextError extends Error {}

/** The text of a file, without its byte order mark. What is no UTF-8 becomes U+FFFD. */
export const fileText = (bytes: Uint8Array): string => new TextDecoder().decode(withoutMark(bytes));

/** The bytes of a file, without a byte order mark of UTF-8. */
export function withoutMark(bytes: Uint8Array): Uint8Array {
  if (isUtf16(bytes)) throw new FileTextError('is written in UTF-16; save it as UTF-8');
  const [first, second, third] = bytes;
  return first === 0xef && second === 0xbb && third === 0xbf ? bytes.subarray(3) : bytes;
}

/** By its mark; or because one of its first two bytes is zero, which begins no other text, no DER and no PEM. */
function isUtf16([first, second]: Uint8Array): boolean {
  if (first === undefined || second === undefined) return false;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return hasMark || (first === 0) !== (second === 0);
}
