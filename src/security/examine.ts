/**
 * Checks a request to help somebody correct it. It checks what guard.ts checks, but goes on with a certificate that is
 * not trusted.
 */

import type { SignedRequest } from '../domain/caller.ts';
import type { Fault, Refusal } from '../domain/refusal.ts';
import { examineCertificate, type SigningCertificate } from './certificate.ts';
import { absentHeaders, type CheckOptions, type Demands } from './checks.ts';
import { judge } from './judge.ts';
import { coveredNames, coveredValue, type ReadSignature, signingString } from './signature.ts';
import type { TrustStore } from './trust.ts';

export interface Examination {
  readonly missing: readonly Fault[];
  /** In the order in which the guard checks. */
  readonly refusals: readonly Refusal[];
  /** The signing string without covered headers that the request does not contain; null: there is no signature header. */
  readonly signingString: string | null;
  /** The certificate, as far as it can be read. */
  readonly certificate: SigningCertificate | null;
  readonly signature: ReadSignature;
}

export interface ExamineOptions extends Omit<CheckOptions, 'explain'> {
  readonly trust: TrustStore;
  /** Real time, epoch milliseconds. */
  readonly now: number;
}

export function examine(request: SignedRequest, demands: Demands, options: ExamineOptions): Examination {
  const header = request.headers.get('tpp-signature-certificate') || null;
  const certificateCheck =
    header === null
      ? { certificate: null, refusals: [] }
      : examineCertificate(header, options.trust, options.now);
  const judged = judge(
    request,
    certificateCheck,
    demands,
    { ...options, explain: true, examines: true },
    options.now,
  );
  const { refusals, signature } = judged;
  return {
    missing: absentHeaders(request, demands),
    refusals,
    signingString: signedPart(request),
    certificate: certificateCheck.certificate,
    signature,
  };
}

function signedPart(request: SignedRequest): string | null {
  const header = request.headers.get('signature');
  const names = (header && coveredNames(header)) || [];
  const carriedNames = names.filter((name) => coveredValue(request, name) !== null);
  return carriedNames.length === 0 ? null : signingString(request, carriedNames);
}
