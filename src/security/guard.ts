/** Turns a signed request into a caller or a refusal. Nothing in a request may take effect before `verify`. */
import { type Caller, requireRole, type SignedRequest } from '../domain/caller.ts';
import { type Refusal, refusalsOf, refuseAll, refuseTogether } from '../domain/refusal.ts';
import { createCertificateReader, type ExaminedCertificate, type SigningCertificate } from './certificate.ts';
import {
  type CheckOptions,
  coverageRefusals,
  type Demands,
  missingHeaderFaults,
  rememberKeyId,
  requireFreshDate,
  requireKeyId,
  requireSignature,
} from './checks.ts';
import type { Revocations } from './revocation.ts';
import {
  coveredValue,
  type ParsedSignature,
  readSignature,
  refuseSignature,
  signingString,
  verifyDigest,
} from './signature.ts';
import type { TrustStore } from './trust.ts';

export interface Guard {
  /** Throws only a Refusal: 400 for missing headers, 401, or 403 for a missing role. */
  verify(request: SignedRequest, demands: Demands): Caller;
  /** Whether the certificate is still trusted and not revoked. True for a caller without a certificate. */
  isInForce(caller: { readonly certificate?: string | null }): boolean;
  /**
   * The TPP that a refused request names, perhaps falsely. null: no trusted certificate.
   * `wasChecked` true: `verify` has read the certificate, and has cached it if it is trusted. So this call reads only the cache.
   */
  tppOfCertificate(headers: SignedRequest['headers'], wasChecked: boolean): string | null;
}

export interface GuardOptions extends CheckOptions {
  readonly trust: TrustStore;
  readonly revocations?: Revocations | null | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function createGuard(options: GuardOptions): Guard {
  const certificates = createCertificateReader(options.trust, options.revocations ?? null);
  const judgeOptions = { ...options, makesAllChecks: false };
  return {
    verify(request, demands) {
      const missingHeaders = missingHeaderFaults(request, demands);
      if (missingHeaders.length > 0) throw refuseAll(missingHeaders);
      const now = options.now();
      const certificateCheck = certificates.read(request.headers.get('tpp-signature-certificate') ?? '', now);
      const judgement = judge(request, certificateCheck, demands, judgeOptions, now);
      const { certificate } = certificateCheck;
      const { keyId, signature } = judgement.signature;
      if (judgement.refusals.length > 0 || certificate === null || keyId === null || signature === null)
        throw refuseTogether(judgement.refusals, judgement.skippedChecks);
      rememberKeyId(keyId, certificate);
      const { tppId, name, roles, id, domains, notAfter: certificateEnd } = certificate;
      const caller = { tppId, name, roles, domains, certificate: id, certificateEnd };
      return { ...caller, signature: signature.toString('base64') };
    },
    tppOfCertificate(headers, wasChecked) {
      const header = headers.get('tpp-signature-certificate');
      return header ? certificates.tppOf(header, options.now(), wasChecked) : null;
    },
    isInForce: ({ certificate }) => certificate == null || certificates.isInForce(certificate, options.now()),
  };
}

export interface JudgeOptions extends CheckOptions {
  /** true for `examine`: no digest is skipped. Refusals omit the signing string, which `examine` returns separately. */
  readonly makesAllChecks: boolean;
}

/** null: the check was skipped. */
type CheckRefusals = readonly Refusal[] | null;

/** A body of this length costs less to hash than a signature to verify, so its digest is checked even if the signature is invalid. */
const cheapDigestBytes = 16_384;

const noSignature = { keyId: null, headers: null, signature: null, faults: [] };

/** Skips a check if another check on which it depends has failed. */
export function judge(
  request: SignedRequest,
  { certificate, refusals: certificateRefusals }: ExaminedCertificate,
  demands: Demands,
  options: JudgeOptions,
  now: number,
) {
  const readHeader = (name: string) => request.headers.get(name) || null;
  const [date, signatureHeader] = [readHeader('date'), readHeader('signature')];
  const { faults, ...signature } = signatureHeader === null ? noSignature : readSignature(signatureHeader);
  const { keyId, headers: coveredNames } = signature;
  const absentNames = (coveredNames ?? []).filter((name) => coveredValue(request, name) === null);
  const signatureValueRefusals =
    absentNames.length === 0 ? checkSignatureValue(request, signature, certificate, options) : null;
  const isSignatureValid = signatureValueRefusals?.length === 0;
  const digestRefusals = checkDigest(request, isSignatureValid, options);
  const roleRefusals = checkRole(certificate, demands, options);
  return {
    refusals: [
      ...certificateRefusals,
      ...faults.map((fault) => refuseSignature(fault)),
      ...(keyId === null || certificate === null
        ? []
        : refusalsOf(() => requireKeyId(keyId, certificate, options))),
      ...(coveredNames === null ? [] : coverageRefusals(request, coveredNames, absentNames, options)),
      ...(date === null ? [] : refusalsOf(() => requireFreshDate(date, now, options))),
      ...(signatureValueRefusals ?? []),
      ...(digestRefusals ?? []),
      ...(roleRefusals ?? []),
    ],
    signature,
    skippedChecks: [
      ...(certificate === null ? ['keyId'] : []),
      ...(signatureValueRefusals === null ? ['signature value'] : []),
      ...(digestRefusals === null ? ['digest'] : []),
      ...(roleRefusals === null ? ['role'] : []),
    ],
  };
}

/** Skips the check for keys other than RSA. Only `examine` passes certificates with such keys. */
function checkSignatureValue(
  request: SignedRequest,
  { headers, signature }: ParsedSignature,
  certificate: SigningCertificate | null,
  { explain, makesAllChecks }: JudgeOptions,
): CheckRefusals {
  if (headers === null || signature === null || certificate?.publicKey.asymmetricKeyType !== 'rsa')
    return null;
  const showsSigningString = explain && !makesAllChecks;
  const text = signingString(request, headers);
  return refusalsOf(() => requireSignature(text, signature, certificate.publicKey, showsSigningString));
}

function checkDigest(
  { headers, body }: SignedRequest,
  isSignatureValid: boolean,
  { explain, makesAllChecks }: JudgeOptions,
): CheckRefusals {
  const digest = headers.get('digest');
  if (digest === null) return [];
  const isLong = body !== null && body.length > cheapDigestBytes;
  if (isLong && !isSignatureValid && !makesAllChecks) return null;
  return refusalsOf(() => verifyDigest(digest, body, explain));
}

function checkRole(
  certificate: SigningCertificate | null,
  { role = null }: Demands,
  { mustStateRoles }: JudgeOptions,
): CheckRefusals {
  const isRoleRequired = role !== null || mustStateRoles;
  if (certificate === null) return isRoleRequired ? null : [];
  return refusalsOf(() => requireRole(certificate.roles, role, { mustStateRoles }));
}
