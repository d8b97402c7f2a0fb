/** Notifies the listeners in this process when any process has changed a payment (announcements.ts). */
import { EventEmitter } from 'node:events';
import type { PaymentEvents } from '../operations/ports/stores.ts';
import { channel } from './announcements.ts';
import type { DatabaseOptions } from './connections/client.ts';
import { createListener } from './connections/listener.ts';

export interface EventHub extends PaymentEvents {
  start(): Promise<void>;
  /** null: a payment of any TPP may have changed. */
  onChange(listener: (tppId: string | null) => void): void;
  isListening(): boolean;
  stop(): Promise<void>;
}

const paymentEvent = (paymentId: string) => `payment ${paymentId}`;
const tppEvent = (tppId: string) => `tpp ${tppId}`;
const changeEvent = 'change';

export function createEventHub(options: DatabaseOptions): EventHub {
  const watchers = new EventEmitter().setMaxListeners(0);
  // Without a `directUrl`, this connection has the address of the pool. Then pool.ts already reports that the database is lost.
  const notice = options.directUrl === undefined ? undefined : options.notice;
  const connection = createListener({
    url: options.directUrl ?? options.url,
    channel,
    onNotification: (payload) => handleNotification(watchers, payload),
    onLoss: () => notice?.('listening connection lost', {}),
    onReconnect() {
      notice?.('listening connection found', {});
      for (const event of watchers.eventNames()) watchers.emit(event, null);
    },
  });
  async function watch(event: string, listen: (paymentIds: readonly string[] | null) => void) {
    await connection.start();
    watchers.on(event, listen);
    return () => void watchers.off(event, listen);
  }
  return {
    start: connection.start,
    isListening: connection.isConnected,
    onChange: (listener) => void watchers.on(changeEvent, listener),
    watch: (paymentId, listen) => watch(paymentEvent(paymentId), listen),
    watchAll: (tppId, listen) => watch(tppEvent(tppId), listen),
    listenerCount: () => countWatchers(watchers),
    stop() {
      watchers.removeAllListeners();
      return connection.stop();
    },
  };
}

const countWatchers = (watchers: EventEmitter): number =>
  watchers
    .eventNames()
    .filter((event) => event !== changeEvent)
    .reduce((count, event) => count + watchers.listenerCount(event), 0);

/** The payload has payment ids, then `,@` and the id of their TPP, which may contain `,@` too. */
function handleNotification(watchers: EventEmitter, payload: string): void {
  const [ids = '', ...tppParts] = payload.split(',@');
  const paymentIds = ids.split(',');
  for (const paymentId of paymentIds) watchers.emit(paymentEvent(paymentId));
  const tppId = tppParts.join(',@');
  watchers.emit(tppEvent(tppId), paymentIds);
  watchers.emit(changeEvent, tppId);
}
