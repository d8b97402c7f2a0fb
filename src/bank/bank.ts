/** The simulated bank: what it does with payments once a PSU has approved them. */
import { approvedStatus } from '../domain/payments/status.ts';
import type { Bank } from '../operations/ports.ts';

export function createBank(): Bank {
  return {
    async onApproval(_stores, product) {
      return { to: approvedStatus[product.settlement], reason: 'approved by the PSU' };
    },
  };
}
