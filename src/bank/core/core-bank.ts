/**
 * A core system as the bank behind the service: it is asked before a transaction, what is approved becomes an order in it, and
 * standing orders keep their plan here, with an order for each execution. Start at `createCoreBank`.
 */
import { firstRunOf } from '../../domain/bank/due.ts';
import { planOf } from '../../domain/payments/plan.ts';
import type { Product } from '../../domain/payments/product.ts';
import { isFinal } from '../../domain/payments/status.ts';
import { nextExecution } from '../../domain/schedule/periodic.ts';
import { type IsoDate, todayInOslo } from '../../domain/values/calendar.ts';
import type { Settings } from '../../operations/operation.ts';
import { firstExecution, queuedExecution } from '../../operations/orders/executions.ts';
import type { Bank } from '../../operations/ports/bank.ts';
import type { DuePayment, QueuedPayment } from '../../operations/ports/bank-work.ts';
import type { CoreDesk } from '../../operations/ports/core.ts';
import type { OrderRecord } from '../../operations/ports/orders.ts';
import type { Clock, ExecutablePayment, Stores } from '../../operations/ports/stores.ts';
import { productOf } from '../../operations/sca/targets.ts';

export interface CoreBankParts {
  readonly desk: CoreDesk;
  readonly clock: Clock;
  readonly settings: Settings;
  /** A random UUID of version 4. */
  readonly newId: () => string;
}

/** A piece of work has so many executions at most. */
const pieceAtMost = { payments: 100, transfers: 100 };

export function createCoreBank({ desk, clock, settings, newId }: CoreBankParts): Bank {
  function orderOf(
    { paymentId, tppId, debtorName }: ExecutablePayment,
    executionDate: string,
    more: Partial<OrderRecord> = {},
  ): OrderRecord {
    const now = clock();
    return {
      // ISO 20022 has 35 characters for it.
      orderId: newId().replaceAll('-', ''),
      tppId,
      paymentId,
      kind: 'CREDIT_TRANSFER',
      cancels: null,
      executionDate,
      nominalDate: null,
      debtorName: debtorName ?? '',
      kept: null,
      state: 'WAITING',
      tries: 0,
      createdAt: now,
      sendAt: now,
      ...more,
    };
  }

  /** The execution that is due becomes an order, and the next one waits for its day. */
  async function execute(stores: Stores, { payment, queued }: DuePayment, at: number) {
    const { paymentId, status, instruction } = payment;
    const { nominalDate, executionDate } = queued;
    if (isFinal(status) || nominalDate === null) return { done: [paymentId], again: [] };
    await stores.orders.add(orderOf(payment, executionDate ?? nominalDate, { nominalDate }));
    const next = nextExecution(planOf(instruction), nominalDate as IsoDate);
    const again = next === null ? [] : [queuedExecution(payment, next, Math.max(firstRunOf(next.date), at))];
    return { done: next === null ? [paymentId] : [], again };
  }

  return {
    desk: null,
    core: desk,
    orders: {
      async onApproval(stores, { settlement }: Product, payment, at) {
        if (settlement === 'SCHEDULE') {
          const first = firstExecution(payment, at);
          if (first === null) return { to: 'RJCT', reason: 'the plan has no execution after the approval' };
          await stores.work.enqueue(first);
          return { to: 'ACCP', reason: 'approved by the PSU' };
        }
        await stores.orders.add(orderOf(payment, payment.requestedDate ?? todayInOslo(at)));
        return { to: 'PDNG', reason: 'approved by the PSU' };
      },

      async withdraw(stores, payment) {
        await stores.orders.withdraw(payment.paymentId);
        // The plan of a standing order ends here; executions that the core has go on.
        if (productOf({ settings }, payment).settlement === 'SCHEDULE') return true;
        const all = await stores.orders.ofPayment(payment.paymentId);
        return all.every(({ state }) => state === 'WITHDRAWN');
      },

      async cancel(stores, payment, at) {
        const all = await stores.orders.ofPayment(payment.paymentId);
        const cancelled = all.find(({ kind, state }) => kind === 'CREDIT_TRANSFER' && state !== 'WITHDRAWN');
        if (cancelled === undefined) throw new Error('an approved payment has an order');
        const { orderId: cancels } = cancelled;
        // A cancellation that is under way already says all there is to say.
        if (all.some((one) => one.cancels === cancels && one.state === 'WAITING')) return;
        await stores.orders.add(orderOf(payment, todayInOslo(at), { kind: 'CANCELLATION', cancels }));
      },
    },
    worker: {
      async carryOut(stores, tppId, at) {
        const due = await stores.work.due(tppId, at, pieceAtMost);
        const done: string[] = [];
        const again: QueuedPayment[] = [];
        for (const one of due) {
          const next = await execute(stores, one, at);
          done.push(...next.done);
          again.push(...next.again);
        }
        await stores.work.settle(done, again);
        return { payments: due.length, executions: due.length };
      },
    },
  };
}
