/** `paymentStatusChanged`: sends payments whenever their status has changed, over server-sent events. */
import { Repeater } from '@repeaterjs/repeater';
import { getPayment } from '../../../operations/payments/get-payment.ts';
import type { ListedPayment } from '../../../operations/ports/stores.ts';
import type { GraphQLCall } from '../../call.ts';
import { paymentData } from '../../readable.ts';
import { likenessOf } from '../../shared-events.ts';
import type { SchemaParts } from '../parts.ts';

/** How many changed payments may wait for a slow client; beyond it the stream ends. */
export const pendingAtMost = 10_000;
/** Payments read at once. */
const readAtOnce = 100;
/** Payments whose last told status a stream of all of them remembers: those told of last. */
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
   * Begins to watch: `wake` is called when there is news, `end` when the stream can no longer be complete. Answers how
   * to stop.
   */
  watch(wake: () => void, end: () => void): Promise<() => void>;
  /** Called once watching has begun, before the stream is returned. */
  begin(): Promise<void>;
  /** What has changed next; an empty list when nothing has. */
  next(): Promise<readonly Item[]>;
}

/**
 * Makes the stream of a source. At most one read is under way, however fast changes come; for a slow client only ids
 * are kept.
 */
export async function stream<Item>(
  call: GraphQLCall,
  source: EventSource<Item>,
): Promise<AsyncIterable<Item>> {
  const giveBack = call.parts.takeSlot(call.of().caller.tppId, call.cost);
  // The stream begins when it is first read; until then changes and its end are only noted.
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
    // The first read only checks whether the caller may subscribe, so it counts for no event.
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
        // The database is away; the next change, or its return, causes another read.
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
  /** News may come late, when the status they are of has been sent with an earlier one, or come again. */
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
    // A caller that may not read payments is refused now and not at the first event.
    begin: async () => {
      await readPayments([]);
    },
    next: async () => {
      while (pending.size > 0) {
        const ids = takeSome(pending);
        const payments = await call.parts.sharedEvents
          .read(`${likeness} ${ids}`, () => readPayments(ids))
          // Changes that were taken are lost, so the stream is no longer complete.
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
