/** Creates authorisations. An authorisation is open until the PSU has decided or its time is over. */
import { randomInt } from 'node:crypto';
import {
  type AuthorisationKind,
  bindingText,
  endedAuthorisationsPerTargetAtMost,
  formatOneTimeCode,
  scaLinkLifetimeMs,
} from '../../domain/authorisations/authorisation.ts';
import { type PageLanguage, pageLanguage } from '../../domain/authorisations/language.ts';
import type { Instruction } from '../../domain/payments/instruction.ts';
import type { PsuRequest } from '../../domain/psu.ts';
import type { Context, Settings } from '../operation.ts';
import type { AuthorisationRecord, PaymentRecord } from '../ports/stores.ts';
import { digest, newLinkToken } from '../sca/secrets.ts';
import type { StoredPsu, TargetId } from './ports.ts';

interface OpenInput {
  readonly kind: AuthorisationKind;
  /** Absent for a log-in. */
  readonly target?: TargetId;
  readonly instructions: readonly Instruction[];
  /** true: the request that creates the payment also starts this authorisation. */
  readonly implicit?: boolean;
}

/** Replaces an open authorisation of the same kind. */
export async function openAuthorisation(
  context: Context,
  psu: PsuRequest,
  input: OpenInput & { readonly target: TargetId },
): Promise<AuthorisationRecord> {
  const { stores, caller, facts, settings, now } = context;
  let { offsetAfterMove } = facts;
  // A new payment has no earlier authorisation.
  if (!input.implicit) {
    // The limit is one less here, because the new authorisation will end too.
    const endedAtMost = endedAuthorisationsPerTargetAtMost - 1;
    await stores.authorisations.supersede(input.target, input.kind, now, endedAtMost);
    // Reads the offset again, because a move of the clock may have begun while this request waited for a lock.
    if (settings.sandbox) offsetAfterMove = await stores.tpps.offsetAfterMove(caller.tppId);
  }
  const authorisation = newAuthorisation(context, psu, input, offsetAfterMove);
  await stores.authorisations.insert(authorisation);
  return authorisation;
}

/** While the clock moves, the lifetime begins at the end of the move, so that the move does not end the link. */
export const expiryOfNewLink = (
  realNow: number,
  { sandbox }: Pick<Settings, 'sandbox'>,
  offsetAfterMove: number,
) => realNow + (sandbox ? offsetAfterMove : 0) + scaLinkLifetimeMs;

export function newAuthorisation(
  context: Context,
  psu: PsuRequest,
  input: OpenInput,
  offsetAfterMove = context.facts.offsetAfterMove,
): AuthorisationRecord {
  return {
    authorisationId: context.ids.next(),
    tppId: context.caller.tppId,
    kind: input.kind,
    paymentId: null,
    basketId: null,
    ...input.target,
    scaStatus: 'started',
    endReason: null,
    linkToken: newLinkToken(context.caller.tppId),
    implicit: input.implicit === true,
    opened: false,
    ...storedPsuOf(psu),
    redirectUri: redirectUriOf(psu),
    brand: psu.brand,
    authMethodPreferred: psu.authMethodPreferred,
    language: languageOf(psu),
    customerId: null,
    agreementId: null,
    code: formatOneTimeCode(randomInt(0, 1_000_000)),
    codeBinding: codeBindingOf(input.instructions),
    wrongAttempts: 0,
    wrongCodes: 0,
    browserHash: null,
    createdAt: context.now,
    expiresAt: expiryOfNewLink(context.realNow, context.settings, offsetAfterMove),
    endedAt: null,
  };
}

export const storedPsuOf = (psu: PsuRequest): StoredPsu => ({
  psuId: psu.psuId,
  identityNumber: psu.identityNumber,
  sessionId: psu.sessionId,
  psuContext: psu.context,
  corporateId: psu.corporateId,
  redirectUri: psu.redirectUri,
  redirectPreferred: psu.redirectPreferred ?? true,
});

/** The creation of a payment or basket requires TPP-Redirect-URI, so each authorisation has an address. */
export function redirectUriOf({ redirectUri }: Pick<PsuRequest, 'redirectUri'>): string {
  if (redirectUri !== null) return redirectUri;
  throw new Error('a payment or a basket was created without TPP-Redirect-URI');
}

/** In the language of the PSU; null: the PSU cannot approve in a bank app. */
export const appMessageOf = (
  { bank }: Pick<Context, 'bank'>,
  { redirectPreferred, language }: AuthorisationRecord,
): string | null => (redirectPreferred ? null : (bank.appMessage?.[language ?? 'en'] ?? null));

/** null: the browser decides. */
export const languageOf = ({ acceptLanguage }: PsuRequest): PageLanguage | null =>
  acceptLanguage ? pageLanguage(acceptLanguage) : null;

export const codeBindingOf = (instructions: readonly Instruction[]): string =>
  digest(bindingText(instructions));

export const scaRedirectOf = ({ settings }: Pick<Context, 'settings'>, { linkToken }: AuthorisationRecord) =>
  `${settings.publicUrl}/sca/${linkToken}`;

type PsuOfTarget = StoredPsu & Partial<Pick<PaymentRecord, 'brand' | 'authMethodPreferred'>>;

/** Stored values fill in what the request lacks. */
export function psuOf(storedPsu: PsuOfTarget, psuRequest: PsuRequest): PsuRequest {
  return {
    psuId: psuRequest.psuId ?? storedPsu.psuId,
    identityNumber: psuRequest.identityNumber ?? storedPsu.identityNumber,
    sessionId: psuRequest.sessionId ?? storedPsu.sessionId,
    redirectUri: psuRequest.redirectUri ?? storedPsu.redirectUri,
    redirectPreferred: psuRequest.redirectPreferred ?? storedPsu.redirectPreferred,
    brand: psuRequest.brand ?? storedPsu.brand ?? null,
    authMethodPreferred: psuRequest.authMethodPreferred ?? storedPsu.authMethodPreferred ?? null,
    corporateId: psuRequest.corporateId ?? storedPsu.corporateId,
    context: psuRequest.context ?? storedPsu.psuContext,
    ipAddress: psuRequest.ipAddress,
    acceptLanguage: psuRequest.acceptLanguage,
    notification: psuRequest.notification,
  };
}
