import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isThere, nameOf, parseOrNull, pathsOf } from '../files.ts';
import type { SigningIdentity } from '../sign.ts';
import { startCommand } from '../toolkit-line.ts';
import { UsageError } from './failures.ts';
import type { commonOptions, OptionValues } from './options.ts';
import { readText } from './text-files.ts';

type IdentityChoice = Pick<OptionValues<typeof commonOptions>, 'as' | 'certificate' | 'key'>;

/** Refuses a key that does not belong to the certificate. The bank could only say that the signature is wrong. */
export function readIdentity(choice: IdentityChoice, folder: string): SigningIdentity {
  const { certificatePath, keyPath, certificateLabel, keyLabel } = filesOf(choice, folder);
  const certificatePem = readText(certificatePath, certificateLabel);
  const certificate = parseOrNull(certificatePem, (pem) => new X509Certificate(pem));
  if (certificate === null)
    throw new UsageError(`${certificateLabel}: ${certificatePath} is not a certificate in PEM.`);
  const privateKeyPem = readText(keyPath, keyLabel);
  const key = parseOrNull(privateKeyPem, createPrivateKey);
  if (key === null)
    throw new UsageError(`${keyLabel}: ${keyPath} is not a private key in PEM without a passphrase.`);
  if (!certificate.checkPrivateKey(key)) throw new UsageError('The key does not belong to the certificate.');
  return { certificatePem, privateKeyPem };
}

/** A label begins a message about its file. */
function filesOf({ as, certificate, key }: IdentityChoice, folder: string) {
  if (certificate !== undefined || key !== undefined) {
    if (certificate === undefined || key === undefined)
      throw new UsageError('Use --certificate and --key together.');
    const labels = { certificateLabel: '--certificate', keyLabel: '--key' };
    return { certificatePath: certificate, keyPath: key, ...labels };
  }
  const name = as ?? 'demo';
  const paths = pathsOf(folder, nameOf(folder, name));
  if (isThere(paths.certificatePath) && isThere(paths.keyPath))
    return { ...paths, certificateLabel: `The TPP '${name}'`, keyLabel: `The TPP '${name}'` };
  const remedy =
    as === undefined
      ? `Start the service first (${startCommand}), or set --data-dir`
      : 'Create it with certificate NAME, or set --data-dir or --certificate';
  throw new UsageError(`There is no TPP '${name}' in ${folder}. ${remedy}.`);
}
