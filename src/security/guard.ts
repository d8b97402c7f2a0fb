/**
 * The one door of security: a request goes in, a caller comes out, or a refusal. Nothing may be acted on before `verify`
 * has answered. The order: certificate, signature header, keyId, coverage, Date, signature, Digest, role. What each
 * check is stands in checks.ts.
 */
import { requireRole } from '../domain/role.ts';
import { createCertificateReader } from './certificate.ts';
import type { Psd2Role } from './certificate-fields.ts';
import {
  type CheckOptions,
  type Demands,
  requireCoverage,
  requireFreshDate,
  requireHeaders,
  requireKeyId,
  requireSignature,
  type SignedRequest,
} from './checks.ts';
import { verifyDigest } from './digest.ts';
import { rememberKeyId } from './key-id.ts';
import type { Revocations } from './revocation.ts';
import { parseSignature } from './signature-header.ts';
import type { TrustStore } from './trust.ts';

export type { Psd2Role } from './certificate-fields.ts';
export type { Demands, SignedRequest } from './checks.ts';

/** Who asks. */
export interface Caller {
  /** organizationIdentifier of the certificate, else its subject in canonical form. */
  readonly tppId: string;
  readonly name: string;
  /** PSD2 roles; null when the certificate carries no PSD2 statement. */
  readonly roles: readonly Psd2Role[] | null;
  readonly via: 'certificate' | 'token';
  /** Names the certificate for `stands`. */
  readonly certificate: string;
  /** The verified signature in Base64, for the memory of reads. */
  readonly signature?: string;
}

export interface Guard {
  /** Throws a Refusal: 400 for missing headers, 401, or 403 for a missing role. It never throws anything else. */
  verify(request: SignedRequest, demands: Demands): Caller;
  /** Whether a caller of before, or the one who made its token, has not been revoked since. */
  stands(caller: { readonly certificate?: string | null }): boolean;
}

export interface GuardOptions extends CheckOptions {
  readonly trust: TrustStore;
  /** Absent: revocation is not looked up. */
  readonly revocations?: Revocations;
  /** Real time, epoch milliseconds. */
  readonly now: () => number;
}

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
      const { tppId, name, roles, named } = certificate;
      const signature = parameters.signature.toString('base64');
      return { tppId, name, roles, via: 'certificate', certificate: named, signature };
    },
    stands: ({ certificate }) => certificate == null || certificates.stands(certificate, options.now()),
  };
}
