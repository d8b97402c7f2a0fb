/** Histories of many payments, in one statement. Callers pass payments that they have read, so ownership is settled. */
import { paymentRead } from '../operation.ts';
import type { ListedPayment, StatusChange } from '../ports/stores.ts';

/** The creation is part of the payment itself. */
export type Created = Pick<ListedPayment, 'paymentId' | 'createdAt'>;

const creation = (at: number): StatusChange => ({ from: null, to: 'RCVD', at, reason: 'created by the TPP' });

export const getStatusHistories = paymentRead({
  name: 'getStatusHistories',
  async run({ stores }, payments: readonly Created[]) {
    const moves = await stores.paymentLists.moves(payments.map(({ paymentId }) => paymentId));
    return new Map(
      payments.map(({ paymentId, createdAt }) => [
        paymentId,
        [creation(createdAt), ...(moves.get(paymentId) ?? [])],
      ]),
    );
  },
});
