/**
 * What a remote bank calls many payments, and when it was last heard of them, in one statement. Callers pass ids that they
 * have read, so ownership is settled. Nothing where the bank is in this process.
 */
import { paymentRead } from '../operation.ts';

export interface AtBank {
  /** The id there, opaque. */
  readonly reference: string | null;
  /** Epoch milliseconds, real time. */
  readonly heardAt: number | null;
}

export const getRemotePayments = paymentRead({
  name: 'getRemotePayments',
  async run({ stores, caller, bank }, paymentIds: readonly string[]): Promise<ReadonlyMap<string, AtBank>> {
    if (bank.desk === null) return new Map();
    const found = await stores.remote.findMany(caller.tppId, 'PAYMENT', paymentIds);
    return new Map(found.map(({ id, reference, heardAt }) => [id, { reference, heardAt }]));
  },
});
