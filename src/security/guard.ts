/**
 * The one door of security: a request goes in, a caller comes out, or a refusal (contract 4). Nothing may be acted on
 * before `verify` has answered. The order: certificate, signature header, keyId, coverage, Date, signature, Digest, role.
 */
import { verify as verifySignature } from 'node:crypto';
import { type HeaderMap, missingHeaders, requiredEverywhere } from '../domain/headers.ts';
import { refuse, refuseAll } from '../domain/refusal.ts';
import { requireRole } from '../domain/role.ts';
import { shownName } from '../domain/warnings.ts';
import { createCertificateReader, type SigningCertificate } from './certificate.ts';
import type { Psd2Role } from './certificate-fields.ts';
import { verifyDigest } from './digest.ts';
import { signingStringFaults } from './explain.ts';
import { parseHttpDate } from './http-date.ts';
import { keyIdFault, rememberKeyId } from './key-id.ts';
import type { Revocations } from './revocation.ts';
import { parseSignature, type SignatureParameters, signatureInvalid } from './signature-header.ts';
import { coveredValue, signingString } from './signing-string.ts';
import type { TrustStore } from './trust.ts';

export type { Psd2Role } from './certificate-fields.ts';

/** Who asks. */
export interface Caller {
  /** organizationIdentifier of the certificate, else its subject in canonical form. */
  readonly tppId: string;
  readonly name: string;
  /** PSD2 roles; null when the certificate carries no PSD2 statement. */
  readonly roles: readonly Psd2Role[] | null;
  readonly via: 'certificate' | 'token';
  /** The verified signature in Base64, for the memory of reads. */
  readonly signature?: string;
}

export interface SignedRequest {
  readonly method: string;
  /** The target byte for byte as received, each byte as one character. */
  readonly target: string;
  /** Values as HTTP carries them: bytes, read as ISO-8859-1. */
  readonly headers: HeaderMap;
  readonly body: Uint8Array | null;
}

export interface Demands {
  /** Whether a body must come with a Digest. */
  readonly digestRequired: boolean;
  readonly role?: Psd2Role | null;
}

export interface Guard {
  /** Throws a Refusal: 400 for missing headers, 401, or 403 for a missing role. It never throws anything else. */
  verify(request: SignedRequest, demands: Demands): Caller;
}

export interface GuardOptions {
  readonly trust: TrustStore;
  /** Absent: revocation is not looked up. */
  readonly revocations?: Revocations;
  /** Real time, epoch milliseconds. */
  readonly now: () => number;
  /** How far the Date header may lie from `now`, either way. */
  readonly maxAgeSeconds: number;
  /** Whether refusals say what differs: in a sandbox. */
  readonly explain: boolean;
  /** Whether a certificate without PSD2 roles is refused: outside a sandbox. */
  readonly roleRequired?: boolean;
}

const alwaysCovered = ['date', 'x-request-id'] as const;
const coveredWhenCarried = ['digest', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'] as const;

export function createGuard(options: GuardOptions): Guard {
  const certificates = createCertificateReader(options.trust, options.revocations ?? null);
  return {
    verify(request, demands) {
      requireHeaders(request, demands);
      const header = (name: string) => request.headers.get(name) ?? '';
      const now = options.now();
      const certificate = certificates.read(header('tpp-signature-certificate'), now);
      const parameters = parseSignature(header('signature'));
      requireKeyId(parameters, certificate, options);
      requireCoverage(request, parameters, options);
      requireFreshDate(header('date'), now, options);
      requireSignature(request, parameters, certificate, options);
      rememberKeyId(parameters.keyId, certificate);
      if (request.headers.has('digest')) verifyDigest(header('digest'), request.body, options.explain);
      requireRole(certificate.roles, demands.role ?? null, options.roleRequired);
      const { tppId, name, roles } = certificate;
      return { tppId, name, roles, via: 'certificate', signature: parameters.signature.toString('base64') };
    },
  };
}

function requireHeaders({ headers, body }: SignedRequest, { digestRequired }: Demands): void {
  const digestToo = digestRequired && body !== null && body.length > 0;
  const names = digestToo ? [...requiredEverywhere, 'Digest'] : requiredEverywhere;
  const missing = missingHeaders((name) => headers.get(name), names);
  if (missing.length > 0) throw refuseAll(missing);
}

function requireKeyId(
  { keyId }: SignatureParameters,
  certificate: SigningCertificate,
  { explain }: GuardOptions,
): void {
  const fault = keyIdFault(keyId, certificate);
  if (fault !== null) throw signatureInvalid(explain ? fault : 'keyId does not name the certificate');
}

function requireCoverage(
  request: SignedRequest,
  { headers }: SignatureParameters,
  { explain }: GuardOptions,
): void {
  const due = [...alwaysCovered, ...coveredWhenCarried.filter((name) => request.headers.has(name))];
  const uncovered = due.filter((name) => !headers.includes(name));
  if (uncovered.length > 0) {
    throw signatureInvalid(
      explain ? `the signature must cover ${uncovered.join(', ')}` : 'the signature covers too little',
    );
  }
  const lacking = headers.find((name) => coveredValue(request, name) === null);
  if (lacking !== undefined) {
    const named = explain
      ? `${shownName(lacking)}, which the request does not carry`
      : 'what the request lacks';
    throw signatureInvalid(`the signature covers ${named}`);
  }
}

function requireFreshDate(date: string, now: number, { maxAgeSeconds, explain }: GuardOptions): void {
  const invalid = (text: string) => refuse('SIGNATURE_INVALID', { path: 'Date', text });
  const signed = parseHttpDate(date);
  if (signed === null)
    throw invalid('the header must be a date as RFC 1123 writes it, in GMT or with a numeric offset');
  // The header counts whole seconds, so the clock is cut to them as well.
  if (Math.abs(Math.floor(now / 1_000) - signed / 1_000) <= maxAgeSeconds) return;
  const clock = explain ? `; the clock of the bank says ${new Date(now).toUTCString()}` : '';
  throw invalid(`the header lies more than ${maxAgeSeconds} seconds from the time of the bank${clock}`);
}

function requireSignature(
  request: SignedRequest,
  { headers, signature }: SignatureParameters,
  { publicKey }: SigningCertificate,
  { explain }: GuardOptions,
): void {
  const text = signingString(request, headers);
  // Header values are bytes that were read as ISO-8859-1; written so again, they are the bytes that were signed.
  if (verifySignature('RSA-SHA256', Buffer.from(text, 'latin1'), publicKey, signature)) return;
  throw explain ? refuseAll(signingStringFaults(text)) : signatureInvalid('the signature does not verify');
}
