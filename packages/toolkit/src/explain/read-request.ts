import { createHash } from 'node:crypto';
import { withoutByteOrderMark } from '../../../../src/domain/values/file-text.ts';
import { httpFaultOf } from '../../../../src/http/raw-headers.ts';
import { readCurl } from './read-curl.ts';
import { headersFrom, type RequestToExplain } from './request.ts';

/** Reads raw HTTP or a curl command. null: it is neither. Throws a FileTextError for UTF-16. */
export function readRequest(source: Uint8Array, readFile: (path: string) => Buffer): RequestToExplain | null {
  const bytes = Buffer.from(withoutByteOrderMark(source));
  const text = bytes.toString('latin1');
  // A prompt `$` may stand before the command, and `printf %s BODY |` before curl.
  return /^\s*(?:\$\s+)?(?:curl|printf %s)\s/.test(text) ? readCurl(text, readFile) : readHttp(text);
}

/** Captures the version only of HTTP/1.x, because `httpFaultOf` demands a Host, which other requests do not have. */
const requestLine = /^([A-Za-z]{3,10}) (\S+)(?: HTTP\/(?:(1\.\d)|\d(?:\.\d)?))?$/;

/** Each character is a byte. Lines end with LF or CRLF. */
function readHttp(text: string): RequestToExplain | null {
  const begin = text.search(/\S/);
  const [head, rest] = begin < 0 ? ['', null] : atBlankLine(text.slice(begin));
  const [first = '', ...lines] = head.split(/\r?\n/);
  const [, word = '', target = '', httpVersion] = requestLine.exec(first) ?? [];
  if (!target.startsWith('/') && !URL.canParse(target)) return null;
  const fields = unfolded(lines).map((line): [string, string] => {
    // A line without a colon gets an empty name, which Headers refuses.
    const colon = Math.max(line.indexOf(':'), 0);
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const headers = headersFrom(fields);
  if (headers === null) return null;
  const method = word.toUpperCase();
  const httpFault =
    httpVersion === undefined
      ? null
      : httpFaultOf({ method, httpVersion, rawHeaders: fields.flat() }, target, headers);
  return { method, target, headers, body: bodyOf(rest, headers), httpFault };
}

function atBlankLine(text: string): readonly [string, string | null] {
  const blankLine = /\r?\n\r?\n/.exec(text);
  if (blankLine === null) return [text.trimEnd(), null];
  return [text.slice(0, blankLine.index), text.slice(blankLine.index + blankLine[0].length)];
}

/** A header may go on in lines that begin with a space or a tab. */
function unfolded(lines: readonly string[]): readonly string[] {
  const whole: string[] = [];
  for (const line of lines) {
    if (/^[ \t]/.test(line) && whole.length > 0) whole.push(`${whole.pop()} ${line.trim()}`);
    else whole.push(line);
  }
  return whole;
}

/** Without Content-Length, a line break at the end is removed unless the Digest covers it. */
function bodyOf(rest: string | null, headers: Headers): Buffer | null {
  if (rest === null || rest === '') return null;
  const length = headers.get('content-length');
  const chunkedBody = /\bchunked\b/i.test(headers.get('transfer-encoding') ?? '') ? joinedChunks(rest) : null;
  if (chunkedBody !== null) return chunkedBody === '' ? null : Buffer.from(chunkedBody, 'latin1');
  const whole = Buffer.from(rest, 'latin1');
  if (length !== null && /^\d{1,9}$/.test(length)) return whole.subarray(0, Number(length));
  const trimmed = Buffer.from(rest.replace(/\r?\n$/, ''), 'latin1');
  const body = digestFits(headers.get('digest'), whole) ? whole : trimmed;
  return body.length === 0 ? null : body;
}

const chunkStart = /^([\da-f]{1,8})[^\r\n]{0,100}\r?\n/i;

/** null: the text has no chunks. Many tools show the body in one piece, although the header says chunked. */
function joinedChunks(text: string): string | null {
  let joined = '';
  let rest = text;
  while (true) {
    const [start = '', size = ''] = chunkStart.exec(rest) ?? [];
    if (start === '') return null;
    const chunkBytes = Number.parseInt(size, 16);
    if (chunkBytes === 0) return joined;
    const end = start.length + chunkBytes;
    joined += rest.slice(start.length, end);
    rest = rest.slice(end).replace(/^\r?\n/, '');
  }
}

function digestFits(header: string | null, body: Uint8Array): boolean {
  const digest = (algorithm: string) => createHash(algorithm).update(body).digest('base64');
  return header !== null && (header.includes(digest('sha256')) || header.includes(digest('sha512')));
}
