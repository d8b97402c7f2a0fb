import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isThere, nameOf, pathsOf } from '../files.ts';
import type { SigningIdentity } from '../sign.ts';
import { startCommand } from '../toolkit-line.ts';
import { UsageError } from './failures.ts';
import type { commonOptions, OptionValues } from './options.ts';
import { readText } from './text-files.ts';

type IdentityChoice = Pick<OptionValues<typeof commonOptions>, 'as' | 'certificate' | 'key'>;

/** Checks that key and certificate belong together: the bank could only say that the signature is wrong. */
export function readIdentity(choice: IdentityChoice, folder: string): SigningIdentity {
  const identity = filesOf(choice, folder);
  try {
    const certificate = new X509Certificate(identity.certificatePem);
    if (certificate.checkPrivateKey(createPrivateKey(identity.privateKeyPem))) return identity;
  } catch {
    throw new UsageError('The certificate or the key is not a valid PEM file.');
  }
  throw new UsageError('The key does not belong to the certificate.');
}

function filesOf({ as, certificate, key }: IdentityChoice, folder: string): SigningIdentity {
  if (certificate !== undefined || key !== undefined) {
    if (certificate === undefined || key === undefined)
      throw new UsageError('Use --certificate and --key together.');
    return {
      certificatePem: readText(certificate, '--certificate'),
      privateKeyPem: readText(key, '--key'),
    };
  }
  const name = as ?? 'demo';
  const { certificatePath, keyPath } = pathsOf(folder, nameOf(folder, name));
  if (isThere(certificatePath) && isThere(keyPath)) {
    const whose = `The TPP '${name}'`;
    return { certificatePem: readText(certificatePath, whose), privateKeyPem: readText(keyPath, whose) };
  }
  const remedy =
    as === undefined
      ? `Start the service first (${startCommand}), or set --data-dir`
      : 'Create a certificate, or set --data-dir or --certificate';
  throw new UsageError(`There is no TPP '${name}' in ${folder}. ${remedy}.`);
}
