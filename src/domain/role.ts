/** PSD2 roles: what a certificate that names roles lets its TPP do. */
import { refuse } from './refusal.ts';

const path = 'TPP-Signature-Certificate';

/**
 * 403 ROLE_INVALID when the certificate states roles and lacks the one needed. `roles` is null when it states none;
 * that is refused only where roles must be `stated`.
 */
export function requireRole(roles: readonly string[] | null, needed: string | null, stated = false): void {
  if (roles === null && stated)
    throw refuse('ROLE_INVALID', { path, text: 'the certificate carries no PSD2 roles' });
  if (needed === null || roles === null || roles.includes(needed)) return;
  throw refuse('ROLE_INVALID', {
    path,
    text: `this needs ${needed}; the certificate has ${roles.join(', ') || 'no role'}`,
  });
}
