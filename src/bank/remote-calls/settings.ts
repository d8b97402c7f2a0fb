/** Reads the key and the certificates for calls to another system. Each fault names its setting. */
import { type KeyObject, X509Certificate } from 'node:crypto';
import { FileTextError, fileText } from '../../domain/values/file-text.ts';
import { privateKeyIn, readOperatorFile } from '../../operator-file.ts';

export interface CallSettings {
  /** With the base path, without a slash at the end. */
  readonly url: string;
  /** For TLS and for signatures. Other certificates of the chain may follow in `certificatePem`. */
  readonly identity: { readonly certificatePem: string; readonly privateKeyPem: string };
  /** PEM of the CAs to trust; null: the CAs that Node trusts. */
  readonly authorities: readonly string[] | null;
  readonly timeoutMs: number;
  /** When the first certificate of `identity` expires, in epoch milliseconds. */
  readonly certificateEndsAt: number;
}

export interface CallFiles {
  readonly url: string;
  readonly keyFile: string;
  readonly certificateFile: string;
  readonly authoritiesFile: string | undefined;
  readonly timeoutMs: number;
}

const warningPeriodMs = 7 * 24 * 3_600_000;

/** The beginning of the names of settings, such as UPSTREAM_KEY. */
export type CallSettingsPrefix = 'UPSTREAM' | 'CORE' | 'NOTIFICATION';

export function readCallSettings(
  prefix: CallSettingsPrefix,
  files: CallFiles,
  now: number,
):
  | { readonly settings: CallSettings; readonly warnings: readonly string[] }
  | {
      readonly faults: readonly string[];
      /** The last error of a file that could not be read. */
      readonly cause: unknown;
    } {
  // Calls to a core system are not signed, so their key need not be an RSA key.
  const mustBeRsa = prefix !== 'CORE';
  const faults: string[] = [];
  let cause: unknown;
  const addFault = (name: string, path: string, text: string) => {
    faults.push(`${name}: the file ${path} ${text}`);
  };
  /** null: the file has a fault. `parse` throws a FileTextError. */
  const readFile = <T>(name: string, path: string, parse: (pem: string) => T): T | null => {
    try {
      return parse(fileText(readOperatorFile(path)));
    } catch (error) {
      const isBadText = error instanceof FileTextError;
      if (!isBadText) cause = error;
      addFault(name, path, isBadText ? error.message : 'cannot be read');
      return null;
    }
  };
  const key = readFile(`${prefix}_KEY`, files.keyFile, (pem) => readKey(pem, mustBeRsa));
  const chain = readFile(`${prefix}_CERTIFICATE`, files.certificateFile, (pem) => readCertificate(pem, now));
  // `pems: null`: there is no file, so the service trusts the CAs that Node trusts.
  const authorities =
    files.authoritiesFile === undefined
      ? { pems: null }
      : readFile(`${prefix}_CA`, files.authoritiesFile, (pem) => readAuthorities(pem, now));
  if (key !== null && chain !== null && !chain.first.checkPrivateKey(key.key))
    addFault(`${prefix}_KEY`, files.keyFile, `does not belong to ${prefix}_CERTIFICATE`);
  if (key === null || chain === null || authorities === null || faults.length > 0) return { faults, cause };
  const { endsAt } = chain;
  const warning = `${prefix}_CERTIFICATE: the certificate in ${files.certificateFile} expires at ${isoTime(endsAt)}. Renew it before then.`;
  const warnings = endsAt - now > warningPeriodMs ? [] : [warning];
  const settings: CallSettings = {
    url: files.url,
    identity: { certificatePem: chain.pem, privateKeyPem: key.pem },
    authorities: authorities.pems,
    timeoutMs: files.timeoutMs,
    certificateEndsAt: endsAt,
  };
  return { settings, warnings };
}

function readKey(pem: string, mustBeRsa: boolean): { readonly key: KeyObject; readonly pem: string } {
  const key = privateKeyIn(pem);
  if (mustBeRsa && key.asymmetricKeyType !== 'rsa')
    throw new FileTextError('does not contain an RSA key, which rsa-sha256 requires');
  return { key, pem };
}

function readCertificate(pem: string, now: number) {
  const certificates = certificatesIn(pem);
  const [first] = certificates;
  const [beginsAt, endsAt] = [Date.parse(first.validFrom), Date.parse(first.validTo)];
  if (now < beginsAt)
    throw new FileTextError(`contains a certificate that is not valid before ${isoTime(beginsAt)}`);
  if (now >= endsAt) throw new FileTextError(`contains a certificate that expired at ${isoTime(endsAt)}`);
  return { first, pem, endsAt };
}

function readAuthorities(pem: string, now: number): { readonly pems: readonly string[] } {
  const certificates = certificatesIn(pem);
  if (certificates.every(({ validTo }) => now >= Date.parse(validTo)))
    throw new FileTextError('contains only expired certificates');
  return { pems: certificates.map((certificate) => certificate.toString()) };
}

function certificatesIn(pem: string): readonly [X509Certificate, ...X509Certificate[]] {
  const [first, ...others] = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (first === undefined) throw new FileTextError('does not contain a certificate in PEM');
  try {
    return [new X509Certificate(first), ...others.map((block) => new X509Certificate(block))];
  } catch {
    throw new FileTextError('contains a certificate that cannot be read');
  }
}

const isoTime = (epochMs: number): string => new Date(epochMs).toISOString();
