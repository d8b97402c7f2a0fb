/** The mutations that create payments: inputs are the REST bodies, flat, made from the products. */
import { readFields } from '../../../../domain/fields/parse.ts';
import type { Product } from '../../../../domain/payments/product.ts';
import { refuseAll } from '../../../../domain/refusal.ts';
import { createPayment } from '../../../../operations/payments/create-payment.ts';
import type { PaymentRecord } from '../../../../operations/ports/stores.ts';
import { inTurns } from '../../../../web/turns.ts';
import { callOf, type GraphQLContext, write } from '../../../context.ts';
import type { Builder } from '../../builder.ts';
import type { SchemaMapper } from '../../from-schema.ts';
import { type Payload, payload } from '../../payload.ts';
import { payloadType } from '../../payload-type.ts';
import { mergeShapes } from '../../shapes.ts';
import type { CommonTypes } from '../common.ts';
import { inWordsOfInput, type PsuInput, type PsuInputRef, requirePsu } from '../psu.ts';
import type { PaymentTypes } from './payment.ts';

export interface CreationParts {
  readonly mapper: SchemaMapper;
  readonly common: CommonTypes;
  readonly payments: PaymentTypes;
  readonly psu: PsuInputRef;
  readonly products: readonly Product[];
}

/** One mutation per name that the products give. */
export function createPaymentMutations(builder: Builder, parts: CreationParts): void {
  for (const mutation of new Set(parts.products.map((product) => product.graphql.mutation))) {
    const made = parts.products.filter((product) => product.graphql.mutation === mutation);
    const [first] = made;
    if (first) creation(builder, { ...parts, products: made }, mutation, first);
  }
}

function creation(builder: Builder, parts: CreationParts, mutation: string, first: Product): void {
  const input = creationInput(builder, parts, mutation, first);
  const type = payloadType<PaymentRecord>(builder, parts.common, {
    mutation,
    field: 'payment',
    type: parts.payments.objects.get(first.graphql.type),
    description: 'The payment; null when it was refused.',
  });
  builder.mutationField(mutation, (t) =>
    t.field({
      type,
      description: `Creates a payment. ${parts.products.map(({ description }) => description).join(' ')}`,
      args: { input: t.arg({ type: input, required: true, description: 'The payment.' }) },
      resolve: (_, args, context, info) =>
        payload(() =>
          create(context, String(info.path.key), parts.products, first, args.input as CreationInput),
        ),
    }),
  );
}

interface CreationInput extends Readonly<Record<string, unknown>> {
  readonly psu?: PsuInput | null;
  readonly product?: string | null;
  readonly allowLogicalDuplicate?: boolean | null;
}

async function create(
  context: GraphQLContext,
  field: string,
  products: readonly Product[],
  first: Product,
  input: CreationInput,
): Promise<Payload<PaymentRecord>> {
  const { psu, product: code, allowLogicalDuplicate, ...body } = input;
  const product = products.find((one) => one.code === code) ?? first;
  const headers = requirePsu(context, psu, product.headers);
  const prepare = async () => {
    const parsed = await inTurns(readFields(product.body, body));
    if (!parsed.ok) throw refuseAll(parsed.faults);
    return {
      product,
      instruction: parsed.value,
      allowLogicalDuplicate: allowLogicalDuplicate === true,
      warnings: parsed.warnings,
    };
  };
  const made = await inWordsOfInput(context, psu, () =>
    write(context, field, createPayment, callOf(context, headers), prepare),
  );
  return {
    resource: made.payment,
    tppMessages: made.tppMessages,
    links: made.links,
    psuMessage: made.psuMessage,
  };
}

function creationInput(
  builder: Builder,
  { mapper, products, payments, psu }: CreationParts,
  mutation: string,
  first: Product,
) {
  const name = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const codes = products.map(({ code }) => code);
  return builder.inputType(name, {
    description: `Input of ${mutation}: the fields of the body that REST takes, and beside them what REST takes in headers and in the query.`,
    fields: (t) => ({
      ...(mapper.inputFields(mergeShapes(products.map((product) => product.body.shape)))(t) as Record<
        string,
        never
      >),
      ...(products.length > 1
        ? {
            product: t.field({
              type: payments.productEnum,
              description: `Which of ${codes.join(' and ')}; ${first.code} when absent.`,
            }),
          }
        : {}),
      ...(first.duplicates === 'QUERY'
        ? {
            allowLogicalDuplicate: t.boolean({
              description: 'Whether a payment like one of the last 24 hours is meant.',
            }),
          }
        : {}),
      psu: t.field({ type: psu, description: 'The PSU, where headers do not name them.' }),
    }),
  });
}
