/** Who signs: the demo TPP, a TPP by its name, or any two PEM files. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { identityIn, nameOf } from '../files.ts';
import type { SigningIdentity } from '../sign.ts';
import { UsageError } from './failures.ts';
import type { commonOptions, OptionValues } from './options.ts';
import { readText } from './read-text.ts';

type IdentityChoice = Pick<OptionValues<typeof commonOptions>, 'as' | 'certificate' | 'key'>;

/**
 * Reads key and certificate. They must belong together, because the bank could only report that the signature is
 * wrong.
 */
export function readIdentity(choice: IdentityChoice, folder: string): SigningIdentity {
  const identity = filesOf(choice, folder);
  try {
    const certificate = new X509Certificate(identity.certificatePem);
    if (certificate.checkPrivateKey(createPrivateKey(identity.privateKeyPem))) return identity;
  } catch {
    throw new UsageError('The certificate or the key is no PEM file of its kind.');
  }
  throw new UsageError('The key is not that of the certificate.');
}

function filesOf({ as, certificate, key }: IdentityChoice, folder: string): SigningIdentity {
  if (certificate !== undefined || key !== undefined) {
    if (certificate === undefined || key === undefined)
      throw new UsageError('--certificate and --key go together.');
    return {
      certificatePem: readText(certificate, '--certificate'),
      privateKeyPem: readText(key, '--key'),
    };
  }
  const name = as ?? 'demo';
  try {
    return identityIn(folder, nameOf(folder, name));
  } catch {
    const remedy = as === undefined ? 'start the service first (npm start)' : 'make it (certificate)';
    throw new UsageError(
      `There is no TPP '${name}' in ${folder}; ${remedy}, or name its folder (--data-dir).`,
    );
  }
}
