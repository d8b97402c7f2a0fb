/**
 * What is known of the identity provider when the process starts. The key file is read and checked here, once; every fault
 * names its setting. Start at `readProviderSettings`.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { FileTextError, fileText } from '../domain/values/file-text.ts';

/** The settings as they were written. */
export interface ProviderFiles {
  readonly issuer: string;
  readonly clientId: string;
  readonly keyFile: string;
  /** Values of `acr` that are strong enough. */
  readonly acrValues: readonly string[];
  /** The claim of the ID token that holds the customer number. */
  readonly customerClaim: string;
  /** How long one question may take, with all its calls. */
  readonly timeoutMs: number;
}

export interface ProviderSettings extends Omit<ProviderFiles, 'keyFile'> {
  readonly key: ClientKey;
}

/** The key by which this service authenticates at the provider (private_key_jwt). */
export interface ClientKey {
  readonly key: KeyObject;
  /** RFC 7638 thumbprint of its public half. */
  readonly kid: string;
  readonly algorithm: 'PS256' | 'ES256';
}

const keyBitsAtLeast = 2_048;

export function readProviderSettings(
  files: ProviderFiles,
): { readonly settings: ProviderSettings } | { readonly faults: readonly string[] } {
  const { keyFile, ...rest } = files;
  const key = readKey(keyFile);
  return typeof key === 'string'
    ? { faults: [`OIDC_KEY, ${keyFile}: ${key}`] }
    : { settings: { ...rest, key } };
}

/** The key; or what is wrong with it. */
function readKey(path: string): ClientKey | string {
  let pem: string;
  try {
    pem = fileText(readFileSync(path));
  } catch (error) {
    return error instanceof FileTextError ? error.message : 'cannot be read';
  }
  try {
    return clientKeyOf(createPrivateKey(pem));
  } catch {
    return /ENCRYPTED/.test(pem)
      ? 'is encrypted; it must be readable without a passphrase'
      : 'holds no private key in PEM';
  }
}

/** FAPI 2.0 allows PS256 and ES256. */
export function clientKeyOf(key: KeyObject): ClientKey | string {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const { kty, crv, x, y, n, e } = createPublicKey(key).export({ format: 'jwk' });
  if (type === 'ec' && details?.namedCurve === 'prime256v1')
    return { key, kid: thumbprint({ crv, kty, x, y }), algorithm: 'ES256' };
  if (type !== 'rsa') return 'is neither an RSA key nor one on the curve P-256';
  const bits = details?.modulusLength ?? 0;
  if (bits < keyBitsAtLeast) return `has ${bits} bits; ${keyBitsAtLeast} is the least`;
  return { key, kid: thumbprint({ e, kty, n }), algorithm: 'PS256' };
}

/** The members that RFC 7638 takes, in the order of their names. */
export const thumbprint = (members: Readonly<Record<string, string | undefined>>): string =>
  createHash('sha256').update(JSON.stringify(members)).digest('base64url');
