/** PSD2 roles: what a certificate that names roles lets its TPP do (contract 4). */
import { refuse } from './refusal.ts';

/** 403 ROLE_INVALID when the certificate speaks of roles and lacks the one needed; `roles` is null when it does not. */
export function requireRole(roles: readonly string[] | null, needed: string | null): void {
  if (needed === null || roles === null || roles.includes(needed)) return;
  throw refuse('ROLE_INVALID', {
    path: 'TPP-Signature-Certificate',
    text: `this needs ${needed}; the certificate has ${roles.join(', ') || 'no role'}`,
  });
}
