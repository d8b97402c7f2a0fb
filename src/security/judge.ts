/**
 * Everything that is wrong with a signed request whose certificate has been read, in the order in which a refusal names
 * it: certificate, signature header, keyId, coverage, Date, signature value, Digest, role. A check that depends on one
 * that failed is skipped and named in `unread`. guard.ts and examine.ts use it.
 */

import { bodyToCome, requireRole, type SignedRequest } from '../domain/caller.ts';
import { type Refusal, refusalOf } from '../domain/refusal.ts';
import type { ExaminedCertificate, SigningCertificate } from './certificate.ts';
import {
  type CheckOptions,
  coverageRefusals,
  type Demands,
  lackingNames,
  requireFreshDate,
  requireKeyId,
  requireSignature,
} from './checks.ts';
import { type ReadSignature, readSignature, signatureInvalid, verifyDigest } from './signature.ts';

export interface JudgeOptions extends CheckOptions {
  /** Whether everything is checked, whatever it costs, for a reader who sees the signing string beside the faults. */
  readonly examines: boolean;
}

export interface Judged {
  readonly refusals: readonly Refusal[];
  readonly signature: ReadSignature;
  /** Whether there is a signing string: the signature names headers, and the request carries them all. */
  readonly signable: boolean;
  /** What could not be checked. */
  readonly unread: readonly string[];
}

/** What is wrong; null: it could not be checked. */
type Finding = readonly Refusal[] | null;

/** Hashing this many bytes costs less than verifying a signature. */
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
  const absentNames = headers === null ? [] : lackingNames(request, headers);
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

/** Keys other than RSA are not accepted, and occur only in certificates that are merely examined. */
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

/** A long body is not hashed for a signature that does not verify, unless everything is checked. */
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
