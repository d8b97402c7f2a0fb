/** Verifies the caller of a request. Nothing in a request may take effect before `verify`. judge.ts runs the checks in order. */

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
  /** Whether the certificate of an earlier request or of a token is not revoked and its CA is still trusted. true without certificate. */
  isInForce(caller: { readonly certificate?: string | null }): boolean;
  /**
   * The TPP in the certificate of a refused request; null if the certificate is not trusted. It proves nothing about the sender, because
   * anyone may copy a certificate. `wasChecked`: `verify` has already read the certificate, so it is looked up only in the cache.
   */
  tppOfCertificate(headers: SignedRequest['headers'], wasChecked: boolean): string | null;
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
  const judgeOptions = { ...options, makesAllChecks: false };
  return {
    verify(request, demands) {
      requireHeaders(request, demands);
      const now = options.now();
      const certificateCheck = certificates.read(request.headers.get('tpp-signature-certificate') ?? '', now);
      const judgement = judge(request, certificateCheck, demands, judgeOptions, now);
      const { certificate } = certificateCheck;
      const { keyId, signature } = judgement.signature;
      if (judgement.refusals.length > 0 || certificate === null || keyId === null || signature === null)
        throw refuseTogether(judgement.refusals, { unchecked: judgement.skippedChecks });
      rememberKeyId(keyId, certificate);
      const { tppId, name, roles, id, domains } = certificate;
      return { tppId, name, roles, domains, certificate: id, signature: signature.toString('base64') };
    },
    tppOfCertificate(headers, wasChecked) {
      const header = headers.get('tpp-signature-certificate');
      return header ? certificates.tppOf(header, options.now(), wasChecked) : null;
    },
    isInForce: ({ certificate }) => certificate == null || certificates.isInForce(certificate, options.now()),
  };
}
