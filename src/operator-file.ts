import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { FileTextError } from './domain/values/file-text.ts';

/** true: `path` exists, but is neither a file nor a link to one. */
export const isSpecialFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === false;

/**
 * Reads a file that a setting names. Throws a FileTextError for a pipe, whose read could wait forever, and for a device or a
 * folder. A link may lead to the file.
 */
export function readOperatorFile(path: string): Buffer {
  if (isSpecialFile(path)) throw new FileTextError('is not a regular file');
  return readFileSync(path);
}

const minRsaKeyBits = 2_048;

/** A returned text says what is wrong. It continues a sentence that begins with the name of the file. */
export function privateKeyIn(pem: string): KeyObject | string {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    return /ENCRYPTED/.test(pem)
      ? 'is encrypted; it must be readable without a passphrase'
      : 'does not contain a private key in PEM';
  }
  // Only RSA keys have a modulus.
  const { modulusLength: bits = minRsaKeyBits } = key.asymmetricKeyDetails ?? {};
  return bits < minRsaKeyBits ? `has a key of ${bits} bits; at least ${minRsaKeyBits} are required` : key;
}
