/**
 * What is known of a bank elsewhere when the process starts: its address, and the key and certificates with which it is
 * called. Files are read and checked here, once; every fault names its setting. Start at `readCallSettings`.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { FileTextError, fileText } from '../../domain/values/file-text.ts';

export interface CallSettings {
  /** With the base path, without a slash at its end. */
  readonly url: string;
  /** Is shown in TLS, and signs where calls are signed. The certificates of its chain may follow the first one. */
  readonly identity: { readonly certificatePem: string; readonly privateKeyPem: string };
  /** Certificates of the CAs that the bank's own may come from, PEM; null: those that Node trusts. */
  readonly authorities: readonly string[] | null;
  readonly timeoutMs: number;
  /** Epoch milliseconds. */
  readonly certificateEndsAt: number;
}

/** The settings as they were written: files by their paths. */
export interface CallFiles {
  readonly url: string;
  readonly keyFile: string;
  readonly certificateFile: string;
  readonly authoritiesFile: string | undefined;
  readonly timeoutMs: number;
}

/** The settings, with what an operator should know; or every fault. */
export type ReadSettings =
  | { readonly settings: CallSettings; readonly warnings: readonly string[] }
  | { readonly faults: readonly string[] };

/** A certificate that ends sooner is worth a warning. */
const weekMs = 7 * 24 * 3_600_000;
const keyBitsAtLeast = 2_048;

/** How the settings of a bank are named, and whether its calls are signed as well. */
export interface SettingsOf {
  readonly prefix: 'UPSTREAM' | 'CORE';
  readonly signs: boolean;
}

export function readCallSettings({ prefix, signs }: SettingsOf, files: CallFiles, now: number): ReadSettings {
  const faults: string[] = [];
  const fault = (name: string, path: string, text: string) => {
    faults.push(`${name}, ${path}: ${text}`);
  };
  const text = (name: string, path: string): string | null => {
    try {
      return fileText(readFileSync(path));
    } catch (error) {
      fault(name, path, error instanceof FileTextError ? error.message : 'cannot be read');
      return null;
    }
  };
  const attempt = <T>(name: string, path: string, reader: (pem: string) => T | string): T | null => {
    const pem = text(name, path);
    const result = pem === null ? null : reader(pem);
    if (typeof result !== 'string') return result;
    fault(name, path, result);
    return null;
  };
  const key = attempt(`${prefix}_KEY`, files.keyFile, (pem) => readKey(pem, signs));
  const chain = attempt(`${prefix}_CERTIFICATE`, files.certificateFile, (pem) => readCertificate(pem, now));
  const authorities =
    files.authoritiesFile === undefined
      ? { pems: null }
      : attempt(`${prefix}_CA`, files.authoritiesFile, (pem) => readAuthorities(pem, now));
  if (key !== null && chain !== null && !chain.first.checkPrivateKey(key.key))
    fault(`${prefix}_KEY`, files.keyFile, `is not the key of ${prefix}_CERTIFICATE`);
  if (key === null || chain === null || authorities === null || faults.length > 0) return { faults };
  const { endsAt } = chain;
  const warnings =
    endsAt - now > weekMs
      ? []
      : [`${prefix}_CERTIFICATE, ${files.certificateFile}: ends at ${isoTime(endsAt)}; renew it before.`];
  const settings: CallSettings = {
    url: files.url,
    identity: { certificatePem: chain.pem, privateKeyPem: key.pem },
    authorities: authorities.pems,
    timeoutMs: files.timeoutMs,
    certificateEndsAt: endsAt,
  };
  return { settings, warnings };
}

/** The key; or what is wrong with it. */
function readKey(pem: string, signs: boolean): { readonly key: KeyObject; readonly pem: string } | string {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    return /ENCRYPTED/.test(pem)
      ? 'is encrypted; it must be readable without a passphrase'
      : 'holds no private key in PEM';
  }
  if (key.asymmetricKeyType !== 'rsa') return signs ? 'is no RSA key, which rsa-sha256 needs' : { key, pem };
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  return bits < keyBitsAtLeast ? `has ${bits} bits; ${keyBitsAtLeast} is the least` : { key, pem };
}

interface Chain {
  readonly first: X509Certificate;
  readonly pem: string;
  readonly endsAt: number;
}

function readCertificate(pem: string, now: number): Chain | string {
  const certificates = certificatesIn(pem);
  if (certificates === null) return 'holds a certificate that cannot be read';
  const first = certificates[0];
  if (first === undefined) return 'holds no certificate in PEM';
  const [beginsAt, endsAt] = [Date.parse(first.validFrom), Date.parse(first.validTo)];
  if (now < beginsAt) return `is not valid before ${isoTime(beginsAt)}`;
  if (now >= endsAt) return `ended at ${isoTime(endsAt)}`;
  return { first, pem, endsAt };
}

function readAuthorities(pem: string, now: number): { readonly pems: readonly string[] } | string {
  const certificates = certificatesIn(pem);
  if (certificates === null) return 'holds a certificate that cannot be read';
  if (certificates.length === 0) return 'holds no certificate in PEM';
  if (certificates.every(({ validTo }) => now >= Date.parse(validTo))) return 'has ended';
  return { pems: certificates.map((one) => one.toString()) };
}

/** null: one of them is no certificate. */
function certificatesIn(pem: string): readonly X509Certificate[] | null {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    return null;
  }
}

const isoTime = (epochMs: number): string => new Date(epochMs).toISOString();
