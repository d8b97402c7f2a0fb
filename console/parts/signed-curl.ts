/** A signature is valid for minutes only, so the script signs every request anew with openssl. */

import type { Terminal } from './terminal.ts';

export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const mustBeSigned = ['psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const withinQuotes = (text: string) => text.replace(/[\\"`$]/g, '\\$&');

export function signedCurl({ method, path, body, headers = {} }: RestRequest, terminal: Terminal): string {
  const files = filesOf(terminal);
  const own = Object.entries(headers);
  const signed = [
    ['date', '$DATE'],
    ...(body ? [['digest', '$DIGEST']] : []),
    ['x-request-id', '$ID'],
    ...own
      .map(([name, value]) => [name.toLowerCase(), withinQuotes(value)] as const)
      .filter(([name]) => mustBeSigned.includes(name)),
  ];
  const names = signed.map(([name]) => name).join(' ');
  const text = signed.map((header) => header.join(': ')).join('\n');
  return [
    `CERT=${word(`${files}.pem`)}; KEY=${word(`${files}.key`)}`,
    "DATE=$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT'); ID=$(openssl rand -hex 16)",
    'SN=$(openssl x509 -in "$CERT" -noout -serial | cut -d= -f2)',
    'CA=$(openssl x509 -in "$CERT" -noout -issuer -nameopt RFC2253 | cut -d= -f2-)',
    ...(body
      ? [
          `BODY=${quoted(JSON.stringify(body))}`,
          'DIGEST="SHA-256=$(printf %s "$BODY" | openssl dgst -sha256 -binary | openssl base64 -A)"',
        ]
      : []),
    `SIGNATURE=$(printf %s "${text}" | openssl dgst -sha256 -sign "$KEY" | openssl base64 -A)`,
    [
      `curl -X ${method} ${quoted(`${terminal.base}${path}`)}`,
      '-H "Date: $DATE" -H "X-Request-ID: $ID"',
      ...own.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
      ...(body ? ['-H "Digest: $DIGEST" -H "Content-Type: application/json" --data-binary "$BODY"'] : []),
      '-H "TPP-Signature-Certificate: $(openssl x509 -in "$CERT" -outform DER | openssl base64 -A)"',
      `-H "Signature: keyId=\\"SN=$SN,CA=$CA\\",algorithm=\\"rsa-sha256\\",headers=\\"${names}\\",signature=\\"$SIGNATURE\\""`,
    ].join(' \\\n  '),
  ].join('\n');
}

/** Without the extension, as the toolkit names its files. */
function filesOf({ keys, demo, tppId }: Terminal): string {
  if (tppId === demo) return `${keys}/demo`;
  const named = /^PSDNO-FSA-([A-Z0-9-]+)$/.exec(tppId)?.[1];
  return named ? `${keys}/${named.toLowerCase()}` : 'your-certificate';
}

export function toolkitLine(
  { method, path, body }: RestRequest,
  terminal: Terminal,
  options: readonly string[] = [],
): string {
  const data = body ? ['--body', JSON.stringify(body)] : [];
  return toolkit(['send', method, path, ...options, ...data], terminal);
}

export function toolkit(words: readonly string[], { command, options, demo, tppId }: Terminal): string {
  const as = tppId === demo || words.includes('--certificate') ? [] : ['--as', tppId];
  const call = words[0] === 'token' ? command.replace('npm run', 'npm run --silent') : command;
  return `${[call, ...[...words, ...as].map(word)].join(' ')}${options}`;
}

const word = (text: string): string => (/^[\w./:@%+,=-]+$/.test(text) ? text : quoted(text));
