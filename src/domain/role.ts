/** PSD2 roles: what a certificate that names roles lets its TPP do. */
import { refuse } from './refusal.ts';

const path = 'TPP-Signature-Certificate';
const noRoles =
  'the certificate carries no PSD2 roles: its qcStatements (1.3.6.1.5.5.7.1.3) hold no statement 0.4.0.19495.2 of ETSI TS 119 495';

/**
 * 403 ROLE_INVALID when the certificate states roles and lacks the one needed. `roles` is null when it states none;
 * that is refused only where roles must be `stated`.
 */
export function requireRole(roles: readonly string[] | null, needed: string | null, stated = false): void {
  if (roles === null && stated) throw refuse('ROLE_INVALID', { path, text: noRoles });
  if (needed === null || roles === null || roles.includes(needed)) return;
  throw refuse('ROLE_INVALID', {
    path,
    text: `this needs ${needed}; the certificate has ${roles.join(', ') || 'no role'}`,
  });
}
