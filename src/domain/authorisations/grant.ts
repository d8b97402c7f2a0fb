/**
 * What an identity provider has granted, and whether it is what was asked for: strength and time of the authentication, and
 * every authorization detail (RFC 9396). A provider may add fields to a detail, but never change one.
 */

/** An authorization detail as JSON; `paymentId` names what it is for. */
export interface PaymentDetail {
  readonly type: 'payment_initiation';
  readonly paymentId: string;
  readonly [field: string]: unknown;
}

/** What the ID token and the token response say. Times are epoch seconds, as in the token. */
export interface Grant {
  readonly acr: string | null;
  readonly authTime: number | null;
  readonly details: readonly unknown[];
}

export interface Expected {
  /** The values of `acr` that are strong enough. */
  readonly acrValues: readonly string[];
  /** When the PSU was sent to the provider, and the time now: epoch milliseconds, real time. */
  readonly leftAt: number;
  readonly now: number;
  readonly details: readonly PaymentDetail[];
}

export type GrantFault = 'ACR' | 'AUTH_TIME' | 'DETAILS';

/** By how much the clock of a provider may differ from ours. */
export const providerClockToleranceMs = 30_000;

/** The first check that the grant fails; null when it is what was asked for. */
export function grantFault(grant: Grant, expectation: Expected): GrantFault | null {
  if (grant.acr === null || !expectation.acrValues.includes(grant.acr)) return 'ACR';
  if (!isFresh(grant.authTime, expectation)) return 'AUTH_TIME';
  return sameDetails(grant.details, expectation.details) ? null : 'DETAILS';
}

/** The PSU has authenticated for this request, not for an earlier one. */
function isFresh(authTime: number | null, { leftAt, now }: Expected): boolean {
  if (authTime === null) return false;
  const at = authTime * 1_000;
  // `auth_time` is a whole second, so it may lie a second before the moment itself.
  return at >= leftAt - 1_000 - providerClockToleranceMs && at <= now + providerClockToleranceMs;
}

/** As many as asked, in any order, and in each of them every field that was asked for, unchanged. */
export function sameDetails(
  grantDetails: readonly unknown[],
  requestDetails: readonly PaymentDetail[],
): boolean {
  return (
    grantDetails.length === requestDetails.length &&
    requestDetails.every((one) => grantDetails.some((other) => keeps(other, one)))
  );
}

function keeps(grantDetail: unknown, requestDetail: PaymentDetail): boolean {
  if (!isObject(grantDetail)) return false;
  return Object.entries(requestDetail).every(
    ([name, value]) => Object.hasOwn(grantDetail, name) && canonical(grantDetail[name]) === canonical(value),
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON whose text does not depend on the order of the properties of an object; those that are undefined are left out. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const texts = fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`);
  return `{${texts.sort().join()}}`;
}
