/** Whom the doors admit: the guard for signatures, tokens of the console, and the rate limit of each TPP. */
import type { Clock, UnitOfWork } from '../operations/ports/stores.ts';
import { callerOfToken } from '../operations/tokens/create-console-token.ts';
import { createGuard } from '../security/guard.ts';
import type { Revocations } from '../security/revocation.ts';
import { createTrustStore } from '../security/trust.ts';
import { rememberCallers } from '../web/caller-memory.ts';
import type { DoorGuard } from '../web/door.ts';
import { createRateLimit } from '../web/rate-limit.ts';

export interface CallerParts {
  /** PEM texts of the certificates to trust. */
  readonly trustAnchors: readonly string[];
  /** Absent: revocation is not looked up. */
  readonly revocations?: Revocations;
  readonly sandbox: boolean;
  readonly signatureMaxAgeSeconds: number;
  /** Requests a second of each TPP; no bound when absent. */
  readonly rateLimit?: number;
}

/** Whom a request comes from: by signature, or in a sandbox by console token. Each counts against the TPP's rate. */
export function createCallers(
  parts: CallerParts,
  work: UnitOfWork,
  clock: Clock,
  refused: (error: unknown) => void,
) {
  const verifier = createGuard({
    trust: createTrustStore([...parts.trustAnchors]),
    ...(parts.revocations ? { revocations: parts.revocations } : {}),
    now: clock,
    maxAgeSeconds: parts.signatureMaxAgeSeconds,
    explain: parts.sandbox,
    roleRequired: !parts.sandbox,
  });
  // Only a verified caller is counted, so that nobody can use up the rate of another TPP.
  const limit = createRateLimit(parts.rateLimit ?? 0, clock);
  const remembered = rememberCallers((token) => callerOfToken(work.read, token, clock()), clock);
  const guard: DoorGuard = {
    verify(request, demands) {
      try {
        return verifier.verify(request, demands);
      } catch (error) {
        refused(error);
        throw error;
      }
    },
    admit: ({ tppId }) => limit(tppId),
  };
  /** A token is valid only as long as the certificate that asked for it. */
  const ofToken = async (token: string) => {
    const caller = await remembered(token);
    return caller !== null && verifier.stands(caller) ? caller : null;
  };
  return { guard, ofToken, verifier };
}
