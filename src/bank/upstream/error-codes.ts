/** What the bank's error codes and statuses mean for the TPP. An error of this service, not of the TPP, raises an alarm. */
import { catalogue, type Reason } from '../../domain/refusal.ts';
import { type CallName, describeCall } from './calls.ts';
import type { AlarmKind } from './refusals.ts';

export type Meaning =
  | { readonly reason: Reason }
  | { readonly alarm: AlarmKind }
  | { readonly unavailable: true };

const alarmCodes: ReadonlyMap<string, AlarmKind> = new Map([
  ['SIGNATURE_MISSING', 'SIGNATURE'],
  ['SIGNATURE_INVALID', 'SIGNATURE'],
  ['TIMESTAMP_INVALID', 'SIGNATURE'],
  ['CERTIFICATE_MISSING', 'CERTIFICATE'],
  ['CERTIFICATE_INVALID', 'CERTIFICATE'],
  ['CERTIFICATE_EXPIRED', 'CERTIFICATE'],
  ['CERTIFICATE_REVOKED', 'CERTIFICATE'],
  ['CERTIFICATE_BLOCKED', 'CERTIFICATE'],
  ['ROLE_INVALID', 'ROLE'],
]);

/** Codes of Berlin Group that are no names of reasons. */
const nearestReasons: ReadonlyMap<string, Reason> = new Map([
  ['PARAMETER_NOT_SUPPORTED', 'FORMAT_ERROR'],
  ['PARAMETER_NOT_CONSISTENT', 'FORMAT_ERROR'],
  ['PERIOD_INVALID', 'FORMAT_ERROR'],
  ['CORPORATE_ID_INVALID', 'FORMAT_ERROR'],
  ['FUNDS_NOT_AVAILABLE', 'PAYMENT_FAILED'],
  ['PSU_CREDENTIALS_INVALID', 'SCA_REQUIRED'],
  ['SCA_METHOD_UNKNOWN', 'SCA_INVALID'],
  ['SERVICE_BLOCKED', 'FORBIDDEN'],
  ['SERVICE_INVALID', 'FORBIDDEN'],
  ['SERVICE_NOT_SUPPORTED', 'FORBIDDEN'],
  ['CANCELLATION_INVALID', 'CONFLICT'],
  ['STATUS_INVALID', 'CONFLICT'],
  ['REFERENCE_STATUS_INVALID', 'CONFLICT'],
  ['RESOURCE_BLOCKED', 'CONFLICT'],
  ['RESOURCE_EXPIRED', 'RESOURCE_UNKNOWN'],
]);

const temporaryCodes = new Set(['ACCESS_EXCEEDED', 'SYSTEM_ERROR', 'INTERNAL_SERVER_ERROR']);

/** Headers that this service writes itself, so the TPP cannot correct them. */
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

/** null: the code has no clear meaning, so the HTTP status decides. */
export function meaningOf(codeOfBank: string, path: string | undefined): Meaning | null {
  const code = codeOfBank.toUpperCase();
  const alarm = alarmCodes.get(code);
  if (alarm !== undefined) return { alarm };
  if (temporaryCodes.has(code)) return { unavailable: true };
  const reason = reasonOf(code);
  const mayBeFormatFault = reason === null || reason === 'FORMAT_ERROR' || reason === 'HTTP_HEADER_REQUIRED';
  const isAboutOwnHeader = path !== undefined && ownHeaders.has(path.toLowerCase());
  if (mayBeFormatFault && isAboutOwnHeader) return { alarm: 'REQUEST' };
  return reason === null ? null : { reason };
}

function reasonOf(code: string): Reason | null {
  // Gateways also send these codes for a wrong address, so the HTTP status and the call decide.
  if (code === 'NOT_FOUND' || code === 'BAD_REQUEST') return null;
  const sameName = Object.hasOwn(catalogue, code) ? (code as Reason) : null;
  // A bank sends codes, not names of reasons. So a reason whose code differs from its name does not count.
  if (sameName !== null && catalogue[sameName].code === code) return sameName;
  return nearestReasons.get(code) ?? null;
}

/** Errors of the address, the connection or the headers of this service, which the TPP cannot change. */
const statusesAboutThisService = new Set([405, 406, 407, 411, 412, 414, 415, 417, 421, 426, 428, 431]);

export const isTemporary = (status: number): boolean =>
  status === 429 || status === 408 || status === 425 || status >= 500;

/** `isFromGateway`: the body is neither empty nor JSON, so a gateway has responded and not the bank. */
export function meaningOfStatus(
  status: number,
  name: CallName,
  { isFromGateway }: { readonly isFromGateway: boolean },
): Meaning {
  const { path, optional = false } = describeCall(name);
  const namesResource = /\{(paymentId|basketId)\}/.test(path);
  const lacksOperation = optional && (status === 405 || status === 501 || (status === 404 && !namesResource));
  if (lacksOperation) return { reason: 'FORBIDDEN' };
  if (isTemporary(status)) return { unavailable: true };
  if (status === 410 && namesResource) return { reason: 'RESOURCE_UNKNOWN' };
  // If the path names no resource, a 404 means a wrong address.
  if (status === 404) return namesResource ? { reason: 'RESOURCE_UNKNOWN' } : { alarm: 'REQUEST' };
  // Berlin Group's status for CANCELLATION_INVALID: the payment cannot be cancelled.
  if (status === 405 && name === 'cancelPayment') return { reason: 'CONFLICT' };
  if (statusesAboutThisService.has(status)) return { alarm: 'REQUEST' };
  if (status === 401) return { alarm: 'CERTIFICATE' };
  if (isFromGateway && (status === 400 || status === 403)) return { alarm: 'REQUEST' };
  if (status === 403) return { reason: 'FORBIDDEN' };
  if (status === 409) return { reason: 'CONFLICT' };
  if (status === 413) return { reason: 'BODY_TOO_LARGE' };
  return { reason: 'BAD_REQUEST' };
}
