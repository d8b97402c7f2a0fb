/** Whether a Digest header fits a body, to choose between two readings of a file. */
import { createHash } from 'node:crypto';

export function digestFits(header: string | null, body: Uint8Array): boolean {
  const digest = (algorithm: string) => createHash(algorithm).update(body).digest('base64');
  return header !== null && (header.includes(digest('sha256')) || header.includes(digest('sha512')));
}
