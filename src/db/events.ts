/** Notifies the listeners in this process when any process has changed a payment (announcements.ts). */
import { EventEmitter } from 'node:events';
import type { PaymentEvents } from '../operations/ports/stores.ts';
import { channel } from './announcements.ts';
import type { DatabaseOptions } from './connections/client.ts';
import { createListener, type Listener } from './connections/listener.ts';

export interface EventHub extends PaymentEvents {
  start(): Promise<void>;
  /** null: a payment of any TPP may have changed. */
  onChange(listener: (tppId: string | null) => void): void;
  isListening(): boolean;
  stop(): Promise<void>;
}

const paymentEvent = (paymentId: string) => `payment ${paymentId}`;
const tppEvent = (tppId: string) => `tpp ${tppId}`;

interface Hub {
  readonly watchers: EventEmitter;
  readonly anyTppListeners: ((tppId: string | null) => void)[];
  readonly connection: Listener;
}

export function createEventHub(options: DatabaseOptions): EventHub {
  // Without a `directUrl`, this connection has the address of the pool. Then pool.ts already reports that the database is lost.
  const notice = options.directUrl === undefined ? undefined : options.notice;
  const connection = createListener({
    url: options.directUrl ?? options.url,
    channel,
    onNotification: (payload) => handleNotification(hub, payload),
    onLoss: () => notice?.('listening connection lost', {}),
    onReconnect() {
      notice?.('listening connection found', {});
      notifyAll(hub);
    },
  });
  const hub: Hub = { watchers: new EventEmitter().setMaxListeners(0), anyTppListeners: [], connection };
  return {
    start: connection.start,
    isListening: connection.isConnected,
    onChange: (listener) => void hub.anyTppListeners.push(listener),
    watch: (paymentId, listen) => watch(hub, paymentEvent(paymentId), listen),
    watchAll: (tppId, listen) => watch(hub, tppEvent(tppId), listen),
    listenerCount: () => countListeners(hub),
    stop() {
      hub.watchers.removeAllListeners();
      return connection.stop();
    },
  };
}

async function watch(
  { connection, watchers }: Hub,
  event: string,
  listen: (paymentIds: readonly string[] | null) => void,
): Promise<() => void> {
  await connection.start();
  watchers.on(event, listen);
  return () => void watchers.off(event, listen);
}

const countListeners = ({ watchers }: Hub): number =>
  watchers.eventNames().reduce((count, event) => count + watchers.listenerCount(event), 0);

/** The payload has payment ids, then `,@` and the id of their TPP, which may contain `,@` too. */
function handleNotification({ watchers, anyTppListeners }: Hub, payload: string): void {
  const [ids = '', ...tppParts] = payload.split(',@');
  const paymentIds = ids.split(',');
  for (const paymentId of paymentIds) watchers.emit(paymentEvent(paymentId));
  const tppId = tppParts.join(',@');
  watchers.emit(tppEvent(tppId), paymentIds);
  for (const listener of anyTppListeners) listener(tppId);
}

function notifyAll({ watchers, anyTppListeners }: Hub): void {
  for (const listener of anyTppListeners) listener(null);
  for (const event of watchers.eventNames()) watchers.emit(event, null);
}
