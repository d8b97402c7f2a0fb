/** `paymentStatusChanged`: a payment again whenever its status has changed, over server-sent events (contract 10). */
import { Repeater } from 'graphql-yoga';
import { getPayment } from '../../operations/payments/get-payment.ts';
import type { PaymentRecord } from '../../operations/ports.ts';
import type { Builder } from '../builder.ts';
import { callOf, type GraphQLContext } from '../context.ts';
import type { PaymentTypes } from './payment.ts';

export function paymentSubscription(builder: Builder, payments: PaymentTypes): void {
  builder.subscriptionField('paymentStatusChanged', (t) =>
    t.field({
      type: payments.payment as never,
      nullable: false,
      description:
        'The payment, each time its status has changed since the last message; changes in quick succession may arrive as one. RESOURCE_UNKNOWN when there is no such payment.',
      args: { paymentId: t.arg.string({ required: true, description: 'Its identifier.' }) },
      subscribe: (_, { paymentId }, context) => changesOf(context, paymentId) as never,
      resolve: (payment) => payment as never,
    }),
  );
}

/** At most one look is under way and one is waiting, however fast the news come: nothing piles up for a slow client. */
async function changesOf(context: GraphQLContext, paymentId: string): Promise<AsyncIterable<PaymentRecord>> {
  const call = callOf(context);
  const read = async () =>
    (await context.performer.read(getPayment, call, { product: null, paymentId })).payment;
  const giveBack = context.subscriptions.take(call.caller.tppId);
  let wake: () => void = () => undefined;
  let stopWatching: (() => void) | undefined;
  try {
    stopWatching = await context.events.watch(paymentId, () => wake());
    let last = (await read()).status;
    return new Repeater<PaymentRecord>(async (push, stop) => {
      let news = false;
      let looking = false;
      const look = async () => {
        if (looking) return;
        looking = true;
        try {
          while (news) {
            news = false;
            const payment = await read();
            if (payment.status === last) continue;
            last = payment.status;
            context.loaders.history.clear(paymentId);
            await push(payment);
          }
        } catch {
          // The database is away; the next news, or its return, makes us look again.
        } finally {
          looking = false;
        }
      };
      wake = () => {
        news = true;
        void look();
      };
      wake();
      await stop;
      stopWatching?.();
      giveBack();
    });
  } catch (error) {
    stopWatching?.();
    giveBack();
    throw error;
  }
}
