/** Creates authorisations. An authorisation is open until the PSU has decided or its time is over. */
import { randomInt } from 'node:crypto';
import {
  type AuthorisationKind,
  bindingText,
  endedAuthorisationsPerTargetAtMost,
  formatOneTimeCode,
  scaLinkLifetimeMs,
} from '../../domain/authorisations/authorisation.ts';
import type { Instruction } from '../../domain/payments/instruction.ts';
import type { PsuRequest } from '../../domain/psu.ts';
import type { Context, Settings } from '../operation.ts';
import type { AuthorisationRecord } from '../ports/stores.ts';
import { digest, newLinkToken } from '../sca/secrets.ts';
import type { TargetId } from './ports.ts';
import { languageOf, redirectUriOf, storedPsuOf } from './psu.ts';

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
  let { clockOffsetAfterMove } = facts;
  // A new payment has no earlier authorisation.
  if (!input.implicit) {
    // The limit is one less here, because the new authorisation will end too.
    const endedAtMost = endedAuthorisationsPerTargetAtMost - 1;
    await stores.authorisations.supersede(input.target, input.kind, now, endedAtMost);
    // Reads the offset again, because a move of the clock may have begun while this request waited for a lock.
    if (settings.sandbox) clockOffsetAfterMove = await stores.tpps.clockOffsetAfterMove(caller.tppId);
  }
  const authorisation = newAuthorisation(context, psu, input, clockOffsetAfterMove);
  await stores.authorisations.insert(authorisation);
  return authorisation;
}

/** While the clock moves, the lifetime begins at the end of the move, so that the move does not end the link. */
export const expiryOfNewLink = (
  realNow: number,
  { sandbox }: Pick<Settings, 'sandbox'>,
  clockOffsetAfterMove: number,
) => realNow + (sandbox ? clockOffsetAfterMove : 0) + scaLinkLifetimeMs;

export function newAuthorisation(
  context: Context,
  psu: PsuRequest,
  input: OpenInput,
  clockOffsetAfterMove = context.facts.clockOffsetAfterMove,
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
    expiresAt: expiryOfNewLink(context.realNow, context.settings, clockOffsetAfterMove),
    endedAt: null,
  };
}

/** In the language of the PSU; null: the bank has no app, or the TPP prefers that the PSU approves on the pages of SCA. */
export const appMessageOf = (
  { bank }: Pick<Context, 'bank'>,
  { redirectPreferred, language }: AuthorisationRecord,
): string | null => (redirectPreferred ? null : (bank.appMessage?.[language ?? 'en'] ?? null));

export const codeBindingOf = (instructions: readonly Instruction[]): string =>
  digest(bindingText(instructions));

export const scaRedirectOf = ({ settings }: Pick<Context, 'settings'>, { linkToken }: AuthorisationRecord) =>
  `${settings.publicUrl}/sca/${linkToken}`;
