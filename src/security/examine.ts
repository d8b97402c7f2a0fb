/**
 * Everything that is wrong with a signed request, for whoever wants to mend it. The checks are those of guard.ts, which ends
 * at the first that fails; here each one is made that can still be made after the others have failed.
 */
import { type Fault, type Refusal, refusalOf } from '../domain/refusal.ts';
import { requireRole } from '../domain/role.ts';
import { examineCertificate, type SigningCertificate } from './certificate.ts';
import {
  absentHeaders,
  type CheckOptions,
  coversAbsent,
  coversTooLittle,
  type Demands,
  lackingNames,
  requireFreshDate,
  requireKeyId,
  type SignedRequest,
  uncoveredNames,
  verifies,
} from './checks.ts';
import { verifyDigest } from './digest.ts';
import { type ReadSignature, readSignature, signatureInvalid } from './signature-header.ts';
import { signingString } from './signing-string.ts';
import type { TrustStore } from './trust.ts';

export interface Examination {
  /** Headers that are not there. */
  readonly missing: readonly Fault[];
  /** What the guard would refuse, in its order. */
  readonly refusals: readonly Refusal[];
  /** What the signature covers, null when it names no headers or some that the request does not carry. */
  readonly signingString: string | null;
  /** As far as they can be read. */
  readonly certificate: SigningCertificate | null;
  readonly signature: ReadSignature;
}

export interface ExamineOptions extends Omit<CheckOptions, 'explain'> {
  readonly trust: TrustStore;
  /** Real time, epoch milliseconds. */
  readonly now: number;
}

const nothing: ReadSignature = { keyId: null, headers: null, signature: null };

export function examine(request: SignedRequest, demands: Demands, options: ExamineOptions): Examination {
  const header = (name: string) => request.headers.get(name) || null;
  const [written, signed] = [header('tpp-signature-certificate'), header('signature')];
  const { certificate, refusals: unfit } =
    written === null
      ? { certificate: null, refusals: [] }
      : examineCertificate(written, options.trust, options.now);
  const { faults, ...signature } = signed === null ? { ...nothing, faults: [] } : readSignature(signed);
  const { headers } = signature;
  const whole = headers !== null && lackingNames(request, headers).length === 0;
  return {
    missing: absentHeaders(request, demands),
    refusals: [
      ...unfit,
      ...faults.map((fault) => signatureInvalid(fault)),
      ...signatureRefusals(request, signature, certificate, options),
      ...dateAndDigest(request, options),
      ...(certificate === null
        ? []
        : refusalOf(() => requireRole(certificate.roles, demands.role ?? null, options.roleRequired))),
    ],
    signingString: whole ? signingString(request, headers) : null,
    certificate,
    signature,
  };
}

/** What the signature names, what it covers, and whether it verifies. */
function signatureRefusals(
  request: SignedRequest,
  { keyId, headers, signature }: ReadSignature,
  certificate: SigningCertificate | null,
  options: ExamineOptions,
): readonly Refusal[] {
  const explaining = { ...options, explain: true };
  const named =
    keyId === null || certificate === null
      ? []
      : refusalOf(() => requireKeyId({ keyId }, certificate, explaining));
  if (headers === null) return named;
  const [uncovered, lacking] = [uncoveredNames(request, headers), lackingNames(request, headers)];
  const verifiable = signature !== null && lacking.length === 0 && isRsa(certificate);
  const fits = !verifiable || verifies(signingString(request, headers), signature, certificate.publicKey);
  return [
    ...named,
    ...(uncovered.length === 0 ? [] : [signatureInvalid(coversTooLittle(uncovered))]),
    ...lacking.map((name) => signatureInvalid(coversAbsent(name))),
    ...(fits ? [] : [signatureInvalid('the signature does not verify over the signing string')]),
  ];
}

function isRsa(certificate: SigningCertificate | null): certificate is SigningCertificate {
  return certificate?.publicKey.asymmetricKeyType === 'rsa';
}

function dateAndDigest({ headers, body }: SignedRequest, options: ExamineOptions): readonly Refusal[] {
  const [date, digest] = [headers.get('date'), headers.get('digest')];
  return [
    ...(date ? refusalOf(() => requireFreshDate(date, options.now, { ...options, explain: true })) : []),
    ...(digest === null ? [] : refusalOf(() => verifyDigest(digest, body, true))),
  ];
}
