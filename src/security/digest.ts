/**
 * The Digest header (RFC 3230, RFC 5843): when it is sent, it must match the bytes of the body. The list of
 * algorithms is closed; a digest by any other algorithm is ignored.
 */
import { createHash } from 'node:crypto';
import { type Compared, type Refusal, refuse } from '../domain/refusal.ts';
import { headerText } from '../domain/values/header-text.ts';
import { boundedText } from '../domain/values/text.ts';

const algorithms: ReadonlyMap<string, string> = new Map([
  ['sha-256', 'sha256'],
  ['sha-512', 'sha512'],
]);

const invalid = (text: string, compared?: Compared): Refusal =>
  refuse('SIGNATURE_INVALID', { path: 'Digest', text, ...(compared ? { compared } : {}) });

/** Throws 401 unless every known digest of the header is that of the body, and at least one is known. */
export function verifyDigest(header: string, body: Uint8Array | null, explain: boolean): void {
  const own = new Map<string, string>();
  for (const part of header.split(',')) {
    const [, label, value] = /^[ \t]*([\w-]+)=([^\s,]+)[ \t]*$/.exec(part) ?? [];
    if (label === undefined) throw invalid('the header must read SHA-256=<Base64> or SHA-512=<Base64>');
    const algorithm = algorithms.get(label.toLowerCase());
    if (algorithm === undefined) continue;
    const digest =
      own.get(algorithm) ??
      createHash(algorithm)
        .update(body ?? '')
        .digest('base64');
    own.set(algorithm, digest);
    // Equal as text: Base64 that is not canonical is not accepted.
    if (value === digest) continue;
    throw explain ? difference(label, digest, value ?? '') : invalid('the digest is not that of the body');
  }
  if (own.size === 0) throw invalid('the header names neither SHA-256 nor SHA-512');
}

function difference(label: string, own: string, sent: string): Refusal {
  const received = headerText(sent);
  return invalid(
    `the body that arrived has ${label.toUpperCase()}=${own}, the header says ${label}=${boundedText(received, 100)}`,
    { of: 'DIGEST', expected: `${label}=${own}`, received: `${label}=${received}` },
  );
}
