/** Decodes a text file that the operator wrote. All functions throw a FileTextError for UTF-16. */
import { decodeUtf8 } from './text.ts';

/** The message continues a sentence that begins with the name of the file. */
export class FileTextError extends Error {}

/** Replaces invalid UTF-8 by U+FFFD. */
export const fileText = (bytes: Uint8Array): string => new TextDecoder().decode(withoutByteOrderMark(bytes));

/** Throws a FileTextError for invalid UTF-8. Use it for text that is passed on unchanged. */
export function exactFileText(bytes: Uint8Array): string {
  const text = decodeUtf8(withoutByteOrderMark(bytes));
  if (text === null) throw new FileTextError('is not UTF-8 text; save it as UTF-8');
  return text;
}

export function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  if (isUtf16(bytes)) throw new FileTextError('is written in UTF-16; save it as UTF-8');
  const [first, second, third] = bytes;
  return first === 0xef && second === 0xbb && third === 0xbf ? bytes.subarray(3) : bytes;
}

/** Without a byte order mark, one of the first two bytes of UTF-16 is zero. In UTF-8 text, PEM and DER neither byte is zero. */
function isUtf16([first, second]: Uint8Array): boolean {
  if (first === undefined || second === undefined) return false;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return hasMark || (first === 0) !== (second === 0);
}
