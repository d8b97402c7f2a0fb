import { randomUUID } from 'node:crypto';
import { basketStatus } from '../../../domain/baskets/basket.ts';
import type { Caller } from '../../../domain/caller.ts';
import { every } from '../../../every.ts';
import { getSigningBasket } from '../../../operations/baskets/get-signing-basket.ts';
import { getPayment } from '../../../operations/payments/get-payment.ts';
import type { ListedPayment } from '../../../operations/ports/stores.ts';
import type { GraphQLCall, ResolverParts } from '../../call.ts';
import { logDefect } from '../../errors.ts';
import { variablePaymentPolicy } from '../../read-policy.ts';
import { sharingKeyOf } from '../../shared-events.ts';
import { builder } from '../builder.ts';
import { basket } from './basket.ts';
import { payment } from './payments/payment.ts';

/** A stream ends when more than this number of changed payments wait to be sent. */
export const pendingAtMost = 10_000;
const paymentsPerRead = 100;
/** The number of payments whose last sent status a stream remembers. */
const rememberedAtMost = 1_000;

builder.subscriptionField('paymentStatusChanged', (t) =>
  t.field({
    type: payment,
    description:
      'Sends the payment each time its status changes. Quick changes may arrive as one message. RESOURCE_UNKNOWN when the payment does not exist. Without paymentId, every payment of the calling TPP is sent when it is created and when its status changes. Such a stream of all payments ends when it may have missed changes, because the client is slow or the database was not available. Then read the list and subscribe again.',
    args: {
      paymentId: t.arg.string({
        description: 'Identifier of the payment; all payments of the TPP when absent.',
      }),
    },
    subscribe(_, { paymentId }, { call }, { variableValues }) {
      const sharingKey = sharingKeyOf(call.parsed, variableValues);
      return paymentId == null
        ? streamOfAllPayments(call, sharingKey)
        : streamOfItem(call, sharingKey, {
            watch: (onChange) => call.parts.events.watch(paymentId, onChange),
            read: async () => (await call.read(getPayment, { product: null, paymentId })).payment,
            statusOf: ({ status }) => status,
          });
    },
    resolve: (event) => event,
  }),
);

builder.subscriptionField('basketStatusChanged', (t) =>
  t.field({
    type: basket,
    description:
      'Sends the signing basket each time its status changes. Quick changes may arrive as one message. RESOURCE_UNKNOWN when the basket does not exist. After the basket is deleted, the stream ends at the next change of one of its payments.',
    args: { basketId: t.arg.string({ required: true, description: 'Its identifier.' }) },
    async subscribe(_, { basketId }, { call }, { variableValues }) {
      const read = () => call.read(getSigningBasket, { basketId });
      const paymentIds = new Set((await read()).payments.map(({ paymentId }) => paymentId));
      return streamOfItem(call, sharingKeyOf(call.parsed, variableValues), {
        watch: (onChange) =>
          call.parts.events.watchAll(call.operationCall().caller.tppId, (changedIds) => {
            // null: any payment may have changed.
            if (changedIds === null || changedIds.some((id) => paymentIds.has(id))) onChange();
          }),
        read,
        statusOf: ({ payments }) => basketStatus(payments.map(({ status }) => status)),
      });
    },
    resolve: (event) => event.basket,
  }),
);

interface EventSource<Item> {
  /** Calls `end` if a change may be lost. Returns a function that stops watching. */
  watch(onChange: () => void, end: () => void): Promise<() => void>;
  /** Runs once, before the first `next`. If it throws, there is no stream. */
  begin(): Promise<void>;
  /** Returns no items if nothing changed. */
  next(): Promise<readonly Item[]>;
}

/** With this interval, and a result of `stillExists` up to two seconds old, a stream ends at most five seconds after its token. */
const credentialCheckMs = 2_500;

/** Calls `onEnd` when the credential has ended, perhaps by another process. Returns a function that stops the checks. */
function watchCredential({ tokens, streamCheckMs }: ResolverParts, caller: Caller, onEnd: () => void) {
  const check = async () => {
    // Without the database nobody can end a token, so the token still exists.
    const isValid = tokens.isInForce(caller) && (await tokens.stillExists(caller).catch(() => true));
    if (!isValid) onEnd();
  };
  const checks = every(streamCheckMs ?? credentialCheckMs, check, () => undefined);
  checks.start();
  return () => void checks.stop();
}

/** Reads the next changes only after the client has taken the earlier ones. */
async function createStream<Item>(call: GraphQLCall, source: EventSource<Item>) {
  const { parts, parsed } = call;
  const { caller } = call.operationCall();
  const releaseSlot = parts.takeSubscriptionSlot(caller.tppId, parsed.cost ?? 0);
  let mayHaveChanged = false;
  let hasEnded = false;
  let retryTimer: NodeJS.Timeout | undefined;
  let stopWatching = () => {};
  let resume = () => {};
  const wake = () => {
    mayHaveChanged = true;
    resume();
  };
  const end = () => {
    hasEnded = true;
    clearTimeout(retryTimer);
    stopWatching();
    stopChecks();
    releaseSlot();
    resume();
  };
  const stopChecks = watchCredential(parts, caller, end);
  // The reads for the next items, and then the response with each item, have limits of their own.
  const readNextItems = () => {
    parsed.responseLimit.reset();
    return source.next();
  };
  async function* generateItems(): AsyncGenerator<Item> {
    for (;;) {
      if (!mayHaveChanged && !hasEnded)
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
      if (hasEnded) return;
      mayHaveChanged = false;
      try {
        for (let items = await readNextItems(); items.length > 0; items = await readNextItems())
          for (const item of items) {
            if (!parts.tokens.isInForce(caller)) end();
            if (hasEnded) return;
            call.forgetReads();
            parsed.responseLimit.reset();
            yield item;
          }
      } catch (error) {
        const refusal = parsed.http.knownRefusalOf(error);
        if (refusal === null) logDefect(parsed.http, randomUUID(), error);
        const retryAfterSeconds = refusal?.extras.retryAfterSeconds;
        if (retryAfterSeconds === undefined || hasEnded) return end();
        // The database is away or too busy. Perhaps no later change wakes the stream, so a timer does.
        clearTimeout(retryTimer);
        retryTimer = setTimeout(wake, retryAfterSeconds * 1_000);
      }
    }
  }
  try {
    stopWatching = await source.watch(wake, end);
    // `end` ran during `watch`, so it could not call this `stopWatching`.
    if (hasEnded) stopWatching();
    await source.begin();
  } catch (error) {
    end();
    throw error;
  }
  return toIterable(generateItems(), end);
}

/** Calls `end` when the client stops reading. */
const toIterable = <Item>(generator: AsyncGenerator<Item>, end: () => void): AsyncIterable<Item> => ({
  [Symbol.asyncIterator]: () => ({
    next: () => generator.next(),
    return() {
      end();
      return generator.return(undefined);
    },
  }),
});

interface WatchedItem<Item> {
  watch(onChange: () => void): Promise<() => void>;
  /** If it throws, the stream ends, unless the refusal has `retryAfterSeconds`. */
  read(): Promise<Item>;
  statusOf(item: Item): string;
}

function streamOfItem<Item extends object>(
  call: GraphQLCall,
  sharingKey: string,
  { watch, read, statusOf }: WatchedItem<Item>,
): Promise<AsyncIterable<Item>> {
  let lastStatus: string | undefined;
  return createStream(call, {
    watch,
    begin: async () => {
      lastStatus = statusOf(await read());
    },
    next: async () => {
      const item = await call.parts.sharedEvents.read(sharingKey, read);
      const status = statusOf(item);
      if (status === lastStatus) return [];
      lastStatus = status;
      return [item];
    },
  });
}

function streamOfAllPayments(call: GraphQLCall, sharingKey: string): Promise<AsyncIterable<ListedPayment>> {
  const pendingIds = new Set<string>();
  const sentStatuses = new Map<string, ListedPayment['status']>();
  /** Returns false for a change that the stream has sent already, because a change can be reported twice. */
  const rememberStatus = ({ paymentId, status }: ListedPayment): boolean => {
    if (sentStatuses.get(paymentId) === status) return false;
    // The deletion makes this payment the newest of the map.
    sentStatuses.delete(paymentId);
    sentStatuses.set(paymentId, status);
    const [oldest = ''] = sentStatuses.keys();
    if (sentStatuses.size > rememberedAtMost) sentStatuses.delete(oldest);
    return true;
  };
  const readPayments = (ids: readonly string[]) =>
    call.readStores(variablePaymentPolicy, ({ stores, caller }) =>
      stores.paymentLists.findMany(caller.tppId, ids),
    );
  return createStream(call, {
    watch: (onChange, end) =>
      call.parts.events.watchAll(call.operationCall().caller.tppId, (paymentIds) => {
        for (const paymentId of paymentIds ?? []) pendingIds.add(paymentId);
        // null: changes may be lost, so the stream ends, as with too many changes.
        if (paymentIds !== null && pendingIds.size <= pendingAtMost) return onChange();
        pendingIds.clear();
        end();
      }),
    // Refuses a caller without the role now, not at the first event.
    begin: async () => {
      await readPayments([]);
    },
    next: async () => {
      while (pendingIds.size > 0) {
        const ids = [...pendingIds].slice(0, paymentsPerRead);
        for (const id of ids) pendingIds.delete(id);
        const payments = await call.parts.sharedEvents
          .read(`${sharingKey} ${ids}`, () => readPayments(ids))
          .catch((error: unknown) => {
            // The stream may try again.
            for (const id of ids) pendingIds.add(id);
            throw error;
          });
        const byId = new Map(payments.map((payment) => [payment.paymentId, payment]));
        const changes = ids.flatMap((id) => byId.get(id) ?? []).filter(rememberStatus);
        if (changes.length > 0) return changes;
      }
      return [];
    },
  });
}
