import type { HeaderMap } from './headers.ts';
import { refuse } from './refusal.ts';

export interface SignedRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  /** Each character of a value is one byte of the request (ISO-8859-1). */
  readonly headers: HeaderMap;
  readonly body: Uint8Array | null;
}

export interface Caller {
  /**
   * The organizationIdentifier of the certificate. If it has none, the subject of the certificate,
   * followed by a digest of the issuer's key if the issuer is not the sandbox.
   */
  readonly tppId: string;
  readonly name: string;
  /** PSD2 roles; null when the certificate states none. */
  readonly roles: readonly string[] | null;
  /**
   * The id of the certificate that signed the request or created the token, for `Guard.isInForce`.
   * null or absent: the caller uses the console link that the service printed.
   */
  readonly certificate?: string | null;
  /** The end of the certificate, real time in epoch milliseconds; absent with a token. */
  readonly certificateEnd?: number;
  /** The domains in the certificate, in lower case, perhaps with wildcards; absent for a caller with a token. */
  readonly domains?: readonly string[];
  /** In Base64; absent with a token. A signature that was used for a read is refused for a write. */
  readonly signature?: string;
  readonly token?: {
    readonly hash: string;
    /** Real time, epoch milliseconds. */
    readonly expiresAt: number;
  };
}

const certificateHeader = 'TPP-Signature-Certificate';
const noRolesText =
  'the certificate has no PSD2 roles: its qcStatements (1.3.6.1.5.5.7.1.3) must contain the statement 0.4.0.19495.2 of ETSI TS 119 495';

/** A certificate that states no roles (null) has all roles. */
export const hasRole = (roles: readonly string[] | null, role: string): boolean =>
  roles === null || roles.includes(role);

/** If `role` is null, the request needs no role. With `mustStateRoles`, every request needs a certificate that states roles. */
export function requireRole(
  roles: readonly string[] | null,
  role: string | null,
  { mustStateRoles = false }: { readonly mustStateRoles?: boolean | undefined } = {},
): void {
  if (roles === null && mustStateRoles)
    throw refuse('ROLE_INVALID', { path: certificateHeader, text: noRolesText });
  if (role === null || hasRole(roles, role)) return;
  throw refuse('ROLE_INVALID', {
    path: certificateHeader,
    text: `this request requires the role ${role}; the certificate has ${roles?.join(', ') || 'no role'}`,
  });
}
