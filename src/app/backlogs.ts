import { orderStore, reportStore } from '../bank/core/orders/ports.ts';
import { bankDayFrom } from '../domain/values/bank-days.ts';
import { type DayNumber, fromDayNumber, type IsoDate, toDayNumber } from '../domain/values/iso-date.ts';
import { todayInOslo } from '../domain/values/oslo-time.ts';
import type { Clock, Stores } from '../operations/ports/stores.ts';

/** Counts stop here, because a larger backlog would take long to count. */
const maxCounted = 10_000;

/** For metrics. In a `sandbox`, work is due by the clock of its TPP, which may be ahead of real time. */
export function createBacklogs(stores: () => Stores, clock: Clock, sandbox: boolean) {
  const secondsSince = (now: number, since: number | null) =>
    since === null ? 0 : Math.max(0, (now - since) / 1_000);
  return {
    /** Work of the bank that is due. `lateSeconds` says how late the oldest piece of work is. */
    async backlog() {
      const now = clock();
      const { count, since } = await stores().clock.backlog(now, sandbox, maxCounted);
      return { count, lateSeconds: secondsSince(now, since) };
    },
    /** Orders that the core system has not confirmed. */
    async orders() {
      const { count, since } = await stores().get(orderStore).backlog('WAITING', maxCounted);
      return { count, lateSeconds: secondsSince(clock(), since) };
    },
    /** Orders that wait for an operator. */
    async stoppedOrderCount() {
      const { count } = await stores().get(orderStore).backlog('STUCK', maxCounted);
      return count;
    },
    /** Orders that the core system has, but whose end it has not reported two bank days after their day of execution. */
    async unreportedOrderCount() {
      const before = twoBankDaysBefore(todayInOslo(clock()));
      return stores().get(orderStore).countUnreported(before, maxCounted);
    },
    /** For how long the service cannot read reports although the core system responds. */
    async stalledReportSeconds() {
      const since = await stores().get(reportStore).stalledSince();
      return secondsSince(clock(), since);
    },
  };
}

function twoBankDaysBefore(date: IsoDate): IsoDate {
  const previousBankDay = (day: DayNumber) => bankDayFrom(day - 1, -1);
  return fromDayNumber(previousBankDay(previousBankDay(toDayNumber(date))));
}
