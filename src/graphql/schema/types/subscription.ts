/** `paymentStatusChanged`: sends payments whenever their status has changed, over server-sent events. */
import { Repeater } from '@repeaterjs/repeater';
import { getPayment } from '../../../operations/payments/get-payment.ts';
import type { ListedPayment } from '../../../operations/ports/stores.ts';
import type { GraphQLCall } from '../../call.ts';
import { paymentData } from '../../readable.ts';
import { likenessOf } from '../../shared-events.ts';
import type { SchemaParts } from '../parts.ts';

/** Changed payments that may wait for a slow client; one more ends the stream. */
export const pendingAtMost = 10_000;
const readAtOnce = 100;
/** Payments whose last sent status a stream of all payments remembers. */
const rememberedAtMost = 1_000;

export function paymentSubscription({ builder, payments }: SchemaParts): void {
  builder.subscriptionField('paymentStatusChanged', (t) =>
    t.field({
      type: payments.payment,
      description:
        'Sends the payment each time its status changes. Quick changes may arrive as one message. RESOURCE_UNKNOWN when the payment does not exist. Without paymentId, every payment of the calling TPP is sent when it is created and when its status changes. The stream ends when it may have missed changes, because the client is slow or the database was not available. Then read the list and subscribe again.',
      args: {
        paymentId: t.arg.string({
          description: 'Identifier of the payment; all payments of the TPP when absent.',
        }),
      },
      subscribe(_, { paymentId }, { call }, { variableValues }) {
        const likeness = likenessOf(call, variableValues);
        return paymentId == null ? allChanges(call, likeness) : changesOf(call, likeness, paymentId);
      },
      resolve: (payment) => payment,
    }),
  );
}

/** The source of a stream: how to watch, and what to read when something has changed. */
interface EventSource<Item> {
  /**
   * Calls `wake` when something may have changed and `end` when changes may be lost. Returns a function
   * that stops watching.
   */
  watch(wake: () => void, end: () => void): Promise<() => void>;
  /** Called after `watch`, before the stream is returned. */
  begin(): Promise<void>;
  /** The next changes; empty if nothing changed. */
  next(): Promise<readonly Item[]>;
}

/**
Makes the stream of a source with at most one read at a time. For a slow client only ids are stored.
 */
export async function stream<Item>(
  call: GraphQLCall,
  source: EventSource<Item>,
): Promise<AsyncIterable<Item>> {
  const giveBack = call.parts.takeSlot(call.of().caller.tppId, call.cost);
  // The stream starts at its first read; until then changes and the end are only recorded.
  let news = false;
  let over = false;
  let wake: () => void = () => {
    news = true;
  };
  let end: () => void = () => {
    over = true;
  };
  let stopWatching: (() => void) | undefined;
  try {
    stopWatching = await source.watch(
      () => wake(),
      () => end(),
    );
    await source.begin();
  } catch (error) {
    stopWatching?.();
    giveBack();
    throw error;
  }
  return new Repeater<Item>(async (push, stop) => {
    let looking = false;
    const send = async (item: Item) => {
      call.forget();
      call.size.reset();
      if (!over) await push(item);
    };
    // The first read checks whether the caller may subscribe; it is no event.
    const following = () => {
      call.size.reset();
      return source.next();
    };
    const look = async () => {
      if (looking) return;
      looking = true;
      try {
        while (news && !over) {
          news = false;
          for (let items = await following(); items.length > 0; items = await following())
            for (const item of items) await send(item);
        }
      } catch {
        // The database is not available; the next change or the reconnection reads again.
      } finally {
        looking = false;
      }
    };
    wake = () => {
      news = true;
      void look();
    };
    end = () => {
      over = true;
      stop();
    };
    if (over) stop();
    else if (news) wake();
    await stop;
    over = true;
    stopWatching?.();
    giveBack();
  });
}

function changesOf(
  call: GraphQLCall,
  likeness: string,
  paymentId: string,
): Promise<AsyncIterable<ListedPayment>> {
  const readPayment = async () => (await call.read(getPayment, { product: null, paymentId })).payment;
  let last: ListedPayment['status'] | undefined;
  return stream(call, {
    watch: (wake) => call.parts.events.watch(paymentId, wake),
    begin: async () => {
      last = (await readPayment()).status;
    },
    next: async () => {
      const payment = await call.parts.sharedEvents.read(`${likeness} ${paymentId}`, readPayment);
      if (payment.status === last) return [];
      last = payment.status;
      return [payment];
    },
  });
}

function allChanges(call: GraphQLCall, likeness: string): Promise<AsyncIterable<ListedPayment>> {
  const pending = new Set<string>();
  const sentStatuses = new Map<string, ListedPayment['status']>();
  /** A notification can be late or repeated, so a status that was sent is skipped. */
  const isNew = ({ paymentId, status }: ListedPayment): boolean => {
    if (sentStatuses.get(paymentId) === status) return false;
    sentStatuses.delete(paymentId);
    sentStatuses.set(paymentId, status);
    const [oldest = ''] = sentStatuses.keys();
    if (sentStatuses.size > rememberedAtMost) sentStatuses.delete(oldest);
    return true;
  };
  const readPayments = (ids: readonly string[]) =>
    call.readStores(paymentData, ({ stores, caller }) => stores.paymentLists.findMany(caller.tppId, ids));
  let giveUp: () => void = () => undefined;
  return stream(call, {
    watch: (wake, end) => {
      giveUp = () => {
        pending.clear();
        end();
      };
      return call.parts.events.watchAll(call.of().caller.tppId, (paymentIds) => {
        for (const paymentId of paymentIds ?? []) pending.add(paymentId);
        if (paymentIds === null || pending.size > pendingAtMost) giveUp();
        else wake();
      });
    },
    // Refuses a caller without the role now, not at the first event.
    begin: async () => {
      await readPayments([]);
    },
    next: async () => {
      while (pending.size > 0) {
        const ids = takeSome(pending);
        const payments = await call.parts.sharedEvents
          .read(`${likeness} ${ids}`, () => readPayments(ids))
          // These changes are lost, so the stream ends.
          .catch(giveUp);
        const byId = new Map(payments?.map((payment) => [payment.paymentId, payment]));
        const changes = ids.flatMap((id) => byId.get(id) ?? []).filter(isNew);
        if (changes.length > 0) return changes;
      }
      return [];
    },
  });
}

function takeSome(ids: Set<string>): readonly string[] {
  const batch: string[] = [];
  for (const id of ids) {
    if (batch.length === readAtOnce) break;
    batch.push(id);
    ids.delete(id);
  }
  return batch;
}
