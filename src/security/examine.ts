/** Makes all checks of guard.ts to help somebody correct a request, even if the certificate is not trusted. */
import type { SignedRequest } from '../domain/caller.ts';
import type { Fault, Refusal } from '../domain/refusal.ts';
import { examineCertificate, type SigningCertificate } from './certificate.ts';
import { type CheckOptions, type Demands, missingHeaderFaults } from './checks.ts';
import { judge } from './guard.ts';
import { coveredValue, type ParsedSignature, readCoveredNames, signingString } from './signature.ts';
import type { TrustStore } from './trust.ts';

export interface Examination {
  readonly missingHeaders: readonly Fault[];
  readonly refusals: readonly Refusal[];
  /** null: the parameter `headers` cannot be read, or the request contains none of the covered headers. */
  readonly signingString: string | null;
  readonly certificate: SigningCertificate | null;
  readonly signature: ParsedSignature;
}

/** `now` is epoch milliseconds. */
export function examine(
  request: SignedRequest,
  demands: Demands,
  options: Omit<CheckOptions, 'explain'> & { readonly trust: TrustStore; readonly now: number },
): Examination {
  const header = request.headers.get('tpp-signature-certificate') || null;
  const certificateCheck =
    header === null
      ? { certificate: null, refusals: [] }
      : examineCertificate(header, options.trust, options.now);
  const { refusals, signature } = judge(
    request,
    certificateCheck,
    demands,
    { ...options, explain: true, makesAllChecks: true },
    options.now,
  );
  return {
    missingHeaders: missingHeaderFaults(request, demands),
    refusals,
    signingString: availableSigningString(request),
    certificate: certificateCheck.certificate,
    signature,
  };
}

function availableSigningString(request: SignedRequest): string | null {
  const header = request.headers.get('signature') ?? '';
  const names = readCoveredNames(header) ?? [];
  const presentNames = names.filter((name) => coveredValue(request, name) !== null);
  return presentNames.length === 0 ? null : signingString(request, presentNames);
}
