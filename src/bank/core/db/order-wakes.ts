/** Wakes the sender of orders when a replica has made one: one LISTEN connection, beside that of news of payments. */
import type { DatabaseOptions } from '../../../db/connections/client.ts';
import { createListener } from '../../../db/connections/listener.ts';
import { orderChannel } from './orders.ts';

export interface OrderWakes {
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createOrderWakes(options: DatabaseOptions, wake: () => void): OrderWakes {
  const { start, stop } = createListener({
    url: options.directUrl ?? options.url,
    applicationName: options.applicationName,
    channel: orderChannel,
    hear: wake,
    // What was made meanwhile was not heard of.
    back: wake,
  });
  return { start, stop };
}
