import type { PaymentStatus } from '../../domain/payments/status.ts';
import { addDays, type IsoDate } from '../../domain/values/iso-date.ts';
import { instantAtOslo } from '../../domain/values/oslo-time.ts';
import { defineReadForPaymentRole } from '../operation.ts';
import type { DayCount } from './ports.ts';

export interface PaymentDay {
  readonly date: IsoDate;
  readonly statuses: readonly { readonly status: PaymentStatus; readonly count: number }[];
  /** Settled amounts, one sum per currency. */
  readonly moved: readonly { readonly currency: string; readonly amount: string }[];
}

const paymentsAtMost = 10_000;

/** Returns one item for each day up to today. Counts only the 10,000 newest payments. */
export const getPaymentDays = defineReadForPaymentRole({
  name: 'getPaymentDays',
  async run({ stores, caller, time }, { days }: { readonly days: number }) {
    const { today } = await time();
    const firstDate = addDays(today, 1 - days);
    const from = instantAtOslo(firstDate, '00:00');
    const counts = await stores.paymentLists.countPerDay(caller.tppId, from, paymentsAtMost);
    return Array.from({ length: days }, (_, index) => dayOf(addDays(firstDate, index), counts));
  },
});

function dayOf(date: IsoDate, counts: readonly DayCount[]): PaymentDay {
  const byStatus = new Map<PaymentStatus, number>();
  const movedByCurrency = new Map<string, string>();
  for (const { status, count, currency, settled } of counts.filter((dayCount) => dayCount.date === date)) {
    byStatus.set(status, (byStatus.get(status) ?? 0) + count);
    // All counts of one day and currency repeat the same `settled`: the sum over all statuses.
    if (currency !== null && settled !== null) movedByCurrency.set(currency, settled);
  }
  return {
    date,
    statuses: [...byStatus].map(([status, count]) => ({ status, count })),
    moved: [...movedByCurrency].map(([currency, amount]) => ({ currency, amount })),
  };
}
