/**
 * What a code of a bank upstream means here. Codes of our own catalogue stand for themselves; those of Berlin Group that our
 * interface does not have are told in its words; those about this service itself are an alarm. Start at `meaningOf`.
 */
import { catalogue, type Reason } from '../../domain/refusal.ts';
import type { AlarmKind } from './refusals.ts';

export type Meaning =
  | { readonly reason: Reason }
  | { readonly alarm: AlarmKind }
  | { readonly unavailable: true };

/** Complaints about who asks, not about what was asked. */
const alarms: Readonly<Record<string, AlarmKind>> = {
  SIGNATURE_MISSING: 'SIGNATURE',
  SIGNATURE_INVALID: 'SIGNATURE',
  TIMESTAMP_INVALID: 'SIGNATURE',
  CERTIFICATE_MISSING: 'CERTIFICATE',
  CERTIFICATE_INVALID: 'CERTIFICATE',
  CERTIFICATE_EXPIRED: 'CERTIFICATE',
  CERTIFICATE_REVOKED: 'CERTIFICATE',
  CERTIFICATE_BLOCKED: 'CERTIFICATE',
  ROLE_INVALID: 'ROLE',
};

/** Codes of Berlin Group, and of gateways, by the nearest of ours. */
const synonyms: Readonly<Record<string, Reason>> = {
  PARAMETER_NOT_SUPPORTED: 'FORMAT_ERROR',
  PARAMETER_NOT_CONSISTENT: 'FORMAT_ERROR',
  PERIOD_INVALID: 'FORMAT_ERROR',
  CORPORATE_ID_INVALID: 'FORMAT_ERROR',
  FUNDS_NOT_AVAILABLE: 'PAYMENT_FAILED',
  SCA_METHOD_UNKNOWN: 'SCA_INVALID',
  SERVICE_BLOCKED: 'FORBIDDEN',
  SERVICE_INVALID: 'FORBIDDEN',
  SERVICE_NOT_SUPPORTED: 'FORBIDDEN',
  CANCELLATION_INVALID: 'CONFLICT',
  STATUS_INVALID: 'CONFLICT',
  REFERENCE_STATUS_INVALID: 'CONFLICT',
  RESOURCE_BLOCKED: 'CONFLICT',
  RESOURCE_EXPIRED: 'RESOURCE_UNKNOWN',
};

/** Codes that say of any request that it may be made again. */
const passing = new Set(['ACCESS_EXCEEDED', 'SYSTEM_ERROR', 'INTERNAL_SERVER_ERROR']);

/** Headers that this service writes by itself: what is wrong with them, no TPP can mend. */
const ownHeaders = new Set([
  'accept',
  'content-type',
  'content-length',
  'date',
  'digest',
  'host',
  'signature',
  'tpp-brand-logging-information',
  'tpp-redirect-uri',
  'tpp-signature-certificate',
  'x-accept-fix',
  'x-request-id',
]);

/** The meaning of a code; null where it says nothing, so that the status alone decides. */
export function meaningOf(code: string, path: string | undefined): Meaning | null {
  const alarm = Object.hasOwn(alarms, code) ? alarms[code] : undefined;
  if (alarm !== undefined) return { alarm };
  if (passing.has(code)) return { unavailable: true };
  const reason = reasonOf(code);
  const ofForm = reason === null || reason === 'FORMAT_ERROR' || reason === 'HTTP_HEADER_REQUIRED';
  if (ofForm && path !== undefined && ownHeaders.has(path.toLowerCase())) return { alarm: 'REQUEST' };
  return reason === null ? null : { reason };
}

function reasonOf(code: string): Reason | null {
  if (code === 'PSU_CREDENTIALS_INVALID') return 'SCA_REQUIRED';
  // Gateways answer these two about an address; what they are about, the status and the call tell.
  if (code === 'NOT_FOUND' || code === 'BAD_REQUEST') return null;
  const own = Object.hasOwn(catalogue, code) ? (code as Reason) : undefined;
  if (own !== undefined && catalogue[own].code === code) return own;
  return Object.hasOwn(synonyms, code) ? (synonyms[code] ?? null) : null;
}

export interface Circumstances {
  /** The path names no resource, so that a 404 is about the address. */
  readonly creates: boolean;
  readonly cancels: boolean;
  /** The bank need not have this operation. */
  readonly optional: boolean;
  /** The answer has a body that is no JSON: a gateway has answered, to this service and not to a TPP. */
  readonly byGateway: boolean;
}

/** What a status means by itself. */
export function meaningOfStatus(status: number, call: Circumstances): Meaning {
  if (status === 429 || status === 408 || status === 425 || status >= 500) return { unavailable: true };
  if (status === 410 && !call.creates) return { reason: 'RESOURCE_UNKNOWN' };
  if (status === 404) return call.creates ? { alarm: 'REQUEST' } : { reason: 'RESOURCE_UNKNOWN' };
  if (status === 405 && call.cancels) return { reason: 'CONFLICT' };
  if (status === 405 && call.optional) return { reason: 'RESOURCE_UNKNOWN' };
  if (status === 405 || status === 406 || status === 415) return { alarm: 'REQUEST' };
  if (status === 401) return { alarm: 'CERTIFICATE' };
  if (call.byGateway && (status === 400 || status === 403)) return { alarm: 'REQUEST' };
  if (status === 403) return { reason: 'FORBIDDEN' };
  if (status === 409) return { reason: 'CONFLICT' };
  if (status === 413) return { reason: 'BODY_TOO_LARGE' };
  return { reason: 'BAD_REQUEST' };
}
