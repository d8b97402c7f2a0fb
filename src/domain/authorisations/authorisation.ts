import { z } from 'zod';
import { opaqueId } from '../fields/shown.ts';
import { noDerivedFields, viewOf } from '../fields/view.ts';
import { accountKey, type Instruction, transfersOf } from '../payments/instruction.ts';
import type { StatusTable } from '../payments/status.ts';
import type { Branded } from '../values/brand.ts';

export const scaStatuses = ['started', 'psuAuthenticated', 'finalised', 'failed', 'exempted'] as const;
export type ScaStatus = (typeof scaStatuses)[number];

/** `psuAuthenticated` becomes `started` when another browser opens the link, because the PSU must authenticate again there. */
export const scaMoves: StatusTable<ScaStatus> = {
  started: ['psuAuthenticated', 'finalised', 'failed', 'exempted'],
  psuAuthenticated: ['started', 'finalised', 'failed'],
  finalised: [],
  failed: [],
  exempted: [],
};

/** A move of the table, or the same status as before. */
export type NextScaStatus = Branded<ScaStatus, 'NextScaStatus'>;

export function nextScaStatus(from: ScaStatus, to: ScaStatus): NextScaStatus {
  if (from !== to && !scaMoves[from].includes(to))
    throw new Error(`an authorisation never moves from ${from} to ${to}`);
  return to as NextScaStatus;
}

export type AuthorisationKind = 'LOGIN' | 'PAYMENT' | 'CANCELLATION' | 'BASKET';

/** The TPP gets the text in the parameter `message` of its redirect URI. The pages of SCA have their own texts. */
export const endReasons = {
  APPROVED: 'approved',
  REJECTED: 'rejected by the PSU',
  WRONG_CODE: 'ended after five wrong numbers or codes',
  TOO_MANY_CODES: 'ended after fifteen wrong codes in the authorisations of one payment',
  EXPIRED: 'not finished in time',
  SUPERSEDED: 'replaced by a later authorisation',
  WITHDRAWN: 'withdrawn by the third party',
  NOT_ALLOWED: 'the customer may not use the debtor account',
  WRONG_IDENTITY: 'the customer is not the person whom the TPP named',
  RESOURCE_CHANGED: 'the payment or basket has changed or ended in the meantime',
  UNVERIFIED: 'the response of the identity provider failed a check',
  PAYMENT_FAILED: 'approved, but the bank could not carry it out',
} as const;
export type EndReason = keyof typeof endReasons;

export const scaLinkLifetimeMs = 15 * 60_000;
/** A PSU gets at least this time to approve at a remote bank. */
export const remoteLifetimeMs = 60 * 60_000;
export const sessionLifetimeMs = 180 * 24 * 3_600_000;
/** Wrong customer numbers and codes together, in one authorisation. */
export const wrongAttemptsAtMost = 5;

export const formatOneTimeCode = (number: number): string => String(number).padStart(6, '0');

/** How long the service stores old rows, in real time. */
export const retentionMs = {
  login: 24 * 3_600_000,
  otherAuthorisation: 90 * 24 * 3_600_000,
  /** Twice the lifetime, so that for some time the service can tell an expired session from an unknown one. */
  session: 2 * sessionLifetimeMs,
  wrongCodes: 24 * 3_600_000,
} as const;
/**
 * A target is a payment or a basket. Above this number, a new authorisation deletes the oldest ended authorisations of its target. An
 * ended authorisation with wrong codes does not count and is not deleted, because the limit of wrong codes needs it.
 */
export const endedAuthorisationsPerTargetAtMost = 100;
export const openLoginsPerTppAtMost = 10_000;

export const authMethods = ['CODE_DEVICE', 'SMS', 'BANK_APP'] as const;
export type AuthMethod = (typeof authMethods)[number];

/** Accepts any spelling: `sms`, `bank-app`, `Code Device`. null: the text names no method of this bank. */
export function readAuthMethod(preferred: string | null): AuthMethod | null {
  const methodName = preferred
    ?.trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');
  return authMethods.find((method) => method === methodName) ?? null;
}

export interface ShownAuthorisation {
  readonly authorisationId: string;
  readonly scaStatus: ScaStatus;
  /** Epoch milliseconds by the clock of the TPP. Only GraphQL shows this field. */
  readonly expiresAt: number;
}

/** Copies only the fields that responses show. */
export const shownAuthorisation = ({
  authorisationId,
  scaStatus,
  expiresAt,
}: ShownAuthorisation): ShownAuthorisation => ({ authorisationId, scaStatus, expiresAt });

export const authorisationView = viewOf<ShownAuthorisation>()(
  z
    .strictObject({
      authorisationId: opaqueId,
      scaStatus: z.enum(scaStatuses).meta({
        id: 'ScaStatus',
        description: 'Status of an authorisation, in the codes of the Berlin Group.',
      }),
    })
    .meta({
      id: 'Authorisation',
      description: 'An authorisation by a PSU and its status.',
    }),
  noDerivedFields,
);

/** The service binds a one-time code to this text, so that the code approves no other payment. */
export function bindingText(instructions: readonly Instruction[]): string {
  return JSON.stringify(
    instructions.map((instruction) => [
      accountKey(instruction.debtorAccount),
      transfersOf(instruction).map((transfer) => [
        transfer.instructedAmount.amount,
        transfer.instructedAmount.currency,
        transfer.creditorName,
        accountKey(transfer.creditorAccount),
      ]),
    ]),
  );
}
