/** Checks the grant of an identity provider. The provider may add fields to a detail, but must not change the fields of the request. */
import { isObject } from '../fields/shared.ts';
import { isStorable } from '../values/text.ts';

/** An authorization detail of RFC 9396. */
export interface PaymentDetail {
  readonly type: 'payment_initiation';
  readonly paymentId: string;
  readonly [field: string]: unknown;
}

/** A field is null if the ID token lacks its claim. */
export interface Grant {
  readonly acr: string | null;
  /** Epoch seconds. */
  readonly authTime: number | null;
  readonly details: readonly unknown[];
}

/** Times are epoch milliseconds, real time. */
export interface GrantExpectation {
  /** The authentication classes that the bank accepts. */
  readonly acrValues: readonly string[];
  /** When the PSU was sent to the provider. */
  readonly sentAt: number;
  readonly now: number;
  readonly details: readonly PaymentDetail[];
}

type GrantFault = 'ACR' | 'AUTH_TIME' | 'DETAILS';

export const providerClockToleranceMs = 30_000;

export function grantFault(grant: Grant, expectation: GrantExpectation): GrantFault | null {
  if (grant.acr === null || !expectation.acrValues.includes(grant.acr)) return 'ACR';
  if (!isFresh(grant.authTime, expectation)) return 'AUTH_TIME';
  // The service stores all details as evidence, so the fields that the provider has added must be storable too.
  const isValid = isStorableJson(grant.details) && hasRequestedDetails(grant.details, expectation.details);
  return isValid ? null : 'DETAILS';
}

const depthAtMost = 64;

function isStorableJson(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= depthAtMost) return false;
  return Object.entries(value).every(([name, field]) => isStorable(name) && isStorableJson(field, depth + 1));
}

function isFresh(authTime: number | null, { sentAt, now }: GrantExpectation): boolean {
  if (authTime === null) return false;
  const authenticatedAt = authTime * 1_000;
  // `auth_time` has whole seconds, so it may be up to a second early.
  return (
    authenticatedAt >= sentAt - 1_000 - providerClockToleranceMs &&
    authenticatedAt <= now + providerClockToleranceMs
  );
}

/** The order of the details does not matter. */
export function hasRequestedDetails(
  grantDetails: readonly unknown[],
  requestDetails: readonly PaymentDetail[],
): boolean {
  return (
    grantDetails.length === requestDetails.length &&
    requestDetails.every((requested) =>
      grantDetails.some((grantDetail) => hasRequestedFields(grantDetail, requested)),
    )
  );
}

function hasRequestedFields(grantDetail: unknown, requestDetail: PaymentDetail): boolean {
  if (!isObject(grantDetail)) return false;
  return Object.entries(requestDetail).every(
    ([name, value]) =>
      Object.hasOwn(grantDetail, name) && canonicalJson(grantDetail[name]) === canonicalJson(value),
  );
}

/** JSON that does not depend on the order of properties; undefined properties are left out. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const texts = fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`);
  return `{${texts.sort().join()}}`;
}
