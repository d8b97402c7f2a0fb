/** `basketStatusChanged`: sends a signing basket when its status changes. */
import type { ObjectRef } from '@pothos/core';
import { type BasketStatus, basketStatus } from '../../../domain/baskets/basket.ts';
import type { BasketWithPayments } from '../../../operations/baskets/create-signing-basket.ts';
import { getSigningBasket } from '../../../operations/baskets/get-signing-basket.ts';
import type { BasketRecord, PaymentEvents } from '../../../operations/ports/stores.ts';
import type { GraphQLCall } from '../../call.ts';
import { sharingKeyOf } from '../../shared-events.ts';
import type { Types } from '../builder.ts';
import type { SchemaParts } from '../parts.ts';
import { nullIfUnknown } from '../payload.ts';
import { stream } from './subscription.ts';

export function basketSubscription({ builder }: SchemaParts, basket: ObjectRef<Types, BasketRecord>): void {
  builder.subscriptionField('basketStatusChanged', (t) =>
    t.field({
      type: basket,
      description:
        'Sends the signing basket each time its status changes. Quick changes may arrive as one message. RESOURCE_UNKNOWN when the basket does not exist. After the basket is deleted, the stream ends at the next change of one of its payments.',
      args: { basketId: t.arg.string({ required: true, description: 'Its identifier.' }) },
      subscribe: (_, { basketId }, { call }, { variableValues }) =>
        changesOf(call, sharingKeyOf(call, variableValues), basketId),
      resolve: (changedBasket) => changedBasket,
    }),
  );
}

const statusOf = ({ payments }: BasketWithPayments): BasketStatus =>
  basketStatus(payments.map(({ status }) => status));

async function changesOf(
  call: GraphQLCall,
  sharingKey: string,
  basketId: string,
): Promise<AsyncIterable<BasketRecord>> {
  const { events, sharedEvents } = call.parts;
  const readBasket = () => call.read(getSigningBasket, { basketId });
  const { payments } = await readBasket();
  let lastStatus: BasketStatus | undefined;
  let endStream = () => {};
  return stream<BasketRecord>(call, {
    watch: (wake, end) => {
      endStream = end;
      const paymentIds = payments.map(({ paymentId }) => paymentId);
      return watchEach(events, paymentIds, wake);
    },
    begin: async () => {
      lastStatus = statusOf(await readBasket());
    },
    next: async () => {
      const currentBasket = await sharedEvents
        .read(`${sharingKey} ${basketId}`, readBasket)
        .catch(nullIfUnknown);
      if (currentBasket === null) {
        endStream();
        return [];
      }
      const status = statusOf(currentBasket);
      if (status === lastStatus) return [];
      lastStatus = status;
      return [currentBasket.basket];
    },
  });
}

/** Watches all payments, or none if one watch cannot start. Returns a function that stops watching. */
async function watchEach(
  events: PaymentEvents,
  paymentIds: readonly string[],
  wake: () => void,
): Promise<() => void> {
  const stops: (() => void)[] = [];
  const stopAll = () => {
    for (const stop of stops) stop();
  };
  try {
    for (const paymentId of paymentIds) stops.push(await events.watch(paymentId, wake));
  } catch (error) {
    stopAll();
    throw error;
  }
  return stopAll;
}
