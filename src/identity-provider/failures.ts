import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { untrustedCertificateCode } from '../domain/values/connection-errors.ts';
import type { ProtocolFault, ProviderAuthentication } from './ports.ts';

const temporaryCodes = new Set(['server_error', 'temporarily_unavailable']);

/** The log contains no other codes, because a browser can send any text as a code. */
const standardCodes = new Set([
  ...temporaryCodes,
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_authorization_details',
  'invalid_client',
  'invalid_dpop_proof',
  'invalid_request',
  'invalid_request_object',
  'invalid_request_uri',
  'invalid_scope',
  'invalid_target',
  'login_required',
  'registration_not_supported',
  'request_not_supported',
  'request_uri_not_supported',
  'unauthorized_client',
  'unmet_authentication_requirements',
  'unsupported_grant_type',
  'unsupported_response_type',
  'use_dpop_nonce',
]);
const loggableCode = (code: string): string => (standardCodes.has(code) ? code : 'another code');

/** Codes of openid-client for responses that do not follow the standards. */
const invalidAnswerCodes = new Set([
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

/** The metadata lack an endpoint or name one that is not https, or the provider does not publish the key of an ID token. */
const metadataFaultCode =
  /^OAUTH_((MISSING|INVALID)_SERVER_METADATA|(HTTP_REQUEST|REQUEST_PROTOCOL)_FORBIDDEN|KEY_SELECTION_FAILED)$/;

const temporaryStatuses = new Set([408, 429]);

export type ProviderFailure =
  | Exclude<ProviderAuthentication, { result: 'AUTHENTICATED' }>
  | {
      readonly result: 'UNAVAILABLE';
      /** true: the provider rejects this service, publishes unusable metadata, or has a certificate that is not trusted. */
      readonly needsOperator: boolean;
      readonly detail: string;
    };

/** `error` comes from openid-client, from the oauth4webapi that it uses, or from the connection. */
export function failureOf(error: unknown): ProviderFailure {
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return { result: 'REFUSED' };
    if (temporaryCodes.has(error.error))
      return { result: 'UNAVAILABLE', needsOperator: false, detail: error.error };
    return invalidResult('RESPONSE', loggableCode(error.error));
  }
  if (error instanceof ResponseBodyError) {
    if (error.error === 'invalid_grant') return invalidResult('CODE', error.error);
    return {
      result: 'UNAVAILABLE',
      needsOperator: !temporaryCodes.has(error.error),
      detail: loggableCode(error.error),
    };
  }
  if (error instanceof WWWAuthenticateChallengeError) return failureOfStatus(error.status);
  if (error instanceof ClientError) {
    if (error.cause instanceof Response && !error.cause.ok) return failureOfStatus(error.cause.status);
    const code = error.code ?? error.name;
    const { claim, parameters } = causeOf(error);
    if (parameters instanceof URLSearchParams) return invalidResult('RESPONSE', code);
    if (invalidAnswerCodes.has(code))
      return invalidResult('ID_TOKEN', typeof claim === 'string' ? claim : code);
    return { result: 'UNAVAILABLE', needsOperator: metadataFaultCode.test(code), detail: code };
  }
  const detail = codeOf(error);
  const needsOperator = untrustedCertificateCode.test(detail) || metadataFaultCode.test(detail);
  return { result: 'UNAVAILABLE', needsOperator, detail };
}

/** For a response whose body has no standard code. */
const failureOfStatus = (status: number): ProviderFailure => ({
  result: 'UNAVAILABLE',
  needsOperator: status < 500 && !temporaryStatuses.has(status),
  detail: `HTTP ${status}`,
});

const invalidResult = (check: ProtocolFault, detail: string): ProviderFailure => ({
  result: 'INVALID',
  check,
  detail,
});

/** `claim` is the name of a wrong claim. `parameters` is present if the browser of the PSU has sent wrong parameters. */
function causeOf({ cause }: ClientError): { readonly claim?: unknown; readonly parameters?: unknown } {
  const innerCause = cause instanceof Error ? cause.cause : null;
  return typeof innerCause === 'object' && innerCause !== null ? innerCause : {};
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const coded = [error.cause, error].find(hasCode);
  return coded?.code ?? error.name;
}

const hasCode = (value: unknown): value is { readonly code: string } =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';
