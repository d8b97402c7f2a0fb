/**
 * Judges a request. The checks run in the order of their refusals: certificate, signature header, keyId, coverage,
 * Date, signature value, Digest, role. If a check fails, those that depend on it are skipped, and `unread` names them.
 */

import { bodyToCome, requireRole, type SignedRequest } from '../domain/caller.ts';
import { type Refusal, refusalOf } from '../domain/refusal.ts';
import type { ExaminedCertificate, SigningCertificate } from './certificate.ts';
import {
  type CheckOptions,
  coverageRefusals,
  type Demands,
  namesWithoutHeader,
  requireFreshDate,
  requireKeyId,
  requireSignature,
} from './checks.ts';
import { type ReadSignature, readSignature, signatureInvalid, verifyDigest } from './signature.ts';

export interface JudgeOptions extends CheckOptions {
  /** Makes all checks at any cost, for a reader who sees the signing string too. */
  readonly examines: boolean;
}

export interface Judged {
  readonly refusals: readonly Refusal[];
  readonly signature: ReadSignature;
  /** Whether the signature names headers and the request contains all of them. */
  readonly signable: boolean;
  /** Checks that were skipped. */
  readonly unread: readonly string[];
}

/** null: the check was skipped. */
type Finding = readonly Refusal[] | null;

/** To hash this many bytes costs less than to verify a signature. */
const digestedUnverified = 16_384;

const nothing = { keyId: null, headers: null, signature: null, faults: [] };

/** `now` is real time, epoch milliseconds. */
export function judge(
  request: SignedRequest,
  { certificate, refusals: unfit }: ExaminedCertificate,
  demands: Demands,
  options: JudgeOptions,
  now: number,
): Judged {
  const header = (name: string) => request.headers.get(name) || null;
  const [date, signatureHeader] = [header('date'), header('signature')];
  const { faults, ...signature } = signatureHeader === null ? nothing : readSignature(signatureHeader);
  const { keyId, headers } = signature;
  const absentNames = headers === null ? [] : namesWithoutHeader(request, headers);
  const signable = headers !== null && absentNames.length === 0;
  const value = signable ? judgeValue(request, signature, certificate, options) : null;
  const digest = judgeDigest(request, value?.length === 0, options);
  const role = judgeRole(certificate, demands, options);
  return {
    refusals: [
      ...unfit,
      ...faults.map((fault) => signatureInvalid(fault)),
      ...(keyId === null || certificate === null
        ? []
        : refusalOf(() => requireKeyId(keyId, certificate, options))),
      ...(headers === null ? [] : coverageRefusals(request, headers, absentNames, options)),
      ...(date === null ? [] : refusalOf(() => requireFreshDate(date, now, options))),
      ...(value ?? []),
      ...(digest ?? []),
      ...(role ?? []),
    ],
    signature,
    signable,
    unread: [
      ...(certificate === null ? ['keyId'] : []),
      ...(value === null ? ['signature value'] : []),
      ...(digest === null ? ['digest'] : []),
      ...(role === null ? ['role'] : []),
    ],
  };
}

/** A key of another kind occurs only in a certificate that is merely examined. */
function judgeValue(
  request: SignedRequest,
  { headers, signature }: ReadSignature,
  certificate: SigningCertificate | null,
  { explain, examines }: JudgeOptions,
): Finding {
  if (headers === null || signature === null || certificate?.publicKey.asymmetricKeyType !== 'rsa')
    return null;
  const hasDetails = explain && !examines;
  return refusalOf(() => requireSignature(request, { headers, signature }, certificate, hasDetails));
}

/** Does not hash a long body for an invalid signature, unless everything is checked. */
function judgeDigest(
  { headers, body }: SignedRequest,
  verified: boolean,
  { explain, examines }: JudgeOptions,
): Finding {
  const digest = headers.get('digest');
  if (digest === null) return [];
  const long = body !== null && body.length > digestedUnverified;
  if (body === bodyToCome || (long && !verified && !examines)) return null;
  return refusalOf(() => verifyDigest(digest, body, explain));
}

function judgeRole(
  certificate: SigningCertificate | null,
  { role = null }: Demands,
  { roleRequired }: JudgeOptions,
): Finding {
  if (certificate === null) return role === null && !roleRequired ? [] : null;
  return refusalOf(() => requireRole(certificate.roles, role, roleRequired));
}
