/** A CA, a TPP and a guard for the tests of this room, and requests signed by hand, not by the toolkit. */
import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto';
import {
  createAuthority,
  type IssueOptions,
  issueCertificate,
  type KeyAndCertificate,
} from '../../packages/toolkit/src/certificates.ts';
import type { SignedRequest } from '../../src/domain/caller.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { createGuard, type Guard, type GuardOptions } from '../../src/security/guard.ts';
import { createTrustStore, type TrustStore } from '../../src/security/trust.ts';
import { sharedKey } from '../support/keys.ts';

export const now = Date.UTC(2026, 5, 15, 12, 0, 0);
export const day = 86_400_000;
export const days = (from: number, to: number) => ({
  notBefore: new Date(now + from * day),
  notAfter: new Date(now + to * day),
});

const [authorityKeyPem, privateKeyPem] = [sharedKey(), sharedKey()];
export const otherKeyPem = sharedKey();

export const authority = createAuthority({
  commonName: 'Test CA',
  ...days(-10, 3_650),
  privateKeyPem: authorityKeyPem,
});

/** Another CA, with another key. */
export const otherAuthority = (commonName: string) =>
  createAuthority({ commonName, ...days(-10, 100), privateKeyPem: otherKeyPem });

export function issue(options: Partial<IssueOptions> = {}): KeyAndCertificate {
  return issueCertificate({
    authority,
    organizationIdentifier: 'PSDNO-FSA-1',
    organizationName: 'First TPP AS',
    commonName: 'seal',
    roles: ['PSP_PI', 'PSP_AI'],
    ...days(-5, 700),
    ...(options.keyBits === undefined ? { privateKeyPem } : {}),
    ...options,
  });
}

export const tpp = issue();

export function guardWith(options: Partial<GuardOptions> = {}): Guard {
  const trust = createTrustStore([authority.certificatePem], authority.certificatePem);
  return createGuard({ trust, now: () => now, maxAgeSeconds: 300, explain: true, ...options });
}

/** What a creation demands of a request. */
export const demands = { digestRequired: true, role: 'PSP_PI' } as const;
export const body = Buffer.from('{"amount":"1.00"}');
export const target = '/v1/payments/x?allowLogicalDuplicate=true';
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');
export const certificateHeader = (pem: string) => new X509Certificate(pem).raw.toString('base64');

export function keyIdOf(pem: string): string {
  const certificate = new X509Certificate(pem);
  return `SN=${certificate.serialNumber},CA=${certificate.issuer.split('\n').join(',')}`;
}

export interface Sketch {
  readonly identity?: KeyAndCertificate;
  readonly method?: string;
  readonly target?: string;
  readonly body?: Uint8Array | null;
  /** Headers that replace those of the valid request; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly covered?: readonly string[];
  readonly keyId?: string;
  readonly algorithm?: string | null;
  readonly wrap?: (header: string) => string;
}

/** A request that verifies, unless the sketch changes it; it is signed after the sketch's headers are set. */
export function request(sketch: Sketch = {}): SignedRequest {
  const identity = sketch.identity ?? tpp;
  const bytes = sketch.body === undefined ? body : sketch.body;
  const method = sketch.method ?? 'POST';
  const path = sketch.target ?? target;
  const headers = new Headers({
    date: new Date(now).toUTCString(),
    'x-request-id': '4b3c0d6e-0001-4a5b-8c7d-000000000001',
    ...(bytes === null ? {} : { digest: `SHA-256=${sha256(bytes)}` }),
    'tpp-signature-certificate': certificateHeader(identity.certificatePem),
  });
  const given = Object.entries(sketch.headers ?? {});
  for (const [name, value] of given) value === null ? headers.delete(name) : headers.set(name, value);
  const covered = sketch.covered ?? ['date', 'digest', 'x-request-id'].filter((name) => headers.has(name));
  const value = (name: string) => (/^[\w-]+$/.test(name) ? headers.get(name) : null) ?? '';
  const first = `${method.toLowerCase()} ${path}`;
  const text = covered
    .map((name) => `${name.toLowerCase()}: ${name === '(request-target)' ? first : value(name)}`)
    .join('\n');
  const signature = sign('RSA-SHA256', Buffer.from(text, 'latin1'), createPrivateKey(identity.privateKeyPem));
  const parameters = [
    `keyId="${sketch.keyId ?? keyIdOf(identity.certificatePem)}"`,
    ...(sketch.algorithm === null ? [] : [`algorithm="${sketch.algorithm ?? 'rsa-sha256'}"`]),
    `headers="${covered.join(' ')}"`,
    `signature="${signature.toString('base64')}"`,
  ].join(',');
  headers.set('signature', sketch.wrap ? sketch.wrap(parameters) : parameters);
  if (given.some(([name, value]) => name.toLowerCase() === 'signature' && value === null))
    headers.delete('signature');
  return { method, target: path, headers, body: bytes };
}

/** The refusal of `run`; null without one. Other errors pass through. */
export function refusalOf(run: () => unknown): Refusal | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** `401 SIGNATURE_INVALID Date`, or `accepted`, for tables of cases. */
export function outcome(run: () => unknown): string {
  const refusal = refusalOf(run);
  if (refusal === null) return 'accepted';
  const paths = refusal.tppMessages.map((message) => message.path);
  return `${refusal.status} ${refusal.code} ${[...new Set(paths)].join(' ')}`;
}

export function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** Trusts the anchors of the last store. */
export function replaceableTrust(initial: TrustStore) {
  let current = initial;
  return {
    findByName: (name: string) => current.findByName(name),
    replace(next: TrustStore) {
      current = next;
    },
  };
}
