/** The Digest header (RFC 3230, RFC 5843): verified against the bytes of the body whenever it is sent. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { refuse } from '../domain/refusal.ts';

const algorithms: Readonly<Record<string, { readonly name: string; readonly bytes: number }>> = {
  'sha-256': { name: 'sha256', bytes: 32 },
  'sha-512': { name: 'sha512', bytes: 64 },
};

/** Throws 401 unless every known digest of the header is that of the body, and at least one is known. */
export function verifyDigest(header: string, body: Uint8Array | null, explain: boolean): void {
  const invalid = (text: string) => refuse('SIGNATURE_INVALID', { path: 'Digest', text });
  let matched = 0;
  for (const part of header.split(',')) {
    const [, label = '', value = ''] = /^\s*([A-Za-z0-9-]+)=(\S+)\s*$/.exec(part) ?? [];
    if (label === '') throw invalid('the header must read SHA-256=<Base64> or SHA-512=<Base64>');
    const algorithm = algorithms[label.toLowerCase()];
    if (algorithm === undefined) continue;
    const sent = Buffer.from(value, 'base64');
    const own = createHash(algorithm.name).update(body ?? '').digest();
    if (sent.length !== algorithm.bytes || sent.toString('base64') !== value || !timingSafeEqual(sent, own)) {
      throw invalid(explain ? `the body has the ${label.toUpperCase()} ${own.toString('base64')}, the header says ${value.slice(0, 100)}` : 'the digest is not that of the body');
    }
    matched += 1;
  }
  if (matched === 0) throw invalid('the header names neither SHA-256 nor SHA-512');
}
