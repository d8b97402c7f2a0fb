/** Rows of the baskets table as the operations know them. */
import type { BasketRecord } from '../../../operations/ports/stores.ts';
import type { baskets } from '../../tables/authorisations.ts';

export function toBasket(row: typeof baskets.$inferSelect): BasketRecord {
  return { ...row, createdAt: row.createdAt.getTime() };
}
