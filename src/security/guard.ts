/**
 * The one door of security: a request comes in, a caller goes out, or a refusal (contract 4). Nothing is acted on before
 * `verify` has answered. The order: certificate, signature header, keyId, coverage, Date, signature, Digest, role.
 */
import { verify as verifySignature } from 'node:crypto';
import { type Fault, refuse, refuseAll } from '../domain/refusal.ts';
import { createCertificateReader, type SigningCertificate } from './certificate.ts';
import type { Psd2Role } from './certificate-fields.ts';
import { verifyDigest } from './digest.ts';
import { parseHttpDate } from './http-date.ts';
import { keyIdFault } from './key-id.ts';
import { malformed, parseSignature, type SignatureParameters } from './signature-header.ts';
import { signingString } from './signing-string.ts';
import type { TrustStore } from './trust.ts';

export type { Psd2Role } from './certificate-fields.ts';

export interface Caller {
  readonly tppId: string;
  readonly name: string;
  /** PSD2 roles; null when the certificate carries no PSD2 statement. */
  readonly roles: readonly Psd2Role[] | null;
  readonly via: 'certificate';
  /** The verified signature, for the memory of reads. */
  readonly signature: string;
}

export interface SignedRequest {
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: Uint8Array | null;
}

export interface Demands {
  /** Whether a body must come with a Digest. */
  readonly digestRequired: boolean;
  readonly role?: Psd2Role | null;
}

export interface Guard {
  verify(request: SignedRequest, demands: Demands): Caller;
}

export interface GuardOptions {
  readonly trust: TrustStore;
  /** Real time, epoch milliseconds. */
  readonly now: () => number;
  readonly maxAgeSeconds: number;
  /** Whether refusals say what differs (a sandbox). */
  readonly explain: boolean;
  /** Whether a certificate without PSD2 roles is refused. */
  readonly roleRequired?: boolean;
}

const needed = ['Date', 'X-Request-ID', 'TPP-Signature-Certificate', 'Signature'] as const;
/** Headers that the signature must cover, the last four when the request carries them. */
const mustCover = ['date', 'x-request-id', 'digest', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'] as const;

export function createGuard(options: GuardOptions): Guard {
  const certificates = createCertificateReader(options.trust);
  return {
    verify(request, demands) {
      requirePresence(request, demands);
      const now = options.now();
      const certificate = certificates.read(request.headers.get('tpp-signature-certificate') ?? '', now);
      const header = request.headers.get('signature') ?? '';
      const parameters = parseSignature(header);
      requireKeyId(parameters, certificate, options.explain);
      requireCoverage(request, parameters);
      requireFreshDate(request.headers.get('date') ?? '', now, options.maxAgeSeconds);
      requireSignature(request, parameters, certificate, options.explain);
      const digest = request.headers.get('digest');
      if (digest !== null) verifyDigest(digest, request.body, options.explain);
      requireRole(certificate, demands.role ?? null, options.roleRequired === true);
      const { tppId, name, roles } = certificate;
      return { tppId, name, roles, via: 'certificate', signature: parameters.signature.toString('base64') };
    },
  };
}

function requirePresence(request: SignedRequest, demands: Demands): void {
  const digestToo = demands.digestRequired && request.body !== null ? ['Digest'] : [];
  const missing: Fault[] = [...needed, ...digestToo]
    .filter((name) => !request.headers.get(name))
    .map((name) => ({ path: name, text: `the header ${name} is required`, reason: 'HTTP_HEADER_REQUIRED' }));
  if (missing.length > 0) throw refuseAll(missing);
}

function requireKeyId({ keyId }: SignatureParameters, certificate: SigningCertificate, explain: boolean): void {
  const fault = keyIdFault(keyId, certificate);
  if (fault !== null) throw malformed(explain ? fault : 'keyId does not name the certificate');
}

function requireCoverage(request: SignedRequest, { headers }: SignatureParameters): void {
  const uncovered = mustCover.filter((name, at) => (at < 2 || request.headers.has(name)) && !headers.includes(name));
  if (uncovered.length > 0) throw malformed(`the signature must cover ${uncovered.join(', ')}`);
}

function requireFreshDate(date: string, now: number, maxAgeSeconds: number): void {
  const signed = parseHttpDate(date);
  if (signed === null) throw refuse('SIGNATURE_INVALID', { path: 'Date', text: 'the header must be a date as RFC 1123 has it' });
  // The header counts whole seconds, so the clock is cut to them as well.
  if (Math.abs(Math.floor(now / 1_000) - signed / 1_000) > maxAgeSeconds) {
    throw refuse('SIGNATURE_INVALID', {
      path: 'Date',
      text: `the header lies more than ${maxAgeSeconds} seconds from the clock of the bank, ${new Date(now).toUTCString()}`,
    });
  }
}

function requireSignature(
  request: SignedRequest,
  { headers, signature }: SignatureParameters,
  { publicKey }: SigningCertificate,
  explain: boolean,
): void {
  const built = signingString(request, headers);
  if ('missing' in built) throw malformed(`the signature covers ${built.missing.slice(0, 70)}, which the request does not carry`);
  // Header values are bytes that were read as latin1; as latin1 they become the bytes that were signed.
  if (verifySignature('RSA-SHA256', Buffer.from(built.text, 'latin1'), publicKey, signature)) return;
  throw malformed(
    explain
      ? `the signature does not fit this signing string (line breaks shown as \\n): ${built.text.replaceAll('\n', '\\n')}`
      : 'the signature does not verify',
  );
}

function requireRole({ roles }: SigningCertificate, role: Psd2Role | null, always: boolean): void {
  if (role === null || (roles === null ? !always : roles.includes(role))) return;
  throw refuse('ROLE_INVALID', {
    path: 'TPP-Signature-Certificate',
    text: `the certificate names the roles ${roles?.join(', ') || 'none'}; this needs ${role}`,
  });
}
