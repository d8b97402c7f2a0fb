/** Whether a Digest header is that of a body: tells which of two readings of a file was meant. */
import { createHash } from 'node:crypto';

export function digestFits(header: string | null, body: Uint8Array): boolean {
  const digest = (algorithm: string) => createHash(algorithm).update(body).digest('base64');
  return header !== null && (header.includes(digest('sha256')) || header.includes(digest('sha512')));
}
