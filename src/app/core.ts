/** What a core system adds to the app: orders leave and reports come as long as housekeeping runs, and a page may wait for them. */

import { createCarrier, type Outbox } from '../bank/core/carrier.ts';
import type { CoreClient } from '../bank/core/client.ts';
import type { Messages } from '../bank/core/iso20022/messages.ts';
import type { DatabaseOptions } from '../db/connections/client.ts';
import { isDatabaseFault } from '../db/connections/failure.ts';
import { createOrderWakes } from '../db/order-wakes.ts';
import { isFinal } from '../domain/payments/status.ts';
import type { Runner } from '../housekeeping/runner.ts';
import type { Settings } from '../operations/operation.ts';
import { createOrderOffice } from '../operations/orders/office.ts';
import type { Clock, MayWork, PaymentEvents, SharedWork, UnitOfWork } from '../operations/ports/stores.ts';

/** A core system, its messages, and the folder that takes orders, where it is not the core itself. */
export interface CoreBehind {
  readonly client: CoreClient;
  readonly messages: Messages;
  readonly outbox: Outbox | null;
}

interface Parts {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly failed: (error: unknown) => void;
  readonly mayWork?: MayWork | undefined;
  readonly options: DatabaseOptions;
}

export function withCore(runner: Runner, core: CoreBehind | null, parts: Parts): Runner {
  if (core === null) return runner;
  const office = createOrderOffice({ ...parts, isDatabaseFault, carrier: createCarrier(core) });
  const wakes = createOrderWakes(parts.options, office.wake);
  return {
    tick: async () => (await runner.tick()) + (await office.tick()),
    start() {
      runner.start();
      office.start();
      wakes.start().catch(parts.failed);
    },
    stop: async () => void (await Promise.all([runner.stop(), office.stop(), wakes.stop()])),
  };
}

/** Waits until a payment has ended, by the news of its changes, or until the time is over. */
export const waitsForEnd =
  (events: PaymentEvents, { read }: UnitOfWork) =>
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
