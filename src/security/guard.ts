/**
 * Verifies the caller of a request. Nothing in a request may take effect before `verify`. judge.ts runs the
 * checks in order.
 */

import type { Caller, SignedRequest } from '../domain/caller.ts';
import { refuseTogether } from '../domain/refusal.ts';
import { createCertificateReader } from './certificate.ts';
import { type CheckOptions, type Demands, requireHeaders } from './checks.ts';
import { judge } from './judge.ts';
import { rememberKeyId } from './key-id.ts';
import type { Revocations } from './revocation.ts';
import type { TrustStore } from './trust.ts';

export interface Guard {
  /** Throws only a Refusal: 400 for missing headers, 401, or 403 for a missing role. */
  verify(request: SignedRequest, demands: Demands): Caller;
  /** Whether the certificate of an earlier caller, or of the owner of a token, is not revoked. */
  isInForce(caller: { readonly certificate?: string | null }): boolean;
  /**
   * The TPP of the trusted certificate in a refused request. Anyone may copy a certificate. `judged`: the certificate
   * was checked already.
   */
  namedBy(headers: SignedRequest['headers'], judged: boolean): string | null;
}

export interface GuardOptions extends CheckOptions {
  readonly trust: TrustStore;
  /** Absent: the guard does not check revocation. */
  readonly revocations?: Revocations;
  /** Real time, epoch milliseconds. */
  readonly now: () => number;
}

export function createGuard(options: GuardOptions): Guard {
  const certificates = createCertificateReader(options.trust, options.revocations ?? null);
  const judging = { ...options, examines: false };
  return {
    verify(request, demands) {
      requireHeaders(request, demands);
      const now = options.now();
      const certificateCheck = certificates.read(request.headers.get('tpp-signature-certificate') ?? '', now);
      const judged = judge(request, certificateCheck, demands, judging, now);
      const { certificate } = certificateCheck;
      const { keyId, signature } = judged.signature;
      if (judged.refusals.length > 0 || certificate === null || keyId === null || signature === null)
        throw refuseTogether(judged.refusals, { unread: judged.unread });
      rememberKeyId(keyId, certificate);
      const { tppId, name, roles, named, domains } = certificate;
      return { tppId, name, roles, domains, certificate: named, signature: signature.toString('base64') };
    },
    namedBy(headers, judged) {
      const header = headers.get('tpp-signature-certificate');
      return header ? certificates.tppOf(header, options.now(), judged) : null;
    },
    isInForce: ({ certificate }) => certificate == null || certificates.isInForce(certificate, options.now()),
  };
}
