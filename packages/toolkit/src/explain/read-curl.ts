/** Reads a request from a curl command as bash and curl would, without running them. */
import { headersFrom, type RequestToExplain } from './request.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Options that take a value, but do not change what the bank checks. */
const ignoredWithValue: ReadonlySet<string> = new Set(
  words(`
    -b -c -C -D -e -E -K -m -o -P -Q -r -t -u -U -w -x -y -Y -z
    --abstract-unix-socket --alt-svc --aws-sigv4 --cacert --capath --cert --cert-type --ciphers --config --connect-timeout
    --connect-to --continue-at --cookie --cookie-jar --create-file-mode --crlfile --curves --delegation --dns-interface
    --dns-ipv4-addr --dns-ipv6-addr --dns-servers --doh-url --dump-header --ech --egd-file --engine --etag-compare
    --etag-save --expect100-timeout --ftp-account --ftp-alternative-to-user --ftp-method --ftp-port --ftp-ssl-ccc-mode
    --happy-eyeballs-timeout-ms --haproxy-clientip --hostpubmd5 --hostpubsha256 --hsts --interface --ip-tos --ipfs-gateway
    --keepalive-cnt --keepalive-time --key --key-type --krb --libcurl --limit-rate --local-port --login-options --mail-auth
    --mail-from --mail-rcpt --max-filesize --max-redirs --max-time --netrc-file --noproxy --oauth2-bearer --output
    --output-dir --parallel-max --pass --pinnedpubkey --preproxy --proto --proto-default --proto-redir --proxy
    --proxy-cacert --proxy-capath --proxy-cert --proxy-cert-type --proxy-ciphers --proxy-crlfile --proxy-header --proxy-key
    --proxy-key-type --proxy-pass --proxy-pinnedpubkey --proxy-service-name --proxy-tls13-ciphers --proxy-tlsauthtype
    --proxy-tlspassword --proxy-tlsuser --proxy-user --proxy1.0 --pubkey --quote --random-file --range --rate --referer
    --request-target --resolve --retry --retry-delay --retry-max-time --sasl-authzid --service-name --sigalgs --socks4
    --socks4a --socks5 --socks5-gssapi-service --socks5-hostname --speed-limit --speed-time --stderr --telnet-option
    --tftp-blksize --time-cond --tls-max --tls13-ciphers --tlsauthtype --tlspassword --tlsuser --trace --trace-ascii
    --trace-config --unix-socket --upload-flags --user --variable --vlan-priority --write-out
  `),
);

const formType = 'application/x-www-form-urlencoded';

/** What the options read so far say of the request. Each character of a text is a byte. */
interface Sketch {
  method: string | null;
  url: string | null;
  readonly query: string[];
  readonly headers: [string, string][];
  readonly data: Buffer[];
  /** The Content-Type that curl adds; null: none. */
  type: string | null;
  readonly flags: Set<string>;
}

type ReadFile = (path: string) => Buffer;

/** null: not a curl command, or the command is not complete. */
export function readCurl(text: string, readFile: ReadFile): RequestToExplain | null {
  const commandWords = shellWords(text.replace(/^\s*(?:\$\s+)?/, '')) ?? [];
  // `sign --curl` writes a long body with printf.
  const [printf, format, piped = '', pipe] = commandWords;
  const isPiped = printf === 'printf' && format === '%s' && pipe === '|';
  const [command, ...rest] = isPiped ? commandWords.slice(4) : commandWords;
  if (command !== 'curl') return null;
  const sketch: Sketch = {
    method: null,
    url: null,
    query: [],
    headers: [],
    data: [],
    type: formType,
    flags: new Set(),
  };
  const readPath: ReadFile = (path) => (isPiped && path === '-' ? bytes(piped) : readFile(unicode(path)));
  for (let index = 0; index < rest.length; index += 1) {
    for (const [option, attachedValue] of optionsIn(rest[index] ?? '')) {
      if (!takesValue(option)) {
        readFlagOrUrl(sketch, option);
        continue;
      }
      if (attachedValue === null) index += 1;
      const value = attachedValue ?? rest[index];
      if (value === undefined) return null;
      optionReaders[option]?.(sketch, value, readPath);
    }
  }
  return requestOf(sketch);
}

const takesValue = (option: string): boolean =>
  Object.hasOwn(optionReaders, option) || ignoredWithValue.has(option);

/** Splits combined options such as `-XPOST` and `-sSH`. null: the value is in the next word. */
function optionsIn(word: string): readonly (readonly [option: string, value: string | null])[] {
  if (!/^-[A-Za-z]./.test(word)) return [[word, null]];
  const letters = [...word.slice(1)].map((letter) => `-${letter}`);
  const flagCount = letters.findIndex(takesValue);
  if (flagCount < 0) return letters.map((option) => [option, null]);
  const flags = letters.slice(0, flagCount).map((option) => [option, null] as const);
  return [...flags, [`-${word.charAt(flagCount + 1)}`, word.slice(flagCount + 2) || null]];
}

function readFlagOrUrl(sketch: Sketch, word: string): void {
  // An earlier word may be the value of an unknown option, so an address with http:// replaces it.
  const isBetterUrl = sketch.url === null || (isWeb(word) && !isWeb(sketch.url));
  if (word.startsWith('-')) sketch.flags.add(word);
  else if (isBetterUrl) sketch.url = word;
}

const isWeb = (word: string): boolean => /^https?:\/\//i.test(word);

type OptionReader = (sketch: Sketch, value: string, readFile: ReadFile) => void;

/** `bytes` and `unicode` take a text whose characters are bytes. */
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const unicode = (text: string): string => bytes(text).toString('utf8');

const lineBreaks: Uint8Array = Buffer.from('\r\n\0');
const readData: OptionReader = (sketch, value, readFile) => {
  // curl removes the line breaks of a file.
  const withoutBreaks = (path: string) =>
    Buffer.from(readFile(path).filter((byte) => !lineBreaks.includes(byte)));
  readBinaryData(sketch, value, withoutBreaks);
};
const readBinaryData: OptionReader = (sketch, value, readFile) =>
  void sketch.data.push(value.startsWith('@') ? readFile(value.slice(1)) : bytes(value));

const readForm: OptionReader = (sketch, value) => {
  sketch.type = 'multipart/form-data';
  sketch.data.push(bytes(value));
};
const readUpload: OptionReader = (sketch, path, readFile) => {
  sketch.method ??= 'PUT';
  sketch.type = null;
  sketch.data.push(readFile(path));
};

/** `value` is `TEXT`, `=TEXT`, `NAME=TEXT`, `@FILE` or `NAME@FILE`. */
function urlEncoded(value: string, readFile: ReadFile): string {
  const separator = value.includes('=') ? '=' : '@';
  const index = value.indexOf(separator);
  const [name, text] = index < 0 ? ['', value] : [value.slice(0, index), value.slice(index + 1)];
  const content = index >= 0 && separator === '@' ? readFile(text).toString('latin1') : text;
  const encoded = content.replace(
    /[^\w.~-]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return name === '' ? encoded : `${name}=${encoded}`;
}

const optionReaders: Readonly<Record<string, OptionReader | undefined>> = {
  '-X': readMethod,
  '--request': readMethod,
  '--url': (sketch, value) => void Object.assign(sketch, { url: value }),
  '--url-query': (sketch, value, readFile) =>
    void sketch.query.push(value.startsWith('+') ? value.slice(1) : urlEncoded(value, readFile)),
  '-H': readHeader,
  '--header': readHeader,
  '-A': (sketch, value) => void sketch.headers.push(['user-agent', value]),
  '--user-agent': (sketch, value) => void sketch.headers.push(['user-agent', value]),
  '-d': readData,
  '--data': readData,
  '--data-ascii': readData,
  '--data-raw': (sketch, value) => void sketch.data.push(bytes(value)),
  '--data-binary': readBinaryData,
  '--data-urlencode': (sketch, value, readFile) => void sketch.data.push(bytes(urlEncoded(value, readFile))),
  '--json': (sketch, value, readFile) => {
    sketch.type = 'application/json';
    readBinaryData(sketch, value, readFile);
  },
  '-F': readForm,
  '--form': readForm,
  '--form-string': readForm,
  '-T': readUpload,
  '--upload-file': readUpload,
};

function readMethod(sketch: Sketch, value: string): void {
  sketch.method = value;
}

/** `Name;` is a header with an empty value. */
function readHeader(sketch: Sketch, line: string): void {
  const colon = line.indexOf(':');
  if (colon > 0) sketch.headers.push([line.slice(0, colon).trim(), line.slice(colon + 1)]);
  else if (line.endsWith(';')) sketch.headers.push([line.slice(0, -1).trim(), '']);
}

function requestOf(sketch: Sketch): RequestToExplain | null {
  const { url, query, data, type, flags } = sketch;
  const isGet = flags.has('-G') || flags.has('--get');
  const isHead = flags.has('-I') || flags.has('--head');
  const address = url === null || /^[a-z]+:\/\//i.test(url) ? url : `http://${url}`;
  if (address === null || !URL.canParse(unicode(address))) return null;
  const { pathname, host } = new URL(unicode(address));
  // curl sends a query as it is, even a `?` alone, but encodes other characters than ASCII in a path.
  const [, ownQuery = ''] = /^[^?#]*(\?[^#]*)?/.exec(address) ?? [];
  const queryData = isGet ? data.map((piece) => piece.toString('latin1')) : [];
  const wholeQuery = [ownQuery.slice(1), ...query, ...queryData].filter((part) => part !== '').join('&');
  const search = wholeQuery === '' ? ownQuery : `?${wholeQuery}`;
  const path = flags.has('--path-as-is') ? /^\w+:\/\/[^/?#]*([^?#]*)/.exec(address)?.[1] || '/' : pathname;
  const headers = headersFrom(sketch.headers);
  if (headers === null) return null;
  const pieces = type === formType ? joinPieces(data) : data;
  const body = isGet || data.length === 0 ? null : Buffer.concat(pieces);
  if (body !== null && type !== null && !headers.has('content-type')) headers.set('content-type', type);
  if (!headers.has('host')) headers.set('host', host);
  const usualMethod = body === null ? 'GET' : 'POST';
  const method = sketch.method?.toUpperCase() ?? (isHead ? 'HEAD' : usualMethod);
  return { method, target: `${path}${search}`, headers, body };
}

const joinPieces = (pieces: readonly Buffer[]): readonly Buffer[] =>
  pieces.flatMap((piece, index) => (index === 0 ? [piece] : [Buffer.from('&'), piece]));

/** A backslash with an octal, hexadecimal or Unicode number, with c and a character for Ctrl, or with one character. */
const escapeForm = /\\([0-7]{1,3}|x[\dA-Fa-f]{1,2}|u[\dA-Fa-f]{1,4}|U[\dA-Fa-f]{1,8}|c[\s\S]|[\s\S])/g;
const letters = { a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const signs = { '\\': '\\', "'": "'", '"': '"', '?': '?' };
const escapes: Readonly<Record<string, string>> = { ...letters, ...signs };

/** The text of `$'…'`. As in bash, an unknown escape stays as it is, and a zero byte ends the text. */
function unescaped(text: string): string {
  const [unescapedText = ''] = text
    .replace(escapeForm, (whole, form: string) => {
      const rest = form.slice(1);
      if (/^[0-7]/.test(form)) return String.fromCharCode(Number.parseInt(form, 8) % 256);
      if (rest === '') return escapes[form] ?? whole;
      if (form.startsWith('c')) return String.fromCharCode(rest.charCodeAt(0) % 32);
      const code = Number.parseInt(rest, 16);
      if (form.startsWith('x')) return String.fromCharCode(code);
      return code > 0x10ffff ? '' : Buffer.from(String.fromCodePoint(code)).toString('latin1');
    })
    .split('\0', 1);
  return unescapedText;
}

/** Text in $'…', in single or double quotes, an escaped character, spaces, or other text. */
const shellPart =
  /\$'[^'\\]*(?:\\[\s\S][^'\\]*)*'|'[^']*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|\\(?:\r\n|[\s\S]?)|[ \t\r\n]+|[^ \t\r\n'"\\$]+|\$(?!')/gy;

function textOf(part: string): string {
  if (part.startsWith("$'")) return unescaped(part.slice(2, -1));
  if (part.startsWith("'")) return part.slice(1, -1);
  if (part.startsWith('"')) return part.slice(1, -1).replace(/\\\n|\\(["\\$`])/g, '$1');
  return part.startsWith('\\') ? part.slice(1) : part;
}

/** null: a quote is not closed. Each character is a byte. Variables are not expanded. */
export function shellWords(text: string): readonly string[] | null {
  const parts = text.match(shellPart) ?? [];
  if (parts.join('') !== text) return null;
  const completeWords: string[] = [];
  let word: string | null = null;
  for (const part of parts) {
    const continuesLine = /^\\[\r\n]/.test(part);
    if (/^[ \t\r\n]/.test(part)) {
      if (word !== null) completeWords.push(word);
      word = null;
    } else if (!continuesLine) word = `${word ?? ''}${textOf(part)}`;
  }
  return word === null ? completeWords : [...completeWords, word];
}
