import { z } from 'zod';
import { basketBody, basketLinks, basketView, paymentsPerBasket } from '../../../domain/baskets/basket.ts';
import { countSigningBaskets } from '../../../operations/baskets/count-signing-baskets.ts';
import { createSigningBasket } from '../../../operations/baskets/create-signing-basket.ts';
import { deleteSigningBasket } from '../../../operations/baskets/delete-signing-basket.ts';
import { getSigningBasketWithoutPayments } from '../../../operations/baskets/get-signing-basket-without-payments.ts';
import { listSigningBaskets } from '../../../operations/baskets/list-signing-baskets.ts';
import type { BasketRecord } from '../../../operations/ports/stores.ts';
import { databaseRead } from '../../documents/reads.ts';
import { builder } from '../builder.ts';
import { outputFields } from '../from-schema.ts';
import { connectionOf, connectionOptions, cursorPart, cursorsBy, listCost, pageCost } from '../lists.ts';
import { mutation, readBody } from '../mutation.ts';
import { links } from './common.ts';
import { payment } from './payments/payment.ts';

const cursors = cursorsBy(
  z.tuple([cursorPart.id]).transform(([basketId]) => basketId),
  ({ basketId }: BasketRecord) => [basketId],
);

builder.interfaceFields(payment, (t) => ({
  basket: t.field({
    type: basket,
    nullable: true,
    description: 'The newest signing basket that contains or contained the payment.',
    extensions: databaseRead('Payment.basket'),
    resolve: ({ paymentId }, _args, { call }) => call.loaders.basketOfPayment.load(paymentId),
  }),
}));

const paymentsRead = databaseRead('SigningBasket.payments');

export const basket = builder.node(builder.objectRef<BasketRecord>('SigningBasket'), {
  description: 'Payments that a PSU signs together.',
  id: { resolve: (record) => record.basketId },
  loadOne: (basketId, { call }) => call.find(getSigningBasketWithoutPayments, { basketId }),
  fields: (t) => ({
    basketId: t.exposeString('basketId', { description: 'Opaque identifier, as in REST.' }),
    ...outputFields<BasketRecord>(
      basketView.schema.pick({ transactionStatus: true }).shape,
      async ({ basketId }, { call }) =>
        basketView.write({ payments: await call.loaders.paymentsOfBasket.load(basketId) }),
      paymentsRead,
    )(t),
    payments: t.field({
      type: [payment],
      complexity: listCost(2, paymentsPerBasket),
      description: 'Payments of the basket, in its order.',
      extensions: paymentsRead,
      resolve: (record, _args, { call }) => call.loaders.paymentsOfBasket.load(record.basketId),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: "Time of creation, by the TPP's clock.",
    }),
    links: t.field({
      type: links,
      description: "Links to the next steps that the basket's state allows.",
      resolve: (record) => basketLinks(record),
    }),
  }),
});

builder.queryField('signingBasket', (t) =>
  t.field({
    type: basket,
    nullable: true,
    description: 'A signing basket of the calling TPP; RESOURCE_UNKNOWN when it does not exist.',
    args: { basketId: t.arg.string({ required: true, description: 'Its identifier.' }) },
    resolve: (_, { basketId }, { call }) => call.read(getSigningBasketWithoutPayments, { basketId }),
  }),
);
builder.queryField('signingBaskets', (t) =>
  t.connection(
    {
      type: basket,
      complexity: pageCost,
      description: 'Signing baskets of the calling TPP, newest first.',
      resolve: (_, args, { call }) =>
        connectionOf(
          args,
          cursors,
          (page) => call.read(listSigningBaskets, page),
          () => call.read(countSigningBaskets, undefined),
        ),
    },
    ...connectionOptions('SigningBasket'),
  ),
);

mutation({
  name: 'createSigningBasket',
  description: `Creates a basket of 1 to ${paymentsPerBasket} payments that the PSU approves together.`,
  input: (t) => ({
    paymentIds: t.stringList({ required: true, description: basketBody.shape.paymentIds.description ?? '' }),
  }),
  headerColumn: () => 'BASKET',
  isRestBody: true,
  payload: { signingBasket: basket },
  act: async ({ paymentIds }, write, call) => {
    const outcome = await write(createSigningBasket, async () => {
      const { body, warnings } = await readBody(call, basketBody, { paymentIds });
      return { ...body, warnings };
    });
    return { resource: outcome.basket, tppMessages: outcome.tppMessages, links: outcome.links };
  },
});
mutation({
  name: 'deleteSigningBasket',
  description: 'Deletes a basket that is not approved. Its payments can join another basket.',
  input: (t) => ({ basketId: t.string({ required: true, description: 'The basket.' }) }),
  headerColumn: () => 'OTHER',
  payload: { signingBasket: basket },
  act: async ({ basketId }, write) => {
    const outcome = await write(deleteSigningBasket, () => ({ basketId }));
    return { resource: outcome.basket };
  },
});
