/** `basketStatusChanged`: sends a signing basket when the status of its payments changes. */
import type { ObjectRef } from '@pothos/core';
import { type BasketStatus, basketStatus } from '../../../domain/baskets/basket.ts';
import type { BasketWithPayments } from '../../../operations/baskets/create-signing-basket.ts';
import { getSigningBasket } from '../../../operations/baskets/get-signing-basket.ts';
import type { BasketRecord, PaymentEvents } from '../../../operations/ports/stores.ts';
import type { GraphQLCall } from '../../call.ts';
import { likenessOf } from '../../shared-events.ts';
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
        changesOf(call, likenessOf(call, variableValues), basketId),
      resolve: (changedBasket) => changedBasket,
    }),
  );
}

const statusOf = ({ payments }: BasketWithPayments): BasketStatus =>
  basketStatus(payments.map(({ status }) => status));

async function changesOf(
  call: GraphQLCall,
  likeness: string,
  basketId: string,
): Promise<AsyncIterable<BasketRecord>> {
  const { events, sharedEvents } = call.parts;
  const readBasket = () => call.read(getSigningBasket, { basketId });
  const { payments } = await readBasket();
  let last: BasketStatus | undefined;
  let giveUp = () => {};
  return stream<BasketRecord>(call, {
    watch: (wake, end) => {
      giveUp = end;
      const paymentIds = payments.map(({ paymentId }) => paymentId);
      return watchEach(events, paymentIds, wake);
    },
    begin: async () => {
      last = statusOf(await readBasket());
    },
    next: async () => {
      const currentBasket = await sharedEvents
        .read(`${likeness} ${basketId}`, readBasket)
        .catch(nullIfUnknown);
      if (currentBasket === null) giveUp();
      if (currentBasket === null || statusOf(currentBasket) === last) return [];
      last = statusOf(currentBasket);
      return [currentBasket.basket];
    },
  });
}

/** Watches all payments; if one watch fails, stops the others. */
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
