/**
 * The caller: a request that may be signed, the TPP that it was verified to come from, and what its PSD2 roles
 * permit.
 */
import type { HeaderMap } from './headers.ts';
import { refuse } from './refusal.ts';

/** A request that may be signed, its body read in full, or `bodyToCome`. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  /** Values as HTTP carries them: bytes, read as ISO-8859-1. */
  readonly headers: HeaderMap;
  readonly body: Uint8Array | null;
}

/** Stands for a body that is still to come: all but its digest is judged, and no effect may follow. */
export const bodyToCome: Uint8Array = new Uint8Array(1);

/** A TPP whose certificate, console token or session has been verified. */
export interface Caller {
  /** organizationIdentifier of the certificate, else its subject in canonical form and the CA that has issued it. */
  readonly tppId: string;
  readonly name: string;
  /** PSD2 roles; null when the certificate states none. */
  readonly roles: readonly string[] | null;
  /** Fingerprint of the caller's certificate; absent for a caller that the process itself admits. */
  readonly certificate?: string | null;
  /** The verified signature in Base64, for the check that a read's headers are not used for a write. */
  readonly signature?: string;
  readonly token?: KnownToken;
}

/** The token or session of a request. */
export interface KnownToken {
  readonly hash: string;
  /** Real time, epoch milliseconds. */
  readonly expiresAt: number;
}

const path = 'TPP-Signature-Certificate';
const noRoles =
  'the certificate has no PSD2 roles: its qcStatements (1.3.6.1.5.5.7.1.3) must contain the statement 0.4.0.19495.2 of ETSI TS 119 495';

/** Whether the certificate states no roles, or the one needed among them. */
export const hasRole = (roles: readonly string[] | null, role: string): boolean =>
  roles === null || roles.includes(role);

/**
 * 403 ROLE_INVALID when the certificate states roles and lacks the one needed. `roles` is null when it states none;
 * that is refused only where roles must be `stated`.
 */
export function requireRole(roles: readonly string[] | null, role: string | null, stated = false): void {
  if (roles === null && stated) throw refuse('ROLE_INVALID', { path, text: noRoles });
  if (role === null || hasRole(roles, role)) return;
  throw refuse('ROLE_INVALID', {
    path,
    text: `this request requires the role ${role}; the certificate has ${roles?.join(', ') || 'no role'}`,
  });
}
