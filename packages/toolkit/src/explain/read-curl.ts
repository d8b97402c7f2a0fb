/** Parses a curl command as a shell and curl do. */
import type { RequestToExplain } from './request.ts';

/** Options that take a value and do not change the request. */
const otherWithValue: ReadonlySet<string> = new Set([
  '-o',
  '--output',
  '-m',
  '--max-time',
  '--connect-timeout',
  '--cacert',
  '--capath',
  '-E',
  '--cert',
  '--key',
  '-x',
  '--proxy',
  '--resolve',
  '--retry',
  '-w',
  '--write-out',
  '-D',
  '--dump-header',
  '-c',
  '--cookie-jar',
  '--interface',
]);

interface Sketch {
  method: string | null;
  url: string | null;
  readonly headers: [string, string][];
  readonly data: Buffer[];
  head: boolean;
  json: boolean;
}

type ReadFile = (path: string) => Buffer;

export function readCurl(text: string, readFile: ReadFile): RequestToExplain | null {
  const words = shellWords(text.trim().replace(/^\$\s+/, ''));
  if (words === null || words[0] !== 'curl') return null;
  const sketch: Sketch = { method: null, url: null, headers: [], data: [], head: false, json: false };
  const rest = words.slice(1).flatMap(splitShort);
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    const takesValue = Object.hasOwn(take, word) ? take[word] : undefined;
    if (takesValue !== undefined) {
      at += 1;
      const value = rest[at];
      if (value === undefined) return null;
      takesValue(sketch, value, readFile);
    } else if (otherWithValue.has(word)) at += 1;
    else if (word === '-I' || word === '--head') sketch.head = true;
    else if (!word.startsWith('-')) sketch.url ??= word;
  }
  return requestOf(sketch);
}

type Take = (sketch: Sketch, value: string, readFile: ReadFile) => void;

const lineBreaks: Uint8Array = Buffer.from('\r\n\0');
const data: Take = (sketch, value, readFile) => {
  // Like curl, removes the line breaks of a file.
  const withoutBreaks = (path: string) =>
    Buffer.from(readFile(path).filter((byte) => !lineBreaks.includes(byte)));
  dataBinary(sketch, value, withoutBreaks);
};
const dataBinary: Take = (sketch, value, readFile) =>
  void sketch.data.push(value.startsWith('@') ? readFile(value.slice(1)) : Buffer.from(value));

const take: Readonly<Record<string, Take | undefined>> = {
  '-X': method,
  '--request': method,
  '--url': (sketch, value) => void Object.assign(sketch, { url: value }),
  '-H': header,
  '--header': header,
  '-A': (sketch, value) => void sketch.headers.push(['user-agent', value]),
  '--user-agent': (sketch, value) => void sketch.headers.push(['user-agent', value]),
  '-d': data,
  '--data': data,
  '--data-ascii': data,
  '--data-raw': (sketch, value) => void sketch.data.push(Buffer.from(value)),
  '--data-binary': dataBinary,
  '--json': (sketch, value, readFile) => {
    sketch.json = true;
    dataBinary(sketch, value, readFile);
  },
};

function method(sketch: Sketch, value: string): void {
  sketch.method = value;
}

/** `Name: value`; `Name;` has an empty value. */
function header(sketch: Sketch, line: string): void {
  const colon = line.indexOf(':');
  if (colon > 0) sketch.headers.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  else if (line.endsWith(';')) sketch.headers.push([line.slice(0, -1).trim(), '']);
}

function requestOf({
  method: methodOption,
  url,
  headers: headerOptions,
  data: pieces,
  head,
  json,
}: Sketch): RequestToExplain | null {
  const address = url === null || /^[a-z]+:\/\//i.test(url) ? url : `http://${url}`;
  if (address === null || !URL.canParse(address)) return null;
  const { pathname, search, host } = new URL(address);
  const headers = new Headers();
  try {
    for (const [name, value] of headerOptions) headers.append(name, Buffer.from(value).toString('latin1'));
  } catch {
    return null;
  }
  const body = pieces.length === 0 ? null : Buffer.concat(joinPieces(pieces, json));
  const type = json ? 'application/json' : 'application/x-www-form-urlencoded';
  if (body !== null && !headers.has('content-type')) headers.set('content-type', type);
  if (!headers.has('host')) headers.set('host', host);
  const usual = head ? 'HEAD' : body === null ? 'GET' : 'POST';
  return { method: methodOption?.toUpperCase() ?? usual, target: `${pathname}${search}`, headers, body };
}

function joinPieces(pieces: readonly Buffer[], json: boolean): readonly Buffer[] {
  return json ? pieces : pieces.flatMap((piece, at) => (at === 0 ? [piece] : [Buffer.from('&'), piece]));
}

/** Splits combined options such as `-XPOST` and `-sSH 'a: b'`. */
function splitShort(word: string): readonly string[] {
  if (!/^-[A-Za-z]./.test(word)) return [word];
  for (let at = 1; at < word.length; at += 1) {
    const option = `-${word[at]}`;
    if (take[option] === undefined && !otherWithValue.has(option)) continue;
    const value = word.slice(at + 1);
    return value === '' ? [option] : [option, value];
  }
  return [word.includes('I') ? '-I' : word];
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Null if a quote is not closed. Variables are not expanded. */
export function shellWords(text: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: "'" | '"' | '$' | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    const next = text[at + 1] ?? '';
    if (quote !== null) {
      if (character === (quote === '$' ? "'" : quote)) quote = null;
      else if (character === '\\' && quote === '$') {
        word = `${word}${escapes[next] ?? next}`;
        at += 1;
      } else if (character === '\\' && quote === '"' && '"\\$`\n'.includes(next)) {
        if (next !== '\n') word = `${word}${next}`;
        at += 1;
      } else word = `${word}${character}`;
    } else if (character === '\\') {
      at += next === '\r' && text[at + 2] === '\n' ? 2 : 1;
      if (next !== '\n' && next !== '\r') word = `${word ?? ''}${next}`;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= '';
    } else if (character === '$' && next === "'") {
      quote = '$';
      word ??= '';
      at += 1;
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = `${word ?? ''}${character}`;
  }
  if (quote !== null) return null;
  return word === null ? words : [...words, word];
}
