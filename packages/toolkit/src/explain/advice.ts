import { headerTable } from '../../../../src/domain/headers.ts';
import { runToEnd } from '../../../../src/domain/pausable-work.ts';
import type { TppMessage } from '../../../../src/domain/refusal.ts';
import { keyIdOf } from '../../../../src/security/checks.ts';
import type { Examination } from '../../../../src/security/examine.ts';
import { findSignedText, signingMistake } from '../../../../src/security/signed-text.ts';
import { digestOf, signableHeaders } from '../sign.ts';
import { toolkitCommand } from '../toolkit-line.ts';
import type { RequestToExplain } from './request.ts';

/** Says how to mend the fault of the message. Faults of one header have the same code, so the bank's text decides. */
export function adviceFor(
  { code, path = '', text = '' }: TppMessage,
  request: RequestToExplain,
  examination: Examination,
  issuesCertificates: boolean,
): string {
  if (code === 'HTTP_HEADER_REQUIRED' || code === 'FORMAT_ERROR') return headerAdvice(code, path);
  if (code === 'QUERY_PARAMETER_REQUIRED') return `Add ${path} to the query.`;
  if (code === 'RESOURCE_UNKNOWN') return `Send the ${path} that the bank gave you.`;
  if (code === 'ROLE_INVALID')
    return issuesCertificates
      ? `Use a certificate with that role: ${toolkitCommand} certificate NAME --roles PSP_PI`
      : 'Use a certificate with that role. docs/operations.md shows how to create one with openssl.';
  if (path === 'TPP-Signature-Certificate') return certificateAdvice(text, issuesCertificates);
  if (path === 'Signature') return signatureAdvice(text, request, examination);
  if (path === 'Digest')
    return `Compute the digest over the bytes that you send:  ${digestOf(request.body ?? '')}`;
  return otherAdvice[path] ?? 'See docs/errors.md.';
}

const otherAdvice: Readonly<Record<string, string>> = {
  path: 'docs/routes.md lists the paths.',
  'payment-product': 'docs/routes.md lists the paths.',
  method: 'docs/routes.md lists the methods of each path.',
  body: 'Send a body of JSON.',
  Date: 'Set the Date right before signing, as in Mon, 15 Jun 2026 12:00:00 GMT, and check the clock of your machine.',
  Accept: 'Leave out Accept, or accept application/json.',
  'Content-Type': 'Send Content-Type: application/json.',
  'Content-Encoding': 'Send the body without compression.',
};

function headerAdvice(code: string, name: string): string {
  const row = headerTable.find((one) => one.name === name);
  if (code === 'FORMAT_ERROR')
    return row ? `Expected: ${row.description}` : (otherAdvice[name] ?? `Correct the value of ${name}.`);
  if (row === undefined) return `Send ${name}.`;
  const signingHint = signableHeaders.includes(name.toLowerCase()) ? ' It must be signed.' : '';
  return `Send ${name}: ${row.description}${signingHint}`;
}

function certificateAdvice(text: string, issuesCertificates: boolean): string {
  const command = `${toolkitCommand} certificate NAME`;
  if (/expired|not valid (before|yet)/.test(text)) {
    if (!issuesCertificates) return 'Use a certificate that is valid today. Your CA can renew it.';
    if (/expired/.test(text)) return `Renew it: ${command}`;
    return `Use a certificate that is valid today: ${command}`;
  }
  if (/does not trust the issuer/.test(text))
    return issuesCertificates
      ? `Use a certificate of a trusted CA. The sandbox CA in DATA_DIR issues one: ${command}`
      : 'Use a certificate of a CA that the bank lists in TRUST_ANCHORS.';
  if (/RSA key of/.test(text)) return 'Create a key of at least 2048 bits, and a certificate for it.';
  return 'docs/signing.md describes the certificate.';
}

function signatureAdvice(text: string, request: RequestToExplain, examination: Examination): string {
  if (text.includes('keyId')) {
    const { certificate } = examination;
    return certificate === null
      ? 'Write keyId="SN=<serial in hex>,CA=<issuer>" with the values of the certificate.'
      : `Write keyId="${keyIdOf(certificate)}".`;
  }
  if (text.includes('must cover'))
    return 'Add these headers to headers="…" and to the signing string, then sign again.';
  if (text.includes('does not contain'))
    return 'Send that header, or remove it from headers="…", then sign again.';
  if (text.includes('does not match')) return signingStringAdvice(request, examination);
  return 'The header must have the form keyId="SN=…,CA=…",algorithm="rsa-sha256",headers="date digest x-request-id",signature="<Base64>".';
}

function signingStringAdvice(request: RequestToExplain, examination: Examination): string {
  const comparison = 'Compare the signing string with the string that you signed.';
  const { signature, certificate, signingString } = examination;
  if (certificate === null || signature.signature === null || signingString === null) return comparison;
  const omission = omissionAdvice(request, signature.headers ?? []);
  if (omission !== null) return omission;
  const mistake = signingMistake(signingString, signature.signature, certificate.publicKey);
  return `${mistake.charAt(0).toUpperCase()}${mistake.slice(1)}. ${comparison}`;
}

/** Advice if the client signed headers that `headers="…"` does not name; null: the client did not. */
function omissionAdvice(request: RequestToExplain, names: readonly string[]): string | null {
  const omitted = signableHeaders.filter((name) => request.headers.has(name) && !names.includes(name));
  if (omitted.length === 0) return null;
  const headers = new Headers(request.headers);
  const list = `headers="${[...names, ...omitted].join(' ')}"`;
  headers.set('signature', (headers.get('signature') ?? '').replace(/headers="[^"]*"/, list));
  const actualText = runToEnd(findSignedText({ ...request, headers }));
  if (actualText === null) return null;
  const signedNames = actualText.split('\n').map((line) => line.slice(0, line.indexOf(':')));
  return `You also signed ${omitted.join(', ')}. Write headers="${signedNames.join(' ')}".`;
}
