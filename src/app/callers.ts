import { consoleSession } from '../browser/console-session.ts';
import type { Caller } from '../domain/caller.ts';
import type { DoorGuard, PresentedToken, Tokens } from '../http/door.ts';
import { type Clock, type SharedWork, unverifiedTppId } from '../operations/ports/stores.ts';
import { hashOfSession, hashOfToken, hasTokenShape } from '../operations/tokens/create-console-token.ts';
import { createCallerCache, isUnexpired } from '../security/caller-cache.ts';
import { createGuard } from '../security/guard.ts';
import { createRateLimit } from '../security/rate-limit.ts';
import type { Revocations } from '../security/revocation.ts';
import { createSignaturesOfReads } from '../security/signatures-of-reads.ts';
import type { TrustStore } from '../security/trust.ts';

export interface CallerParts {
  readonly trust: TrustStore;
  /** null: revocation is not checked. */
  readonly revocations?: Revocations | null;
  readonly sandbox: boolean;
  readonly publicUrl: string;
  readonly signatureMaxAgeSeconds: number;
  /** Requests per second of each TPP; 0 or absent: no limit. */
  readonly rateLimit?: number;
}

/** An open stream reads its token from the database again when the cached token is older than this. */
const streamTokenMaxAgeMs = 2_000;

export function createCallers(
  parts: CallerParts,
  work: SharedWork,
  clock: Clock,
  onSignatureRefusal: (error: unknown) => void,
) {
  const guard = createGuard({
    trust: parts.trust,
    revocations: parts.revocations,
    now: clock,
    maxAgeSeconds: parts.signatureMaxAgeSeconds,
    explain: parts.sandbox,
    mustStateRoles: !parts.sandbox,
  });
  const countOrRefuse = createRateLimit(parts.rateLimit ?? 0, clock);
  const callerCache = createCallerCache(async (hash) => {
    const tokenRow = await work.of(unverifiedTppId).stores.tokens.find(hash, clock());
    if (tokenRow === null) return null;
    const { expiresAt, ...caller } = tokenRow;
    return { ...caller, token: { hash, expiresAt } };
  }, clock);
  const doorGuard: DoorGuard = {
    verify(request, demands) {
      try {
        return guard.verify(request, demands);
      } catch (error) {
        onSignatureRefusal(error);
        throw error;
      }
    },
    // Counts only verified requests, so that nobody can use up the rate of another TPP.
    admit: ({ tppId }) => countOrRefuse(tppId),
  };
  const isInForce = (caller: Caller): boolean => guard.isInForce(caller) && isUnexpired(caller, clock());
  const tokens: Tokens = {
    /** A token is valid only as long as the certificate for which it was created. */
    async callerOf({ kind, text }: PresentedToken) {
      if (!hasTokenShape(text)) return null;
      const caller = await callerCache.find(kind === 'SESSION' ? hashOfSession(text) : hashOfToken(text));
      return caller !== null && isInForce(caller) ? caller : null;
    },
    isInForce,
    async stillExists({ token }) {
      return token === undefined || (await callerCache.find(token.hash, streamTokenMaxAgeMs)) !== null;
    },
    forget: ({ token }) => token && callerCache.delete(token.hash),
  };
  return {
    guard: doorGuard,
    tokens,
    tppOfCertificate: guard.tppOfCertificate,
    session: consoleSession(parts.publicUrl),
    signaturesOfReads: createSignaturesOfReads(clock, parts.signatureMaxAgeSeconds),
  };
}
