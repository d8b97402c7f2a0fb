/** A LISTEN connection that wakes the sender when any process has created an order. */
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
    onNotification: wake,
    // Notifications that were sent while disconnected are lost.
    onReconnect: wake,
  });
  return { start, stop };
}
