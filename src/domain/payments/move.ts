/**
 * A change of a payment's status, looked up in the table of its settlement when it is made. Stores take nothing else, so
 * that a move which the table does not have cannot be written.
 */
import type { Branded } from '../values/brand.ts';
import { type PaymentStatus, paymentLifecycles, type Settlement } from './status.ts';

interface Change {
  readonly paymentId: string;
  readonly from: PaymentStatus;
  readonly to: PaymentStatus;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly reason: string;
}

/** A change that the table allows, or none: `from` and `to` are the same where something else is to be noted. */
export type PaymentMove = Branded<Change, 'PaymentMove'>;

/** The move; one that the table does not have is a defect. */
export function paymentMove(settlement: Settlement, change: Change): PaymentMove {
  const { from, to } = change;
  if (!paymentLifecycles[settlement].mayMove(from, to))
    throw new Error(`a ${settlement} payment never moves from ${from} to ${to}`);
  return change as PaymentMove;
}

/** A payment that stays where it is. */
export function noMove({
  status,
  ...change
}: Omit<Change, 'from' | 'to'> & { status: PaymentStatus }): PaymentMove {
  return { ...change, from: status, to: status } as PaymentMove;
}
