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

export function privateKeyIn(pem: string): KeyObject {
  const key = parsePrivateKey(pem);
  // Only RSA keys have a modulus.
  const { modulusLength: bits = minRsaKeyBits } = key.asymmetricKeyDetails ?? {};
  if (bits >= minRsaKeyBits) return key;
  throw new FileTextError(`has a key of ${bits} bits; at least ${minRsaKeyBits} are required`);
}

function parsePrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new FileTextError(
      /ENCRYPTED/.test(pem)
        ? 'is encrypted; it must be readable without a passphrase'
        : 'does not contain a private key in PEM',
    );
  }
}
