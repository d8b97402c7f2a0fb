import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { FileTextError, fileText } from '../domain/values/file-text.ts';
import { privateKeyIn, readOperatorFile } from '../operator-file.ts';

export interface ProviderConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly keyFile: string;
  readonly acrValues: readonly string[];
  readonly customerClaim: string;
  /** The limit of one call of `begin` or `finish` of the provider: for all HTTP requests of the call together. */
  readonly timeoutMs: number;
}

export interface ProviderSettings extends Omit<ProviderConfig, 'keyFile'> {
  readonly key: ClientKey;
}

/** For private_key_jwt. */
export interface ClientKey {
  readonly key: KeyObject;
  readonly kid: string;
  readonly algorithm: 'PS256' | 'ES256';
}

export function readProviderSettings(
  config: ProviderConfig,
): { readonly settings: ProviderSettings } | { readonly faults: readonly string[] } {
  const { keyFile, ...otherSettings } = config;
  try {
    const key = clientKeyOf(privateKeyIn(fileText(readOperatorFile(keyFile))));
    return { settings: { ...otherSettings, key } };
  } catch (error) {
    const fault = error instanceof FileTextError ? error.message : 'cannot be read';
    return { faults: [`OIDC_KEY: the file ${keyFile} ${fault}`] };
  }
}

/** FAPI 2.0 allows PS256 and ES256. Throws a FileTextError. */
export function clientKeyOf(key: KeyObject): ClientKey {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const publicJwk = () => createPublicKey(key).export({ format: 'jwk' });
  if (details?.namedCurve === 'prime256v1') {
    const { crv, kty, x, y } = publicJwk();
    return { key, kid: computeThumbprint({ crv, kty, x, y }), algorithm: 'ES256' };
  }
  if (type !== 'rsa')
    throw new FileTextError(
      'must contain an RSA key (rsaEncryption, not RSASSA-PSS) or an EC key on the curve P-256',
    );
  const { e, kty, n } = publicJwk();
  return { key, kid: computeThumbprint({ e, kty, n }), algorithm: 'PS256' };
}

/** RFC 7638. The members must be in alphabetical order. */
export const computeThumbprint = (members: Readonly<Record<string, string | undefined>>): string =>
  createHash('sha256').update(JSON.stringify(members)).digest('base64url');
