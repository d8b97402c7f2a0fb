/** How to correct each fault and, if it can be recognised, what was done instead. */

import { createHash } from 'node:crypto';
import { headerTable } from '../../../../src/domain/headers.ts';
import { atOnce } from '../../../../src/domain/steps.ts';
import { headerText } from '../../../../src/domain/values/text.ts';
import type { Examination } from '../../../../src/security/examine.ts';
import { signedText } from '../../../../src/security/signed-text.ts';
import { orderOfNames } from '../sign.ts';
import { toolkitCommand } from '../toolkit-line.ts';
import type { RequestToExplain } from './request.ts';

type Mending = (code: string, path: string, text: string) => string;

/** `issues`: whether the command `certificate` makes certificates that the bank trusts. */
export function createMending(request: RequestToExplain, examination: Examination, issues: boolean): Mending {
  const byPath: Readonly<Record<string, (text: string) => string>> = {
    'TPP-Signature-Certificate': issues ? sandboxMending : certificateMending,
    Signature: (text) => signatureMending(text, request, examination),
    Date: () =>
      'Write the Date right before signing, as in Mon, 15 Jun 2026 12:00:00 GMT, and set the clock.',
    Digest: () => digestMending(request),
  };
  return (code, path, text) => {
    if (code === 'HTTP_HEADER_REQUIRED' || code === 'FORMAT_ERROR') return headerMending(code, path);
    if (code === 'ROLE_INVALID')
      return issues
        ? `Use a certificate with that role: ${toolkitCommand} certificate NAME --roles PSP_PI`
        : 'Use a certificate with that role; docs/operations.md has one made by openssl.';
    return byPath[path]?.(text) ?? otherMending[path] ?? 'See docs/errors.md.';
  };
}

const otherMending: Readonly<Record<string, string>> = {
  path: 'docs/routes.md lists the paths.',
  method: 'docs/routes.md lists the methods of each path.',
  Accept: 'Leave Accept out, or let it take application/json.',
  'Content-Type': 'Send Content-Type: application/json.',
  'Content-Encoding': 'Send the body as it is, without compression.',
};

function headerMending(code: string, name: string): string {
  const row = headerTable.find((one) => one.name === name);
  const what = row === undefined ? '' : `: ${row.description}`;
  const signingHint = orderOfNames.includes(name.toLowerCase()) ? ' It must be signed.' : '';
  return code === 'FORMAT_ERROR' ? `It should be${what || ' another'}` : `Send ${name}${what}${signingHint}`;
}

/** If the sandbox's CA is available. */
function sandboxMending(text: string): string {
  if (/expired/.test(text)) return `Renew it: ${toolkitCommand} certificate NAME`;
  if (/not valid (before|yet)/.test(text))
    return `Use one that is valid today: ${toolkitCommand} certificate NAME`;
  if (/trusts no such issuer/.test(text))
    return `Use one that a trusted CA has issued: ${toolkitCommand} certificate NAME makes one of the sandbox in DATA_DIR.`;
  return certificateMending(text);
}

function certificateMending(text: string): string {
  if (/expired|not valid (before|yet)/.test(text)) return 'Use one that is valid today; its CA renews it.';
  if (/trusts no such issuer/.test(text))
    return 'Use one that a CA of the bank has issued: one of its TRUST_ANCHORS.';
  if (/RSA of/.test(text)) return 'Make a key of 2048 bits or more, and a certificate for it.';
  return 'docs/signing.md says what a certificate must be.';
}

function signatureMending(text: string, request: RequestToExplain, examination: Examination): string {
  if (text.includes('keyId')) {
    const { certificate } = examination;
    return certificate === null
      ? 'Write keyId="SN=<serial in hex>,CA=<issuer>" as the certificate has them.'
      : `Write keyId="SN=${certificate.serial.toString(16).toUpperCase()},CA=${certificate.issuerText}".`;
  }
  if (text.includes('must cover'))
    return 'Add them to headers="…" and to the signing string, then sign again.';
  if (text.includes('does not carry'))
    return 'Send that header, or leave it out of headers="…", then sign again.';
  if (text.includes('does not verify')) return variantText(request, examination);
  return 'The form is keyId="SN=…,CA=…",algorithm="rsa-sha256",headers="date digest x-request-id",signature="<Base64>".';
}

/** Digests of a body as it may have been with other line breaks. */
function digestMending({ headers, body }: RequestToExplain): string {
  const sentDigest = headers.get('digest') ?? '';
  const text = Buffer.from(body ?? '').toString('latin1');
  const trimmed = text.replace(/\r?\n$/, '');
  const variants: readonly (readonly [string, string])[] = [
    ['of the body with a line break at its end', `${text}\n`],
    ['of the body without the line break at its end', trimmed],
    ['of the body with CRLF for LF', text.replace(/\r?\n/g, '\r\n')],
    ['of the body with LF for CRLF', text.replaceAll('\r\n', '\n')],
    ['of no body at all', ''],
  ];
  const variant = variants.find(([, body]) => sentDigest.includes(sha256(body)));
  const why = variant === undefined || variant[1] === text ? '' : `The digest is that ${variant[0]}. `;
  return `${why}Hash the bytes that are sent, after serialising: SHA-256=${sha256(text)}`;
}

const sha256 = (latin1: string): string => createHash('sha256').update(latin1, 'latin1').digest('base64');

/** The string that was signed instead, when it is one of the usual mistakes. */
function variantText(request: RequestToExplain, examination: Examination): string {
  const help = 'Hold the signing string against the one that was signed.';
  const { signature, certificate } = examination;
  if (certificate === null || signature.signature === null || examination.signingString === null) return help;
  const actualText = atOnce(signedText(request));
  if (actualText === null) return `${help} The key may be another than that of the certificate.`;
  const expectedText = headerText(examination.signingString);
  const lines = expectedText.split('\n');
  const slips: readonly (readonly [string, string])[] = [
    ['a line break at its end', `${expectedText}\n`],
    ['CRLF between its lines', lines.join('\r\n')],
    ['CRLF at the end of every line', `${lines.join('\r\n')}\r\n`],
    ['header names in their own case', ownCase(lines)],
    ['no blank behind the colons', lines.map((line) => line.replace(': ', ':')).join('\n')],
  ];
  const slip = slips.find(([, text]) => text === actualText);
  if (slip !== undefined) return `What was signed has ${slip[0]}; sign the string as it is shown.`;
  const order = actualText.split('\n');
  if (order.toSorted().join('\n') !== lines.toSorted().join('\n')) return help;
  const names = order.map((line) => line.slice(0, line.indexOf(':'))).join(' ');
  return `What was signed has the lines in another order; write headers="${names}".`;
}

/** `X-Request-ID` where the string must have `x-request-id`. */
function ownCase(lines: readonly string[]): string {
  const ownNames = new Map(headerTable.map(({ name }) => [name.toLowerCase(), name]));
  return lines
    .map((line) => {
      const name = line.slice(0, line.indexOf(':'));
      return `${ownNames.get(name) ?? name}${line.slice(name.length)}`;
    })
    .join('\n');
}
