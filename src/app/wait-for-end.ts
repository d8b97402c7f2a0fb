import { isFinal } from '../domain/payments/status.ts';
import type { PaymentEvents, SharedWork } from '../operations/ports/stores.ts';

/** Waits until a payment is final or the time is over. Notifications of changes wake it. */
export const waitsForEnd =
  (events: PaymentEvents, { read }: SharedWork) =>
  async (tppId: string, paymentId: string, milliseconds: number): Promise<void> => {
    let wake: () => void = () => undefined;
    const over = AbortSignal.timeout(milliseconds);
    over.addEventListener('abort', () => wake());
    const stop = await events.watch(paymentId, () => wake());
    try {
      while (!over.aborted) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const now = await read.payments.head(tppId, paymentId);
        if (now === null || isFinal(now.status)) return;
        if (!over.aborted) await woken;
      }
    } finally {
      stop();
    }
  };
