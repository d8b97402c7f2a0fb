import { isFinal } from '../domain/payments/status.ts';
import type { PaymentEvents, SharedWork } from '../operations/ports/stores.ts';

/** Returns a function that waits until a payment is final or the time is over. It reads the payment after each change. */
export const createWaitUntilFinal =
  (events: PaymentEvents, work: SharedWork) =>
  async (tppId: string, paymentId: string, milliseconds: number): Promise<void> => {
    const { payments } = work.of(tppId).stores;
    let wake: () => void = () => undefined;
    const timeout = AbortSignal.timeout(milliseconds);
    timeout.addEventListener('abort', () => wake());
    const stopWatching = await events.watch(paymentId, () => wake());
    try {
      while (!timeout.aborted) {
        // `wake` is set before the read, so that a change during the read counts too.
        const nextWake = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const payment = await payments.head(paymentId);
        if (payment === null || isFinal(payment.status)) return;
        if (!timeout.aborted) await nextWake;
      }
    } finally {
      stopWatching();
    }
  };
