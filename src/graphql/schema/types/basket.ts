/** Signing baskets. */
import type { ObjectRef } from '@pothos/core';
import { basketBody, basketLinks } from '../../../domain/baskets/basket.ts';
import { basketView } from '../../../domain/baskets/basket-view.ts';
import { parseFields } from '../../../domain/fields/parse.ts';
import { refuseAll } from '../../../domain/refusal.ts';
import { countSigningBaskets } from '../../../operations/baskets/count-signing-baskets.ts';
import { createSigningBasket } from '../../../operations/baskets/create-signing-basket.ts';
import { deleteSigningBasket } from '../../../operations/baskets/delete-signing-basket.ts';
import { getSigningBasketAlone } from '../../../operations/baskets/get-signing-basket-alone.ts';
import { listSigningBaskets } from '../../../operations/baskets/list-signing-baskets.ts';
import { countedAtMost } from '../../../operations/ports/page.ts';
import type { BasketRecord } from '../../../operations/ports/stores.ts';
import { callOf, write } from '../../context.ts';
import type { Builder, Types } from '../builder.ts';
import { counted } from '../connections.ts';
import type { SchemaMapper } from '../from-schema.ts';
import { connectionOf, places, word } from '../pages.ts';
import { payload, refusedAs } from '../payload.ts';
import { payloadType } from '../payload-type.ts';
import type { CommonTypes } from './common.ts';
import type { PaymentTypes } from './payments/payment.ts';
import { type PsuInputRef, requirePsu } from './psu.ts';

export interface BasketParts {
  readonly mapper: SchemaMapper;
  readonly common: CommonTypes;
  readonly payments: PaymentTypes;
  readonly psu: PsuInputRef;
}

type BasketRef = ObjectRef<Types, BasketRecord>;

const cursors = places<BasketRecord, string>(
  [word.id],
  ({ basketId }) => [basketId],
  (basketId = '') => basketId,
);

export function basketTypes(builder: Builder, parts: BasketParts): void {
  const basket = basketType(builder, parts);
  basketQueries(builder, basket);
  basketMutations(builder, parts, basket);
  builder.interfaceField(parts.payments.payment, 'basket', (t) =>
    t.field({
      type: basket,
      nullable: true,
      description: 'The newest signing basket that the payment is or was in.',
      resolve: (payment, _args, context) =>
        context.loaders.basketOfPayment.load((payment as { paymentId: string }).paymentId),
    }),
  );
}

function basketType(builder: Builder, { mapper, common, payments }: BasketParts): BasketRef {
  // As `payments` here.
  const { paymentIds: _, ...shown } = basketView.schema.shape;
  return builder.node(builder.objectRef<BasketRecord>('SigningBasket'), {
    description: 'Payments that a PSU signs together.',
    id: { resolve: (record) => record.basketId, description: 'Global id (Relay).' },
    loadOne: (basketId, context) =>
      refusedAs(null, () => context.performer.read(getSigningBasketAlone, callOf(context), { basketId })),
    fields: (t) => ({
      basketId: t.exposeString('basketId', { description: 'Opaque identifier, as in REST.' }),
      ...mapper.outputFields<BasketRecord>(shown, async ({ basketId }, context) =>
        basketView.write({ payments: await context.loaders.paymentsOfBasket.load(basketId) }),
      )(t),
      payments: t.field({
        type: [payments.payment],
        description: 'The payments inside, in the order in which the basket names them.',
        resolve: (record, _args, context) => context.loaders.paymentsOfBasket.load(record.basketId),
      }),
      createdAt: t.expose('createdAt', {
        type: 'DateTime',
        description: 'When the basket was created, by the clock of the TPP.',
      }),
      links: t.field({
        type: common.links,
        description: 'Links that the state of the basket offers.',
        resolve: (record) => basketLinks(record.basketId, record.state === 'OPEN'),
      }),
    }),
  });
}

function basketQueries(builder: Builder, basket: BasketRef): void {
  builder.queryField('signingBasket', (t) =>
    t.field({
      type: basket,
      nullable: true,
      description: 'A signing basket of the calling TPP; RESOURCE_UNKNOWN when there is none with this id.',
      args: { basketId: t.arg.string({ required: true, description: 'Its identifier.' }) },
      resolve: (_, { basketId }, context) =>
        context.performer.read(getSigningBasketAlone, callOf(context), { basketId }),
    }),
  );
  builder.queryField('signingBaskets', (t) =>
    t.connection(
      {
        type: basket,
        description: 'Signing baskets of the calling TPP, newest first.',
        resolve: (_, args, context) =>
          connectionOf(
            args,
            cursors,
            (page) => context.performer.read(listSigningBaskets, callOf(context), page),
            () => context.performer.read(countSigningBaskets, callOf(context), undefined),
          ),
      },
      counted('SigningBasketConnection', 'A page of signing baskets.', countedAtMost),
      { name: 'SigningBasketEdge', description: 'A signing basket and its place in the list.' },
    ),
  );
}

function basketMutations(builder: Builder, { common, psu }: BasketParts, basket: BasketRef): void {
  const field = { field: 'signingBasket', type: basket };
  const createInput = builder.inputType('CreateSigningBasketInput', {
    description: 'The payments to sign together.',
    fields: (t) => ({
      paymentIds: t.stringList({
        required: true,
        description: basketBody.shape.paymentIds.description ?? '',
      }),
      psu: t.field({ type: psu, description: 'The PSU, where headers do not name them.' }),
    }),
  });
  builder.mutationField('createSigningBasket', (t) =>
    t.field({
      type: payloadType<BasketRecord>(builder, common, {
        mutation: 'createSigningBasket',
        ...field,
        description: 'The basket; null when it was refused.',
      }),
      description: 'Puts 1 to 10 payments into a basket that one approval signs.',
      args: { input: t.arg({ type: createInput, required: true, description: 'The payments.' }) },
      resolve: (_, { input }, context, info) =>
        payload(async () => {
          const headers = requirePsu(context, input.psu, 'B');
          const made = await write(
            context,
            String(info.path.key),
            createSigningBasket,
            callOf(context, headers),
            () => {
              const parsed = parseFields(basketBody, { paymentIds: input.paymentIds });
              if (!parsed.ok) throw refuseAll(parsed.faults);
              return { paymentIds: parsed.value.paymentIds, warnings: parsed.warnings };
            },
          );
          return { resource: made.basket, tppMessages: made.tppMessages, links: made.links };
        }),
    }),
  );
  const deleteInput = builder.inputType('DeleteSigningBasketInput', {
    description: 'The basket to delete.',
    fields: (t) => ({ basketId: t.string({ required: true, description: 'The basket.' }) }),
  });
  builder.mutationField('deleteSigningBasket', (t) =>
    t.field({
      type: payloadType<BasketRecord>(builder, common, {
        mutation: 'deleteSigningBasket',
        ...field,
        description: 'The basket as it was; null when it was refused.',
      }),
      description: 'Deletes a basket before its approval and frees its payments.',
      args: { input: t.arg({ type: deleteInput, required: true, description: 'The basket.' }) },
      resolve: (_, { input }, context, info) =>
        payload(async () => {
          const done = await write(
            context,
            String(info.path.key),
            deleteSigningBasket,
            callOf(context),
            () => ({ basketId: input.basketId }),
          );
          return { resource: done.basket, tppMessages: [], links: {} };
        }),
    }),
  );
}
