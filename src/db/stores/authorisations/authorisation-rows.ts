/** A row of authorisations as the operations know it. */
import type { AuthorisationRecord } from '../../../operations/authorisations/ports.ts';
import type { authorisations } from '../../tables/authorisations.ts';

export function toAuthorisation({
  recordedAt: _,
  ...row
}: typeof authorisations.$inferSelect): AuthorisationRecord {
  return {
    ...row,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    endedAt: row.endedAt?.getTime() ?? null,
  };
}
