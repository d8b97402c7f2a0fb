/** Reads the posted forms. It refuses invalid UTF-8, duplicate fields and NUL. */
import type { HeaderMap } from '../domain/headers.ts';
import { isMediaType } from '../domain/media-types.ts';
import { isStorable } from '../domain/values/text.ts';
import type { HttpRequest } from '../http/message.ts';
import type { PageFault } from './texts.ts';

export const formBytesAtMost = 8 * 1_024;

export type PostedForm = ReadonlyMap<string, string>;

export const isForm = (headers: HeaderMap): boolean =>
  isMediaType(headers.get('content-type') ?? '', 'application/x-www-form-urlencoded');

export function readForm(request: HttpRequest): PostedForm | PageFault {
  try {
    return parseForm(new TextDecoder('utf-8', { fatal: true }).decode(request.body ?? new Uint8Array(0)));
  } catch (error) {
    // TextDecoder throws a TypeError for bytes that are not UTF-8, and decodeURIComponent a URIError for such bytes in percent-encoding.
    if (error instanceof TypeError || error instanceof URIError) return 'MALFORMED';
    throw error;
  }
}

/** Not by URLSearchParams, which would replace bytes that are not UTF-8. */
function parseForm(text: string): PostedForm | PageFault {
  const fields = new Map<string, string>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const [encodedName = '', ...valueParts] = part.split('=');
    const name = decode(encodedName);
    const value = decode(valueParts.join('='));
    if (fields.has(name) || !isStorable(name) || !isStorable(value)) return 'MALFORMED';
    fields.set(name, value);
  }
  return fields;
}

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
