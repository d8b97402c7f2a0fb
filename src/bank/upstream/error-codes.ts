/**
 * What an upstream bank's code means here: our own codes mean themselves, codes of Berlin Group the nearest of ours, and
 * complaints about this service raise an alarm.
 */
import { catalogue, type Reason } from '../../domain/refusal.ts';
import type { AlarmKind } from './refusals.ts';

export type Meaning =
  | { readonly reason: Reason }
  | { readonly alarm: AlarmKind }
  | { readonly unavailable: true };

/** Complaints about this service, not about the request. */
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

/** The nearest of our codes. */
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

/** Codes that allow a retry. */
const passing = new Set(['ACCESS_EXCEEDED', 'SYSTEM_ERROR', 'INTERNAL_SERVER_ERROR']);

/** Headers that this service writes, so a TPP cannot correct them. */
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

/** null if the code says nothing; the status decides. */
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
  // Gateways send these about an address; the status and the call decide.
  if (code === 'NOT_FOUND' || code === 'BAD_REQUEST') return null;
  const own = Object.hasOwn(catalogue, code) ? (code as Reason) : undefined;
  if (own !== undefined && catalogue[own].code === code) return own;
  return Object.hasOwn(synonyms, code) ? (synonyms[code] ?? null) : null;
}

export interface Circumstances {
  /** The path names no resource, so a 404 is about the address. */
  readonly isCreation: boolean;
  readonly isCancellation: boolean;
  /** The bank may lack this operation. */
  readonly isOptional: boolean;
  /** The body is not JSON: a gateway responded. */
  readonly byGateway: boolean;
}

export function meaningOfStatus(status: number, call: Circumstances): Meaning {
  if (status === 429 || status === 408 || status === 425 || status >= 500) return { unavailable: true };
  if (status === 410 && !call.isCreation) return { reason: 'RESOURCE_UNKNOWN' };
  if (status === 404) return call.isCreation ? { alarm: 'REQUEST' } : { reason: 'RESOURCE_UNKNOWN' };
  if (status === 405 && call.isCancellation) return { reason: 'CONFLICT' };
  if (status === 405 && call.isOptional) return { reason: 'RESOURCE_UNKNOWN' };
  if (status === 405 || status === 406 || status === 415) return { alarm: 'REQUEST' };
  if (status === 401) return { alarm: 'CERTIFICATE' };
  if (call.byGateway && (status === 400 || status === 403)) return { alarm: 'REQUEST' };
  if (status === 403) return { reason: 'FORBIDDEN' };
  if (status === 409) return { reason: 'CONFLICT' };
  if (status === 413) return { reason: 'BODY_TOO_LARGE' };
  return { reason: 'BAD_REQUEST' };
}
