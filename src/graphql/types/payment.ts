/** Payments: the interface, a type per product group, the query and the creations, all read out of the products. */
import type { ObjectRef } from '@pothos/core';
import { z } from 'zod';
import { parseFields } from '../../domain/fields/parse.ts';
import { feeOf } from '../../domain/payments/fee.ts';
import type { Instruction } from '../../domain/payments/instruction.ts';
import { paymentLinks } from '../../domain/payments/links.ts';
import type { Product } from '../../domain/payments/product.ts';
import { refuseAll } from '../../domain/refusal.ts';
import { createPayment } from '../../operations/payments/create-payment.ts';
import { getPayment } from '../../operations/payments/get-payment.ts';
import type { PaymentRecord } from '../../operations/ports.ts';
import type { Builder } from '../builder.ts';
import { callOf, write } from '../context.ts';
import type { SchemaMapper } from '../from-schema.ts';
import { type Payload, payload } from '../payload.ts';
import type { CommonTypes } from './common.ts';
import { type PsuInput, psuInput, requirePsu } from './psu.ts';

type PaymentRef = ObjectRef<never, PaymentRecord>;

/** The fields that the interface gives to every payment; a type takes the rest from its products. */
const shared = new Set(['debtorAccount']);

export function paymentTypes(
  builder: Builder,
  mapper: SchemaMapper,
  common: CommonTypes,
  products: readonly Product[],
): void {
  const productOf = (payment: PaymentRecord): Product => {
    const found = products.find((product) => product.code === payment.product);
    if (!found) throw new Error(`no product ${payment.product}`);
    return found;
  };
  const productEnum = builder.enumType('PaymentProduct', {
    description: 'Payment products of the interface, by their short names.',
    values: Object.fromEntries(
      products.map((product) => [
        enumName(product),
        { value: product.code, description: `${product.name}: ${product.description} Specification ${product.section}.` },
      ]),
    ),
  });

  const payment = builder.interfaceRef<PaymentRecord>('Payment').implement({
    description: 'What every payment has, whatever its product (specification 2.4, 3).',
    resolveType: (record) => productOf(record).graphql.type as never,
    fields: (t) => ({
      paymentId: t.exposeString('paymentId', { nullable: false, description: 'Opaque identifier, as in REST.' }),
      product: t.field({
        type: productEnum,
        nullable: false,
        description: 'The payment product.',
        resolve: (record) => record.product as never,
      }),
      transactionStatus: t.field({
        type: common.paymentStatus,
        nullable: false,
        description: 'Where the payment stands (specification 3).',
        resolve: (record) => record.status,
      }),
      transactionFees: t.field({
        type: common.amount,
        nullable: false,
        description: 'Total fee (specification 2.4).',
        resolve: (record) => feeOf(record).transactionFees,
      }),
      transactionFeeIndicator: t.boolean({
        nullable: false,
        description: 'Whether the payment incurs a fee (specification 2.4).',
        resolve: (record) => feeOf(record).transactionFeeIndicator,
      }),
      fundsAvailable: t.exposeBoolean('fundsAvailable', {
        nullable: true,
        description: 'Whether the debtor account covers the payment; null where no check was made.',
      }),
      debtorAccount: t.field({
        type: common.accountReference,
        nullable: false,
        description: 'The account that is charged.',
        resolve: (record) => record.debtorAccount,
      }),
      debtorName: t.exposeString('debtorName', { nullable: true, description: 'Name of the debtor, when known.' }),
      createdAt: t.field({
        type: 'DateTime',
        nullable: false,
        description: 'When the payment was created, by the clock of the TPP.',
        resolve: (record) => new Date(record.createdAt),
      }),
      links: t.field({
        type: common.links,
        nullable: false,
        description: 'Links that the state of the payment offers.',
        resolve: (record) => paymentLinks(productOf(record), record),
      }),
    }),
  });

  const psu = psuInput(builder);
  for (const [typeName, group] of groupBy(products, (product) => product.graphql.type)) {
    const type = builder.objectRef<PaymentRecord>(typeName).implement({
      description: group.map((product) => product.description).join(' '),
      interfaces: [payment],
      fields: mapper.outputFields<PaymentRecord>(
        outputShape(group),
        (record) => record.instruction,
      ) as never,
    }) as unknown as PaymentRef;
    for (const [mutation, made] of groupBy(group, (product) => product.graphql.mutation)) {
      creation(builder, mapper, common, { mutation, products: made, type, psu, productEnum });
    }
  }

  builder.queryField('payment', (t) =>
    t.field({
      type: payment,
      nullable: true,
      description: 'A payment of the calling TPP; RESOURCE_UNKNOWN when there is none with this id.',
      args: { paymentId: t.arg.string({ required: true, description: 'Its identifier.' }) },
      resolve: async (_, { paymentId }, context) =>
        (await context.performer.read(getPayment, callOf(context), { product: null, paymentId })).payment,
    }),
  );
}

interface CreationParts {
  readonly mutation: string;
  readonly products: readonly Product[];
  readonly type: PaymentRef;
  readonly psu: ReturnType<typeof psuInput>;
  readonly productEnum: unknown;
}

/** The mutation that creates a payment of the given products, with its input and its payload. */
function creation(builder: Builder, mapper: SchemaMapper, common: CommonTypes, parts: CreationParts): void {
  const { mutation, products } = parts;
  const name = mutation.charAt(0).toUpperCase() + mutation.slice(1);
  const first = products[0] as Product;
  const several = products.length > 1;
  const input = builder.inputType(`${name}Input`, {
    description: `Input of ${mutation}: the fields of the REST body (specification ${first.section}), flat, and what REST takes elsewhere.`,
    fields: (t) => ({
      ...(mapper.inputFields(inputShape(products))(t) as Record<string, never>),
      ...(several
        ? {
            product: t.field({
              type: parts.productEnum as never,
              description: `Which of ${products.map(enumName).join(' and ')}; ${enumName(first)} when absent.`,
            }),
          }
        : {}),
      ...(first.duplicates === 'QUERY'
        ? {
            allowLogicalDuplicate: t.boolean({
              description: 'Whether a payment like one of the last 24 hours is meant (specification 4.5).',
            }),
          }
        : {}),
      psu: t.field({ type: parts.psu, description: 'The PSU, where headers do not name them.' }),
    }),
  });
  const result = builder.objectRef<Payload<PaymentRecord>>(`${name}Payload`).implement({
    description: `What ${mutation} led to: the payment, or the reasons against it.`,
    fields: (t) => ({
      payment: t.field({
        type: parts.type,
        nullable: true,
        description: 'The payment; null when it was refused.',
        resolve: (source) => source.resource,
      }),
      tppMessages: t.field({
        type: [common.tppMessage],
        nullable: { list: false, items: false },
        description: 'Faults of a refusal, or warnings.',
        resolve: (source) => [...source.tppMessages],
      }),
      psuMessage: t.string({
        nullable: true,
        description: 'Text to show to the PSU, at most 512 characters.',
        resolve: (source) => source.psuMessage ?? null,
      }),
      links: t.field({
        type: common.links,
        nullable: true,
        description: 'Links of the payment, or scaRedirect of a challenge.',
        resolve: (source) => source.links,
      }),
    }),
  });
  builder.mutationField(mutation, (t) =>
    t.field({
      type: result,
      nullable: false,
      description: `Creates a payment. ${first.description} Specification ${first.section}.`,
      args: { input: t.arg({ type: input, required: true, description: 'The payment.' }) },
      resolve: (_, args, context, info) =>
        payload(async () => {
          const { psu, product: code, allowLogicalDuplicate, ...body } = args.input as unknown as CreationInput;
          const product = products.find((one) => one.code === code) ?? first;
          const headers = requirePsu(context, psu, product.headers);
          const made = await write(context, String(info.path.key), createPayment, callOf(context, headers), () => {
            const parsed = parseFields(product.body, body);
            if (!parsed.ok) throw refuseAll(parsed.faults);
            return {
              product,
              instruction: parsed.value as unknown as Instruction,
              allowLogicalDuplicate: allowLogicalDuplicate === true,
              warnings: parsed.warnings,
            };
          });
          return { resource: made.payment, tppMessages: made.tppMessages, links: made.links, psuMessage: made.psuMessage };
        }),
    }),
  );
}

interface CreationInput extends Readonly<Record<string, unknown>> {
  readonly psu?: PsuInput | null;
  readonly product?: string | null;
  readonly allowLogicalDuplicate?: boolean | null;
}

/** A product's name in the enum: its short name, told apart by service where two services share it. */
function enumName(product: Product): string {
  return product.code.replaceAll('-', '_');
}

/** Fields of an input that serves several products: required only where all of them require it. */
function inputShape(products: readonly Product[]): z.ZodRawShape {
  return mergeShapes(products.map((product) => product.body.shape));
}

function outputShape(products: readonly Product[]): z.ZodRawShape {
  const merged = { ...mergeShapes(products.map((product) => product.body.shape)) };
  return Object.fromEntries(Object.entries(merged).filter(([name]) => !shared.has(name)));
}

function mergeShapes(shapes: readonly z.ZodRawShape[]): z.ZodRawShape {
  const merged: Record<string, z.core.$ZodType> = {};
  for (const name of new Set(shapes.flatMap((shape) => Object.keys(shape)))) {
    const fields = shapes.map((shape) => shape[name]);
    const field = fields.find((one) => one instanceof z.ZodOptional) ?? fields.find((one) => one !== undefined);
    if (field === undefined) continue;
    const everywhere = fields.every((one) => one !== undefined);
    merged[name] = everywhere || field instanceof z.ZodOptional ? field : (field as z.ZodType).optional();
  }
  return merged;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
