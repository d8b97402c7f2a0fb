/**
 * Authorisations: what a PSU is asked to confirm, how long, and how it may end (contract 5, specification 5.1).
 * `scaStatus` follows Berlin Group; the outcome of an approval is decided elsewhere, under a row lock.
 */
import { lifecycle, type StatusTable } from '../lifecycle.ts';

export const scaStatuses = ['started', 'psuAuthenticated', 'finalised', 'failed', 'exempted'] as const;
export type ScaStatus = (typeof scaStatuses)[number];

/** Which SCA status may follow which. */
export const scaMoves: StatusTable<ScaStatus> = {
  started: ['psuAuthenticated', 'finalised', 'failed', 'exempted'],
  psuAuthenticated: ['finalised', 'failed'],
  finalised: [],
  failed: [],
  exempted: [],
};
export const scaLifecycle = lifecycle(scaMoves);

/** What an authorisation is for. */
export const authorisationKinds = ['LOGIN', 'PAYMENT', 'CANCELLATION', 'BASKET'] as const;
export type AuthorisationKind = (typeof authorisationKinds)[number];

/** Why an authorisation ended; the texts that the TPP's `message` and the PSU's page are made from. */
export const endReasons = {
  APPROVED: 'approved',
  REJECTED: 'rejected by the PSU',
  WRONG_CODE: 'ended after five wrong numbers or codes',
  EXPIRED: 'not finished within 15 minutes',
  SUPERSEDED: 'replaced by a later authorisation',
  WITHDRAWN: 'withdrawn by the third party',
  NOT_ALLOWED: 'the customer may not use the debtor account',
  WRONG_IDENTITY: 'the customer is not the one whom the TPP named',
  RESOURCE_CHANGED: 'what was to be approved has changed or ended meanwhile',
  PAYMENT_FAILED: 'approved, but the bank could not carry the payment out',
} as const;
export type EndReason = keyof typeof endReasons;

/** A link to the SCA page is dead after this long (contract 5). */
export const linkLifetimeMs = 15 * 60_000;
/** A PSU session is authenticated for 180 days (specification 8). */
export const sessionLifetimeMs = 180 * 24 * 3_600_000;
/** The wrong number or code that ends an authorisation. */
export const wrongAttemptsAtMost = 5;

/** Ways to authenticate that the bank of this service knows. */
export const authMethods = ['CODE_DEVICE', 'SMS', 'BANK_APP'] as const;
export type AuthMethod = (typeof authMethods)[number];

/** The preferred method when it is one the bank knows, however it was spelt. */
export function knownAuthMethod(preferred: string | null): AuthMethod | null {
  const wanted = preferred
    ?.trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');
  return authMethods.find((method) => method === wanted) ?? null;
}

/** The language of the pages from Accept-Language: nb (also no, nn) or en, whichever stands higher. */
export function pageLanguage(acceptLanguage: string | null): 'en' | 'nb' {
  const ranked = (acceptLanguage ?? '')
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters
        .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
        .find((q) => q !== undefined);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality), index };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index);
  const first = ranked.find(({ tag }) => /^(nb|no|nn|en)(-|$)/.test(tag));
  return first !== undefined && !first.tag.startsWith('en') ? 'nb' : 'en';
}
