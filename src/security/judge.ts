/**
 * Makes all checks of a signed request. Their refusals are in this order: certificate, signature header, keyId, coverage, Date, signature
 * value, Digest, role. If a check fails, those that depend on it are skipped.
 */

import { bodyToCome, requireRole, type SignedRequest } from '../domain/caller.ts';
import { type Refusal, refusalOf } from '../domain/refusal.ts';
import type { ExaminedCertificate, SigningCertificate } from './certificate.ts';
import {
  absentHeaderNames,
  type CheckOptions,
  coverageRefusals,
  type Demands,
  requireFreshDate,
  requireKeyId,
  requireSignature,
} from './checks.ts';
import { type ParsedSignature, readSignature, signatureInvalid, verifyDigest } from './signature.ts';

export interface JudgeOptions extends CheckOptions {
  /** Whether to make expensive checks too, to help somebody correct the request. The signing string is then shown separately. */
  readonly makesAllChecks: boolean;
}

export interface Judgement {
  readonly refusals: readonly Refusal[];
  readonly signature: ParsedSignature;
  /** Names of the checks that were not made. */
  readonly skippedChecks: readonly string[];
}

/** null: the check was skipped. */
type CheckRefusals = readonly Refusal[] | null;

/** Up to this length, hashing a body costs less than verifying a signature. The digest is then checked even if the signature is invalid. */
const cheapDigestBytes = 16_384;

const noSignature = { keyId: null, headers: null, signature: null, faults: [] };

/** `now` is real time, epoch milliseconds. */
export function judge(
  request: SignedRequest,
  { certificate, refusals: certificateRefusals }: ExaminedCertificate,
  demands: Demands,
  options: JudgeOptions,
  now: number,
): Judgement {
  const header = (name: string) => request.headers.get(name) || null;
  const [date, signatureHeader] = [header('date'), header('signature')];
  const { faults, ...signature } = signatureHeader === null ? noSignature : readSignature(signatureHeader);
  const { keyId, headers: coveredNames } = signature;
  const absentNames = coveredNames === null ? [] : absentHeaderNames(request, coveredNames);
  // The request contains all headers that the signature names.
  const hasSigningString = coveredNames !== null && absentNames.length === 0;
  const signatureValueRefusals = hasSigningString
    ? checkSignatureValue(request, signature, certificate, options)
    : null;
  const isSignatureValid = signatureValueRefusals?.length === 0;
  const digestRefusals = checkDigest(request, isSignatureValid, options);
  const roleRefusals = checkRole(certificate, demands, options);
  return {
    refusals: [
      ...certificateRefusals,
      ...faults.map((fault) => signatureInvalid(fault)),
      ...(keyId === null || certificate === null
        ? []
        : refusalOf(() => requireKeyId(keyId, certificate, options))),
      ...(coveredNames === null ? [] : coverageRefusals(request, coveredNames, absentNames, options)),
      ...(date === null ? [] : refusalOf(() => requireFreshDate(date, now, options))),
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

/** Skips keys that are not RSA. Without `makesAllChecks` there are none: their certificate is null. */
function checkSignatureValue(
  request: SignedRequest,
  { headers, signature }: ParsedSignature,
  certificate: SigningCertificate | null,
  { explain, makesAllChecks }: JudgeOptions,
): CheckRefusals {
  if (headers === null || signature === null || certificate?.publicKey.asymmetricKeyType !== 'rsa')
    return null;
  const showsSigningString = explain && !makesAllChecks;
  return refusalOf(() => requireSignature(request, { headers, signature }, certificate, showsSigningString));
}

/** Skips a body that has not arrived, and, without `makesAllChecks`, a long body if the signature is invalid. */
function checkDigest(
  { headers, body }: SignedRequest,
  isSignatureValid: boolean,
  { explain, makesAllChecks }: JudgeOptions,
): CheckRefusals {
  const digest = headers.get('digest');
  if (digest === null) return [];
  const isLong = body !== null && body.length > cheapDigestBytes;
  if (body === bodyToCome || (isLong && !isSignatureValid && !makesAllChecks)) return null;
  return refusalOf(() => verifyDigest(digest, body, explain));
}

function checkRole(
  certificate: SigningCertificate | null,
  { role = null }: Demands,
  { mustStateRoles }: JudgeOptions,
): CheckRefusals {
  if (certificate === null) return role === null && !mustStateRoles ? [] : null;
  return refusalOf(() => requireRole(certificate.roles, role, mustStateRoles));
}
