import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isThere, nameOf, pathsOf } from '../files.ts';
import type { SigningIdentity } from '../sign.ts';
import { startCommand } from '../toolkit-line.ts';
import { UsageError } from './failures.ts';
import type { commonOptions, OptionValues } from './options.ts';
import { readText } from './text-files.ts';

type IdentityChoice = Pick<OptionValues<typeof commonOptions>, 'as' | 'certificate' | 'key'>;

/** Key and certificate must belong together: the bank could only say that the signature is wrong. */
export function readIdentity(choice: IdentityChoice, folder: string): SigningIdentity {
  const { certificatePath, keyPath, whose } = filesOf(choice, folder);
  const read = <Value>(file: string, option: string, what: string, parse: (pem: string) => Value) => {
    const pem = readText(file, whose ?? option);
    try {
      return { pem, value: parse(pem) };
    } catch {
      throw new UsageError(`${whose ?? option}: ${file} is not ${what}.`);
    }
  };
  const certificate = read(
    certificatePath,
    '--certificate',
    'a certificate in PEM',
    (pem) => new X509Certificate(pem),
  );
  const key = read(keyPath, '--key', 'a private key in PEM without a passphrase', createPrivateKey);
  if (!certificate.value.checkPrivateKey(key.value))
    throw new UsageError('The key does not belong to the certificate.');
  return { certificatePem: certificate.pem, privateKeyPem: key.pem };
}

/** `whose` begins messages about the files; null: the options do. */
function filesOf({ as, certificate, key }: IdentityChoice, folder: string) {
  if (certificate !== undefined || key !== undefined) {
    if (certificate === undefined || key === undefined)
      throw new UsageError('Use --certificate and --key together.');
    return { certificatePath: certificate, keyPath: key, whose: null };
  }
  const name = as ?? 'demo';
  const paths = pathsOf(folder, nameOf(folder, name));
  if (isThere(paths.certificatePath) && isThere(paths.keyPath))
    return { ...paths, whose: `The TPP '${name}'` };
  const remedy =
    as === undefined
      ? `Start the service first (${startCommand}), or set --data-dir`
      : 'Create a certificate, or set --data-dir or --certificate';
  throw new UsageError(`There is no TPP '${name}' in ${folder}. ${remedy}.`);
}
